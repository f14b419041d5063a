package dev.reeve.internal.document;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.Json;
import dev.reeve.Missed;
import dev.reeve.Schedule;
import dev.reeve.ScheduleStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schedules of a store.
 *
 * @param schedules by name
 */
public record ScheduleListDocument(List<Item> schedules) implements Document {

    /**
     * A schedule.
     *
     * @param name its name
     * @param workflow the workflow that it starts
     * @param version the version that it starts; without a value the latest
     * @param timetable when it starts
     * @param missed the policy for times at which no engine ran
     * @param whileRunning the policy for times at which the previous execution is open
     * @param priority of the executions
     * @param labels of the executions
     * @param input of the executions
     * @param next the next time
     * @param lastStarted the last time at which it started an execution
     * @param error why it could not start the last one
     * @param pause the actor of the pause
     */
    public record Item(
            String name,
            String workflow,
            @Nullable Integer version,
            TimetableDocument timetable,
            Missed missed,
            ConcurrencyPolicy whileRunning,
            int priority,
            Map<String, String> labels,
            Json input,
            @Nullable Instant next,
            @Nullable Instant lastStarted,
            @Nullable String error,
            @Nullable Pause pause)
            implements Document {

        static Item of(ScheduleStatus status) {
            Schedule schedule = status.schedule();
            ScheduleStatus.Pause pause = status.pause();
            return new Item(
                    status.name(),
                    schedule.workflow(),
                    schedule.version(),
                    TimetableDocument.of(schedule.timetable()),
                    schedule.missed(),
                    schedule.whileRunning(),
                    schedule.priority(),
                    schedule.labels(),
                    status.input(),
                    status.next(),
                    status.lastStarted(),
                    status.error(),
                    pause == null ? null : new Pause(pause.actor(), pause.reason(), pause.since()));
        }

        ScheduleStatus status() {
            return new ScheduleStatus(
                    name,
                    new Schedule(workflow, version, timetable.timetable(), missed, whileRunning, priority, labels),
                    input,
                    next,
                    lastStarted,
                    error,
                    pause == null ? null : new ScheduleStatus.Pause(pause.actor(), pause.reason(), pause.since()));
        }
    }

    /**
     * A pause.
     *
     * @param actor the actor of the pause
     * @param reason why
     * @param since when
     */
    public record Pause(String actor, String reason, Instant since) implements Document {}

    public static ScheduleListDocument of(List<ScheduleStatus> schedules) {
        return new ScheduleListDocument(schedules.stream().map(Item::of).toList());
    }

    public List<ScheduleStatus> statuses() {
        return schedules.stream().map(Item::status).toList();
    }
}
