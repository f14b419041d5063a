package dev.reeve.spi.store;

import dev.reeve.Json;
import dev.reeve.ScheduleStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it is stored.
 *
 * @param namespace with the name identifies it
 * @param name unique in the namespace; free again once the schedule is deleted
 * @param content the schedule as JSON; the store does not read it
 * @param decidedUntil every nominal time up to this one was started or skipped, by the store's clock
 * @param nextAt the next nominal time after that; null if none follows, or while the schedule is paused
 * @param lastStarted the nominal time that was started last; null if none was
 * @param error why the last try to start the next one failed; null if it did not
 * @param pause who paused it; null if it is not paused
 * @param revision grows with every change; an update names the revision that it replaces
 */
public record ScheduleRow(
        String namespace,
        String name,
        Json content,
        Instant decidedUntil,
        @Nullable Instant nextAt,
        @Nullable Instant lastStarted,
        @Nullable String error,
        ScheduleStatus.@Nullable Pause pause,
        long revision) {}
