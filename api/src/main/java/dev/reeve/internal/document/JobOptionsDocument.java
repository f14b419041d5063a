package dev.reeve.internal.document;

import dev.reeve.JobOptions;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Rate;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The policies of a job. {@link JobOptions} gives the defaults of absent members.
 *
 * @param completeBy timeout of the whole job
 * @param attemptCompleteBy timeout of one attempt
 * @param heartbeat longest time between two heartbeats
 * @param startBy how long the job may wait for an agent
 * @param retry how often and how fast attempts are repeated
 * @param onExhausted the policy for exhausted retries
 * @param onUnknown the policy for an unknown outcome
 * @param probe the action that asks for the outcome
 * @param concurrency the maximum number of calls at a time
 * @param rate the maximum number of calls in a period, such as {@code 10/s}
 * @param limitKey counts calls with different keys separately
 * @param retention how long the job is kept after its end
 */
public record JobOptionsDocument(
        @Nullable Duration completeBy,
        @Nullable Duration attemptCompleteBy,
        @Nullable Duration heartbeat,
        @Nullable Duration startBy,
        @Nullable Retries retry,
        @Nullable Exhausted onExhausted,
        @Nullable OnUnknown onUnknown,
        @Nullable String probe,
        @Nullable Integer concurrency,
        @Nullable String rate,
        @Nullable String limitKey,
        @Nullable Duration retention)
        implements Document {

    /**
     * Repetitions of attempts.
     *
     * @param maxAttempts the maximum number of attempts
     * @param backoff the first delay
     * @param factor by which each delay is longer than the one before
     * @param maxBackoff the longest delay
     */
    public record Retries(int maxAttempts, Duration backoff, double factor, Duration maxBackoff) implements Document {}

    /**
     * The policy for exhausted retries.
     *
     * @param pause the pause before another round
     * @param rounds the number of further rounds
     * @param then what follows
     */
    public record Exhausted(Duration pause, int rounds, OnExhausted.Then then) implements Document {}

    public static JobOptionsDocument of(JobOptions options) {
        Retry retry = options.retry();
        OnExhausted exhausted = options.onExhausted();
        return new JobOptionsDocument(
                options.completeBy(),
                options.attemptCompleteBy(),
                options.heartbeat(),
                options.startBy(),
                new Retries(retry.maxAttempts(), retry.backoff(), retry.factor(), retry.maxBackoff()),
                new Exhausted(exhausted.pause(), exhausted.rounds(), exhausted.then()),
                options.onUnknown(),
                options.probe(),
                options.concurrency(),
                options.rate() == null ? null : options.rate().toString(),
                options.limitKey(),
                options.retention());
    }

    public JobOptions options() {
        JobOptions defaults = JobOptions.defaults();
        return new JobOptions(
                completeBy,
                attemptCompleteBy,
                heartbeat,
                startBy,
                retry == null
                        ? defaults.retry()
                        : new Retry(retry.maxAttempts(), retry.backoff(), retry.factor(), retry.maxBackoff()),
                onExhausted == null
                        ? defaults.onExhausted()
                        : new OnExhausted(onExhausted.pause(), onExhausted.rounds(), onExhausted.then()),
                onUnknown == null ? defaults.onUnknown() : onUnknown,
                probe,
                concurrency,
                rate == null ? null : parsed(rate),
                limitKey,
                retention);
    }

    private static Rate parsed(String rate) {
        return Rate.parse(rate).orElseThrow(() -> new MalformedDocumentException("rate: expected a rate such as 10/s"));
    }
}
