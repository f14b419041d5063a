package dev.reeve.internal.document;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.Gap;
import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.Missed;
import dev.reeve.Overlap;
import dev.reeve.Schedule;
import dev.reeve.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request for a schedule, with one of {@code cron}, {@code every} and {@code at}.
 *
 * @param workflow the workflow that it starts, unless it runs a job
 * @param action the action of a job
 * @param version of the workflow
 * @param input of the executions
 * @param cron the cron expression
 * @param zone its time zone
 * @param gap the policy for times that a change of the clock leaves out
 * @param overlap the policy for times that a change of the clock repeats
 * @param every the period
 * @param first the first time of a period
 * @param at the only time
 * @param missed the policy for times at which no engine ran
 * @param whileRunning the policy for times at which the previous execution is open
 * @param priority of the executions
 * @param labels of the executions
 * @param options of a job
 */
public record ScheduleRequestDocument(
        @Nullable String workflow,
        @Nullable String action,
        @Nullable Integer version,
        Json input,
        @Nullable String cron,
        @Nullable ZoneId zone,
        @Nullable Gap gap,
        @Nullable Overlap overlap,
        @Nullable Duration every,
        @Nullable Instant first,
        @Nullable Instant at,
        Missed missed,
        ConcurrencyPolicy whileRunning,
        int priority,
        Map<String, String> labels,
        @Nullable JobOptionsDocument options)
        implements Document {

    /**
     * @param options of the job that the schedule runs; null if it starts a workflow
     */
    public static ScheduleRequestDocument of(Json input, Schedule schedule, @Nullable JobOptions options) {
        Timetable.@Nullable ByClock clock = schedule.timetable() instanceof Timetable.ByClock it ? it : null;
        Timetable.@Nullable Every rate = schedule.timetable() instanceof Timetable.Every it ? it : null;
        Timetable.@Nullable Once once = schedule.timetable() instanceof Timetable.Once it ? it : null;
        return new ScheduleRequestDocument(
                options == null ? schedule.workflow() : null,
                options == null ? null : schedule.workflow(),
                schedule.version(),
                input,
                clock == null ? null : clock.cron().toString(),
                clock == null ? null : clock.zone(),
                clock == null ? null : clock.gap(),
                clock == null ? null : clock.overlap(),
                rate == null ? null : rate.period(),
                rate == null ? null : rate.first(),
                once == null ? null : once.instant(),
                schedule.missed(),
                schedule.whileRunning(),
                schedule.priority(),
                schedule.labels(),
                options == null ? null : JobOptionsDocument.of(options));
    }
}
