package dev.reeve.internal.http.endpoint;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.ErrorDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents that only the HTTP API has. The file openapi.yaml describes them. */
final class Documents {

    private Documents() {}

    /** One of several starts. */
    public record StartOutcome(@Nullable ExecutionId id, ErrorDocument.@Nullable Detail error) implements Document {}

    /** Several starts, in the order of the request. */
    public record StartOutcomes(List<StartOutcome> starts) implements Document {}

    /** A schedule that was registered or removed. */
    public record ScheduleDone(String schedule, String actor) implements Document {}

    /** The next nominal times of a schedule. */
    public record ScheduleTimes(String schedule, List<Instant> times) implements Document {}

    /** Figures of the last hour, minute by minute, the newest last. */
    public record LastHour(Instant since, List<Minute> minutes) implements Document {}

    /** One minute. */
    public record Minute(
            Instant from, int started, int completed, int undone, int failed, int attempts, int failures, int escalated)
            implements Document {}

    /** Figures of the steps of a version, from the histories of its newest executions. */
    public record Statistics(
            String workflow,
            int version,
            int executions,
            boolean more,
            @Nullable Instant since,
            List<StepFigures> steps)
            implements Document {}

    /** Figures of a step, with all its items and rounds. */
    public record StepFigures(
            String step,
            int begun,
            int completed,
            int failed,
            int skipped,
            int escalated,
            int attempts,
            int retries,
            List<CodeCount> failures,
            @Nullable Percentiles waited,
            @Nullable Percentiles ran,
            @Nullable Percentiles took)
            implements Document {}

    /** How often attempts failed with a code. */
    public record CodeCount(String code, int count) implements Document {}

    /** Durations: half of them are at most p50, 95 % at most p95. */
    public record Percentiles(int count, Duration p50, Duration p95, Duration p99) implements Document {}

    /** A link to a step that waits for a signal. */
    public record SignalLink(String token, String link, String signal, StepPath step, Instant expires)
            implements Document {}

    /** All that a person with a link sees: a form for the data of the signal. */
    public record SignalForm(
            String id,
            String workflow,
            @Nullable String description,
            StepPath step,
            String signal,
            @Nullable Json schema,
            Instant expires)
            implements Document {}

    /** Whether a server is up, or ready. */
    public record Up(String status) implements Document {}

    /** A changed execution. */
    public record Change(String namespace, String workflow, ExecutionId execution, int version, ExecutionStatus status)
            implements Document {}
}
