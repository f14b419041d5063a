package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import java.time.Instant;
import java.util.Comparator;

/**
 * Where a list has come to: after this row, whether it is still there or not. In the order of lists, the newest first.
 *
 * @param startedAt of the row
 * @param id of the row
 */
public record ListPosition(Instant startedAt, ExecutionId id) implements Comparable<ListPosition> {

    private static final Comparator<ListPosition> NEWEST_FIRST = Comparator.comparing(ListPosition::startedAt)
            .thenComparing(ListPosition::id)
            .reversed();

    @Override
    public int compareTo(ListPosition other) {
        return NEWEST_FIRST.compare(this, other);
    }
}
