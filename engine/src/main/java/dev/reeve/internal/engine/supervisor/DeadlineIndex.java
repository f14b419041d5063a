package dev.reeve.internal.engine.supervisor;

import dev.reeve.ExecutionId;
import dev.reeve.internal.values.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Indexes executions by the time at which they must be looked at, in ticks, so that adding one costs the same with ten
 * or a million waiting executions. An execution has one time, the earliest that was added; one that has moved on is
 * looked at once in vain. So the index does not grow when a lane loads its executions again and again. Not thread-safe.
 *
 * @see <a href="https://dl.acm.org/doi/10.1145/37499.37504">Varghese and Lauck: Hashed and Hierarchical Timing
 *     Wheels</a>
 */
final class DeadlineIndex {

    private final long tickMicros;
    private final TreeMap<Long, List<ExecutionId>> ticks = new TreeMap<>();
    private final Map<ExecutionId, Long> earliest = new HashMap<>();

    DeadlineIndex(long tickMicros) {
        this.tickMicros = tickMicros;
    }

    void add(ExecutionId execution, Instant at) {
        long tick = tickAfter(at);
        Long known = earliest.get(execution);
        if (known == null || tick < known) {
            earliest.put(execution, tick);
            ticks.computeIfAbsent(tick, t -> new ArrayList<>()).add(execution);
        }
    }

    /** Moves at most {@code max} executions that are due at {@code now} into {@code target}, the earliest first. */
    void poll(Instant now, int max, List<ExecutionId> target) {
        long due = Math.floorDiv(micros(now), tickMicros);
        while (target.size() < max) {
            Map.Entry<Long, List<ExecutionId>> first = ticks.firstEntry();
            if (first == null || first.getKey() > due) {
                return;
            }
            List<ExecutionId> executions = first.getValue();
            int count = Math.min(max - target.size(), executions.size());
            List<ExecutionId> taken = executions.subList(executions.size() - count, executions.size());
            for (ExecutionId execution : taken) {
                if (earliest.remove(execution, first.getKey())) { // otherwise an earlier time took its place
                    target.add(execution);
                }
            }
            taken.clear();
            if (executions.isEmpty()) {
                ticks.pollFirstEntry();
            }
        }
    }

    /** When the next look is due; null if nothing waits. */
    @Nullable Instant next() {
        if (ticks.isEmpty()) {
            return null;
        }
        long micros = ticks.firstKey() * tickMicros;
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
    }

    int size() {
        return earliest.size();
    }

    /** The first tick that is not before {@code at}, so that no execution is looked at too early (I13). */
    private long tickAfter(Instant at) {
        return Math.ceilDiv(micros(at), tickMicros);
    }

    private static long micros(Instant at) {
        Instant storable = Times.normal(at);
        return storable.getEpochSecond() * 1_000_000L + storable.getNano() / 1_000;
    }
}
