package dev.reeve.engine.schedule;

import dev.reeve.model.Json;
import java.time.Instant;

/**
 * A start that is due.
 *
 * @param name of the schedule
 * @param nominal the time that it is for
 * @param schedule what to start, and how
 * @param input what the execution gets
 */
public record ScheduledStart(String name, Instant nominal, Schedule schedule, Json input) {

    /**
     * The key of the execution. As it is computed from the nominal time, no two executions can be started for that time,
     * whoever tries and how often (I14).
     */
    public String key() {
        return key(name, nominal);
    }

    /** As {@link #key()}, of the start of this schedule for this time. */
    public static String key(String name, Instant nominal) {
        return "schedule/" + name + "/" + nominal;
    }
}
