package dev.reeve.internal.document;

import dev.reeve.JobOptions;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Rate;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
     * @param on the codes of failures that are retried; all but business failures if it is absent
     * @param never the codes of failures that are not retried
     * @param giveUpAfter how long after its first attempt the job is retried; any time if it is absent
     */
    public record Retries(
            int maxAttempts,
            Duration backoff,
            double factor,
            Duration maxBackoff,
            @Nullable List<String> on,
            @Nullable List<String> never,
            @Nullable Duration giveUpAfter)
            implements Document {

        static Retries of(Retry retry) {
            return new Retries(
                    retry.maxAttempts(),
                    retry.backoff(),
                    retry.factor(),
                    retry.maxBackoff(),
                    retry.on().isEmpty() ? null : retry.on(),
                    retry.never().isEmpty() ? null : retry.never(),
                    retry.giveUpAfter());
        }

        Retry retry() {
            return new Retry(
                    maxAttempts,
                    backoff,
                    factor,
                    maxBackoff,
                    on == null ? List.of() : on,
                    never == null ? List.of() : never,
                    giveUpAfter);
        }
    }

    /**
     * The policy for exhausted retries.
     *
     * @param pause the pause before another round
     * @param rounds the number of further rounds
     * @param then what follows
     * @param byCode what follows failures with these codes
     */
    public record Exhausted(
            Duration pause,
            int rounds,
            OnExhausted.Then then,
            @Nullable Map<String, OnExhausted.Then> byCode) implements Document {

        static Exhausted of(OnExhausted policy) {
            return new Exhausted(
                    policy.pause(),
                    policy.rounds(),
                    policy.then(),
                    policy.byCode().isEmpty() ? null : policy.byCode());
        }

        OnExhausted policy() {
            try {
                return new OnExhausted(pause, rounds, then, byCode == null ? Map.of() : byCode);
            } catch (IllegalArgumentException e) {
                throw new MalformedDocumentException("onExhausted.byCode: " + e.getMessage());
            }
        }
    }

    public static JobOptionsDocument of(JobOptions options) {
        return new JobOptionsDocument(
                options.completeBy(),
                options.attemptCompleteBy(),
                options.heartbeat(),
                options.startBy(),
                Retries.of(options.retry()),
                Exhausted.of(options.onExhausted()),
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
                retry == null ? defaults.retry() : retry.retry(),
                onExhausted == null ? defaults.onExhausted() : onExhausted.policy(),
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
