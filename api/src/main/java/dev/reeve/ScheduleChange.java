package dev.reeve;

import java.time.Instant;

/**
 * A change that a person made to a schedule. Kept after the schedule is deleted.
 *
 * @param namespace with the name identifies the schedule
 * @param name the name of the schedule
 * @param kind the kind of the change
 * @param actor the actor
 * @param reason the actor's reason
 * @param at when, by the store's clock
 */
public record ScheduleChange(String namespace, String name, Kind kind, String actor, String reason, Instant at) {

    /** How many changes a store returns, the newest first. */
    public static final int LISTED_MAX = 100;

    /** The kind of a change. */
    public enum Kind {
        /** The schedule was paused. */
        PAUSED,

        /** The schedule was resumed. */
        RESUMED,

        /** The schedule was deleted. */
        DELETED
    }
}
