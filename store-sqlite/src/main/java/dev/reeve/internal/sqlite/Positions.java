package dev.reeve.internal.sqlite;

import dev.reeve.ExecutionId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers and the last transitions of the executions that a lane wrote last. Saves a look into two indexes for each
 * row, and finds a gap in a journal before the database is asked. Bounded; cleared after any doubt.
 */
final class Positions {

    /**
     * The position of an execution.
     *
     * @param number its place in the file
     * @param seq the number of its last transition
     */
    record Position(long number, int seq) {}

    /** About 150 bytes each. */
    private static final int SIZE_MAX = 50_000;

    private final Map<ExecutionId, Position> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ExecutionId, Position> eldest) {
            return size() > SIZE_MAX;
        }
    };

    @Nullable Position get(ExecutionId id) {
        return known.get(id);
    }

    void put(ExecutionId id, Position position) {
        known.put(id, position);
    }

    /** An execution that ended is hardly ever written again. */
    void remove(ExecutionId id) {
        known.remove(id);
    }

    void clear() {
        known.clear();
    }
}
