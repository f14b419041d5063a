package dev.reeve;

import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Rate;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The policies of a job, as a step of a definition has them. Priority, labels and a delay may differ from call
 * to call and come from {@link Start}. Immutable; each method returns a changed copy.
 *
 * <pre>{@code
 * private static final JobOptions PATIENT = JobOptions.defaults()
 *         .withRetry(Retry.DEFAULT.withMaxAttempts(20).withMaxBackoff(Duration.ofHours(1)))
 *         .withAttemptCompleteBy(Duration.ofSeconds(30));
 *
 * reeve.run("mail.send", mail, Start.key(mail.id()), PATIENT);
 * }</pre>
 *
 * <p>Each set of options of an action is stored once, as a version of a definition. Use a few constant sets: after
 * {@value #SETS_MAX} sets of one action, another one is refused.
 *
 * @param completeBy the timeout of the whole job, with all attempts and delays; null for no limit
 * @param attemptCompleteBy the timeout of one attempt; null for 5 minutes
 * @param heartbeat an attempt without a heartbeat for this long is given up, at most a third of
 *     {@code attemptCompleteBy}; null for no heartbeats
 * @param startBy how long the job may wait for an agent before it fails with {@code START_BY_PASSED}; null for any time
 * @param retry how often and how fast attempts are repeated
 * @param onExhausted what happens when the retries are exhausted, or after a business error: by default the job is
 *     escalated and appears in the inbox; with {@link OnExhausted#COMPENSATE} it ends without a result
 * @param onUnknown what happens when it stays unknown whether an attempt had its effect
 * @param probe the action that asks the service for the outcome of an attempt; null for none
 * @param concurrency the maximum number of concurrent calls; null for any number. As the {@code limit} of a step, it
 *     counts the calls of all jobs and steps with a limit, of the same action
 * @param rate the maximum number of calls that may begin in a period; null for any number
 * @param limitKey counts calls with different keys separately, such as <code>${ input.customer }</code>; null to count
 *     them together. Needs {@code concurrency} or {@code rate}
 * @param retention how long the job is kept after its end; null for the engine's setting
 */
public record JobOptions(
        @Nullable Duration completeBy,
        @Nullable Duration attemptCompleteBy,
        @Nullable Duration heartbeat,
        @Nullable Duration startBy,
        Retry retry,
        OnExhausted onExhausted,
        OnUnknown onUnknown,
        @Nullable String probe,
        @Nullable Integer concurrency,
        @Nullable Rate rate,
        @Nullable String limitKey,
        @Nullable Duration retention) {

    /** The maximum number of sets of options for one action. */
    public static final int SETS_MAX = 100;

    private static final JobOptions DEFAULTS = new JobOptions(
            null, null, null, null, Retry.DEFAULT, OnExhausted.ESCALATE, OnUnknown.RETRY, null, null, null, null, null);

    /** Five attempts of at most 5 minutes each; then the job is escalated to a person. */
    public static JobOptions defaults() {
        return DEFAULTS;
    }

    /** Sets the timeout of the whole job (default: no limit). */
    public JobOptions withCompleteBy(Duration wanted) {
        return with(draft -> draft.completeBy = wanted);
    }

    /** Sets the timeout of one attempt (default: 5 minutes). */
    public JobOptions withAttemptCompleteBy(Duration wanted) {
        return with(draft -> draft.attemptCompleteBy = wanted);
    }

    /** Sets the heartbeat timeout of an attempt (default: no heartbeats). */
    public JobOptions withHeartbeat(Duration wanted) {
        return with(draft -> draft.heartbeat = wanted);
    }

    /** Sets how long the job may wait for an agent (default: any time). */
    public JobOptions withStartBy(Duration wanted) {
        return with(draft -> draft.startBy = wanted);
    }

    /** Sets how often and how fast attempts are repeated (default: {@link Retry#DEFAULT}). */
    public JobOptions withRetry(Retry wanted) {
        return with(draft -> draft.retry = wanted);
    }

    /** Sets the policy for exhausted retries (default: {@link OnExhausted#ESCALATE}). */
    public JobOptions withOnExhausted(OnExhausted wanted) {
        return with(draft -> draft.onExhausted = wanted);
    }

    /** Sets the policy for an unknown outcome of an attempt (default: {@link OnUnknown#RETRY}). */
    public JobOptions withOnUnknown(OnUnknown wanted) {
        return with(draft -> draft.onUnknown = wanted);
    }

    /** Sets the action that asks for the outcome of an attempt (default: none). */
    public JobOptions withProbe(String action) {
        return with(draft -> draft.probe = action);
    }

    /** Sets the maximum number of concurrent calls, 1 to 10,000 (default: any number). */
    public JobOptions withConcurrency(int calls) {
        return with(draft -> draft.concurrency = calls);
    }

    /** Sets the maximum number of calls that may begin in a period (default: any number). */
    public JobOptions withRate(Rate wanted) {
        return with(draft -> draft.rate = wanted);
    }

    /**
     * Counts calls with different keys separately (default: together).
     *
     * @param template text with expressions, such as <code>${ input.customer }</code>
     */
    public JobOptions withLimitKey(String template) {
        return with(draft -> draft.limitKey = template);
    }

    /** Sets how long the job is kept after its end (default: the engine's setting). */
    public JobOptions withRetention(Duration wanted) {
        return with(draft -> draft.retention = wanted);
    }

    private JobOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /** A mutable copy of the options. Only this class has to name every component. */
    private static final class Draft {

        private @Nullable Duration completeBy;
        private @Nullable Duration attemptCompleteBy;
        private @Nullable Duration heartbeat;
        private @Nullable Duration startBy;
        private Retry retry;
        private OnExhausted onExhausted;
        private OnUnknown onUnknown;
        private @Nullable String probe;
        private @Nullable Integer concurrency;
        private @Nullable Rate rate;
        private @Nullable String limitKey;
        private @Nullable Duration retention;

        Draft(JobOptions from) {
            completeBy = from.completeBy;
            attemptCompleteBy = from.attemptCompleteBy;
            heartbeat = from.heartbeat;
            startBy = from.startBy;
            retry = from.retry;
            onExhausted = from.onExhausted;
            onUnknown = from.onUnknown;
            probe = from.probe;
            concurrency = from.concurrency;
            rate = from.rate;
            limitKey = from.limitKey;
            retention = from.retention;
        }

        JobOptions options() {
            return new JobOptions(
                    completeBy,
                    attemptCompleteBy,
                    heartbeat,
                    startBy,
                    retry,
                    onExhausted,
                    onUnknown,
                    probe,
                    concurrency,
                    rate,
                    limitKey,
                    retention);
        }
    }
}
