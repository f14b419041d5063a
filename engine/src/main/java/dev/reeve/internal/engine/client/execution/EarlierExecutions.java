package dev.reeve.internal.engine.client.execution;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.StoreReader;
import dev.reeve.spi.store.Succession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The executions of a key before its newest one that ended a short time ago. A caller that gets no answer repeats its
 * request, and meanwhile other executions of the key may have begun and ended (ADR 42).
 */
final class EarlierExecutions {

    /** How many executions before the newest one are looked at. */
    static final int COUNT_MAX = 100;

    /** How long ago they may have ended. Repetitions by clients come much sooner. */
    static final Duration PERIOD = Duration.ofMinutes(10);

    private final StoreReader store;
    private final ExecutionId first;

    /** @param first the id of the first execution of the key */
    EarlierExecutions(StoreReader store, ExecutionId first) {
        this.store = store;
        this.first = first;
    }

    /**
     * Searches the executions before this one, the newest first.
     *
     * @param now the time of the store
     * @param search called with some of the rows at a time, until it returns something
     * @return what it returned; null if it found nothing
     */
    <T> @Nullable T find(ExecutionId newest, Instant now, Function<List<ExecutionRow>, @Nullable T> search) {
        Instant since = now.minus(PERIOD);
        ExecutionId last = newest;
        int looked = 0;
        // Most keys have no such executions, and some have many: one row, and then all others.
        for (int size = 1; looked < COUNT_MAX; size = COUNT_MAX - 1) {
            List<ExecutionId> ids = before(last, size);
            Map<ExecutionId, ExecutionRow> rows = rows(ids);
            List<ExecutionRow> ended = new ArrayList<>();
            boolean isOld = false;
            for (ExecutionId id : ids) {
                ExecutionRow row = rows.get(id);
                Instant end = row == null ? null : row.endedAt();
                isOld |= end != null && end.isBefore(since);
                if (end != null && !isOld) {
                    ended.add(row);
                }
            }
            T found = search.apply(ended);
            if (found != null || isOld || ids.size() < size) {
                return found;
            }
            last = ids.getLast();
            looked += size;
        }
        return null;
    }

    private List<ExecutionId> before(ExecutionId last, int count) {
        List<ExecutionId> ids = new ArrayList<>();
        ExecutionId id = Succession.before(last, first);
        while (id != null && ids.size() < count) {
            ids.add(id);
            id = Succession.before(id, first);
        }
        return ids;
    }

    /** Retention may have removed any of them. */
    private Map<ExecutionId, ExecutionRow> rows(List<ExecutionId> ids) {
        return EngineCalls.reading(() -> store.findAll(new LinkedHashSet<>(ids))).stream()
                .collect(Collectors.toMap(ExecutionRow::id, row -> row));
    }
}
