package dev.reeve;

import java.time.Instant;

/**
 * A change that a person made to a schedule. Kept after the schedule is deleted.
 *
 * @param namespace with the name identifies the schedule
 * @param by the actor
 * @param why the actor's reason
 * @param at when, by the store's clock
 */
public record ScheduleChange(String namespace, String name, Kind kind, String by, String why, Instant at) {

    /** How many changes a store returns, the newest first. */
    public static final int LISTED_MAX = 100;

    public enum Kind {
        PAUSED,
        RESUMED,
        DELETED
    }
}
