package dev.reeve.engine.store;

import java.time.Instant;

/**
 * What a person did about a schedule. Kept when the schedule is gone (O5).
 *
 * @param namespace with the name identifies the schedule
 * @param by who
 * @param why as they put it
 * @param at when, by the store's clock
 */
public record ScheduleChange(String namespace, String name, Kind kind, String by, String why, Instant at) {

    /** Of how many changes a store tells, the newest. */
    public static final int LISTED_MAX = 100;

    public enum Kind {
        PAUSED,
        RESUMED,
        DELETED
    }
}
