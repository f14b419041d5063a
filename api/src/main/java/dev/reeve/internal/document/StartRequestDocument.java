package dev.reeve.internal.document;

import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.Start;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request for the start of an execution or a job.
 *
 * @param workflow the workflow, unless it is a job
 * @param action the action of a job
 * @param input the input
 * @param key the caller's own id
 * @param keyPolicy what a known key means
 * @param request the id of this request
 * @param version of the workflow; absent for the highest one
 * @param priority of its steps
 * @param labels for finding it
 * @param replyTo the receiver of status messages
 * @param correlationId of that receiver
 * @param at when it begins
 * @param after the delay before it begins
 * @param traceparent the span that the start belongs to
 * @param options of a job
 * @param signal the signal that the execution receives
 */
public record StartRequestDocument(
        @Nullable String workflow,
        @Nullable String action,
        Json input,
        @Nullable String key,
        @Nullable KeyPolicy keyPolicy,
        @Nullable String request,
        @Nullable Integer version,
        @Nullable Integer priority,
        Map<String, String> labels,
        @Nullable String replyTo,
        @Nullable String correlationId,
        @Nullable Instant at,
        @Nullable Duration after,
        @Nullable String traceparent,
        @Nullable JobOptionsDocument options,
        @Nullable SentSignal signal)
        implements Document {

    /**
     * A signal.
     *
     * @param name as in {@code await} of a step
     * @param data any JSON
     * @param id unique among the signals of the execution
     */
    public record SentSignal(
            String name, Json data, @Nullable String id) implements Document {}

    public static StartRequestDocument ofWorkflow(String workflow, Json input, Start how) {
        return of(workflow, null, input, how, null, null);
    }

    public static StartRequestDocument withSignal(String workflow, Json input, Start how, SentSignal signal) {
        return of(workflow, null, input, how, null, signal);
    }

    public static StartRequestDocument ofJob(String action, Json input, Start how, JobOptions options) {
        return of(null, action, input, how, JobOptionsDocument.of(options), null);
    }

    private static StartRequestDocument of(
            @Nullable String workflow,
            @Nullable String action,
            Json input,
            Start how,
            @Nullable JobOptionsDocument options,
            @Nullable SentSignal signal) {
        return new StartRequestDocument(
                workflow,
                action,
                input,
                how.key(),
                how.key() == null ? null : how.keyPolicy(),
                how.request(),
                how.version() == 0 ? null : how.version(),
                how.priority(),
                how.labels(),
                how.replyTo() == null ? null : how.replyTo().toString(),
                how.correlationId(),
                how.at(),
                how.after(),
                how.traceparent(),
                options,
                signal);
    }
}
