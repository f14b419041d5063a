package dev.reeve.engine.store;

import java.time.Instant;

/**
 * What a person did about an action. Kept when the action is called again (O5).
 *
 * @param action as workflows name it
 * @param kind what they did
 * @param by who
 * @param why as they put it
 * @param at when, by the store's clock
 */
public record ServiceChange(String action, Kind kind, String by, String why, Instant at) {

    /** Of how many changes a store tells, the newest. */
    public static final int LISTED_MAX = 100;

    public enum Kind {
        PAUSED,
        RESUMED
    }

    /** That somebody has paused an action. */
    public static ServiceChange of(ServicePause pause) {
        return new ServiceChange(pause.action(), Kind.PAUSED, pause.by(), pause.why(), pause.since());
    }
}
