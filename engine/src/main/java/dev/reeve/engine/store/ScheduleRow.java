package dev.reeve.engine.store;

import dev.reeve.model.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A schedule, as it is stored.
 *
 * @param namespace with the name identifies it
 * @param content what it says, as JSON; the store does not read it
 * @param decidedUntil everything up to this nominal time has been started or left out, by the store's clock
 * @param nextAt the first nominal time after that; null if there is none, or while it is paused
 * @param lastStarted the nominal time that was started last; null if none was
 * @param error why the next one could not be started when it was tried; null if all is well
 * @param pause who has stopped it; null if nobody has
 * @param revision grows with every change: who changes a row says which one they saw
 */
public record ScheduleRow(
        String namespace,
        String name,
        Json content,
        Instant decidedUntil,
        @Nullable Instant nextAt,
        @Nullable Instant lastStarted,
        @Nullable String error,
        @Nullable Pause pause,
        long revision) {

    /**
     * A person's word that a schedule is not to start anything.
     *
     * @param by who
     * @param why as they put it
     * @param since when, by the store's clock
     */
    public record Pause(String by, String why, Instant since) {}
}
