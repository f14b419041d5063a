package dev.reeve.engine.schedule;

import dev.reeve.engine.store.ScheduleRow;
import dev.reeve.model.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How things stand with a schedule.
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
        ScheduleRow.@Nullable Pause pause) {

    /** Of a row. */
    public static ScheduleStatus of(ScheduleRow row) {
        ScheduleText text = ScheduleText.read(row.content());
        return new ScheduleStatus(
                row.name(), text.schedule(), text.input(), row.nextAt(), row.lastStarted(), row.error(), row.pause());
    }
}
