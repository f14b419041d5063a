package dev.reeve;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The status of a schedule.
 *
 * @param name of the schedule
 * @param schedule what it says
 * @param input of its executions
 * @param next when it is due next; null if never, or while it is paused
 * @param lastStarted the nominal time that was started last; null if none was
 * @param error why the next one could not be started when it was tried; null if all is well
 * @param pause who has stopped it; null if nobody has
 */
public record ScheduleStatus(
        String name,
        Schedule schedule,
        Json input,
        @Nullable Instant next,
        @Nullable Instant lastStarted,
        @Nullable String error,
        @Nullable Pause pause) {

    /**
     * A pause of a schedule by a person.
     *
     * @param actor the actor
     * @param reason the actor's reason
     * @param since when, by the store's clock
     */
    public record Pause(String actor, String reason, Instant since) {}
}
