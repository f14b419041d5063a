package dev.reeve.engine.schedule;

import dev.reeve.engine.store.ScheduleRow;
import dev.reeve.model.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The status of a schedule.
 *
 * @param name the name of the schedule
 * @param schedule its definition
 * @param input the input of its executions
 * @param next when it is due next; null for never, or while it is paused
 * @param lastStarted the last nominal time that was started; null if none was
 * @param error why the last try to start an execution failed; null if it did not
 * @param pause the actor and reason of the pause; null if it is not paused
 */
public record ScheduleStatus(
        String name,
        Schedule schedule,
        Json input,
        @Nullable Instant next,
        @Nullable Instant lastStarted,
        @Nullable String error,
        ScheduleRow.@Nullable Pause pause) {

    /** Reads the status from a row. */
    public static ScheduleStatus of(ScheduleRow row) {
        ScheduleText text = ScheduleText.read(row.content());
        return new ScheduleStatus(
                row.name(), text.schedule(), text.input(), row.nextAt(), row.lastStarted(), row.error(), row.pause());
    }
}
