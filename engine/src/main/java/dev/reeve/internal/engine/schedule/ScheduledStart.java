package dev.reeve.internal.engine.schedule;

import dev.reeve.Json;
import dev.reeve.Schedule;
import java.time.Instant;

/**
 * A start that is due.
 *
 * @param name the name of the schedule
 * @param nominal the nominal time of the start
 * @param schedule what to start, and how
 * @param input the input of the execution
 */
public record ScheduledStart(String name, Instant nominal, Schedule schedule, Json input) {

    /**
     * The key of the execution. It is computed from the nominal time, so repeated or concurrent starts for that time
     * give only one execution.
     */
    public String key() {
        return key(name, nominal);
    }

    /** As {@link #key()}, for the start of this schedule at this nominal time. */
    public static String key(String name, Instant nominal) {
        return "schedule/" + name + "/" + nominal;
    }
}
