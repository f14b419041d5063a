package dev.reeve;

import java.time.Instant;

/**
 * A change that a person made to an action. Kept after the action is resumed.
 *
 * @param action as workflows name it
 * @param kind what they did
 * @param actor the actor
 * @param reason the actor's reason
 * @param at when, by the store's clock
 */
public record ServiceChange(String action, Kind kind, String actor, String reason, Instant at) {

    /** How many changes a store returns, the newest first. */
    public static final int LISTED_MAX = 100;

    /** The kind of a change. */
    public enum Kind {
        /** The action was paused. */
        PAUSED,

        /** The action was resumed. */
        RESUMED
    }
}
