package dev.reeve.internal.engine.audit;

import dev.reeve.Rule;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.schedule.ScheduledStart;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.StoreReader;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds schedules that are not paused and whose next time is long past while an engine runs (S8). Leaves out a schedule
 * that waits for its previous execution, or that reports an error. Not thread-safe.
 */
final class OverdueSchedules {

    /** Longer than any shift of a time by changed time zone rules since it was stored. */
    static final Duration LATE = Duration.ofHours(3);

    /** Gives an engine that was just opened, or was suspended, time to catch up. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final int LOOKS_MIN = 3;
    private static final Duration EVERY = Duration.ofMinutes(1);

    private record Seen(long revision, long sinceNanos, int looks) {
        Seen again() {
            return new Seen(revision, sinceNanos, looks + 1);
        }
    }

    private final StoreReader store;
    private final Clock clock;
    private Map<String, Seen> late = Map.of();
    private long nextNanos = Long.MIN_VALUE;

    OverdueSchedules(StoreReader store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Checks the schedules, if a check is due.
     *
     * @return the violations, by the name of the schedule with its namespace
     */
    Map<String, Breach> look() {
        Map<String, Breach> findings = new TreeMap<>();
        long nanos = clock.nanos();
        if (nextNanos != Long.MIN_VALUE && nanos - nextNanos < 0) {
            return findings;
        }
        nextNanos = nanos + EVERY.toNanos();
        Map<String, Seen> now = new HashMap<>();
        for (String namespace : store.namespaces()) {
            for (ScheduleRow row : store.schedules(namespace)) {
                String name = Namespaces.qualified(namespace, row.name());
                Instant next = row.nextAt();
                if (next != null && isLate(row, next)) {
                    Seen before = late.get(name);
                    Seen seen = before != null && before.revision() == row.revision()
                            ? before.again()
                            : new Seen(row.revision(), nanos, 1);
                    now.put(name, seen);
                    if (seen.looks() >= LOOKS_MIN && nanos - seen.sinceNanos() >= PATIENCE.toNanos()) {
                        findings.put(name, new Breach(Rule.SCHEDULE, "it was to start something at " + next));
                    }
                }
            }
        }
        late = now;
        return findings;
    }

    private boolean isLate(ScheduleRow row, Instant next) {
        return row.pause() == null
                && row.error() == null
                && next.isBefore(clock.now().minus(LATE))
                && !isOpen(row, row.lastStarted());
    }

    private boolean isOpen(ScheduleRow row, @Nullable Instant started) {
        return started != null
                && store.find(Ids.ofKey(row.namespace(), ScheduledStart.key(row.name(), started)))
                        .filter(execution -> execution.endedAt() == null)
                        .isPresent();
    }
}
