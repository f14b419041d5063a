package dev.reeve.internal.core.recovery;

import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.WaitReason;
import dev.reeve.internal.values.Times;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides how an attempt that ended without a result is handled. One pure function, so that an explanation of why a
 * step waits, and what happens next, comes from the code that decides it.
 *
 * <p>A step in doubt is clarified first (V5): if the step has a probe, the service is asked, before another attempt
 * and before the final decision. If it has no probe, or the probe gave no answer, {@code onUnknown} decides. If no
 * doubt remains, or {@code onUnknown} is retry, each cause has its strategy, with its own budget (R1):
 *
 * <table>
 * <caption>Strategies</caption>
 * <tr><th>cause</th><th>remedy</th><th>budget</th></tr>
 * <tr><td>TRANSIENT, SILENT</td><td>retry with backoff</td><td>{@code retry.maxAttempts} per round, then pauses with
 * further rounds</td></tr>
 * <tr><td>LOST</td><td>retry, the first time at once</td><td>{@link #LOST_MAX}, then escalate: the step may be what
 * kills the agents</td></tr>
 * <tr><td>THROTTLED</td><td>wait as long as the service asked, or backoff</td><td>{@link #THROTTLED_MAX} per
 * round</td></tr>
 * <tr><td>BUSINESS</td><td>{@code onExhausted} at once; retried as TRANSIENT if {@code retry.on} names its
 * code</td><td>none</td></tr>
 * <tr><td>POISON</td><td>escalate</td><td>none</td></tr>
 * </table>
 *
 * <p>{@code retry.giveUpAfter} ends all of this: a wait that would last until then is not begun, and the step is
 * exhausted without a further round.
 *
 * <p>{@code retry.on} and {@code retry.never} say by the code which failures are retried, and {@code onExhausted} may
 * have a final decision for each code (ADR 64).
 *
 * <p>The full table, generated from this function: {@code docs/reference/recovery.md}.
 */
public final class Recovery {

    /** The number of agents that may be lost on one step before it is escalated. */
    public static final int LOST_MAX = 5;

    /** The number of times a service may throttle in a round before the round counts as exhausted. */
    public static final int THROTTLED_MAX = 50;

    /** The maximum wait after throttling. A service that asks for a longer wait is retried after this time. */
    static final Duration RETRY_AFTER_MAX = Duration.ofDays(1);

    private Recovery() {}

    /**
     * A failed attempt.
     *
     * @param series the attempts so far, including the failed one
     * @param failure how it failed
     * @param doubt whether the step may have been done all the same
     * @param giveUpAt the instant from which on no further attempt begins; null if there is none
     */
    public record FailedAttempt(
            Series series,
            Failure failure,
            Doubt doubt,
            @Nullable Instant giveUpAt) {

        /** Whether a wait would end too late for another attempt. */
        private boolean isTooLate(Instant at) {
            return giveUpAt != null && !at.isBefore(giveUpAt);
        }
    }

    /** How to handle the failure. */
    public sealed interface Remedy {

        /** Retry. */
        record Retry(Instant at, WaitReason reason) implements Remedy {}

        /** Ask the service for the outcome of the request. */
        record Probe() implements Remedy {}

        /** Pause the step until then, and begin another round of attempts. */
        record Pause(Instant until) implements Remedy {}

        /** The final decision: no further attempt, and no probe. */
        sealed interface Final extends Remedy {
            Failure failure();
        }

        /** Give the step up, and compensate the execution. */
        record Compensate(Failure failure) implements Final {}

        /** Escalate the step. */
        record Escalate(Failure failure) implements Final {}

        /** Give the step up, and continue as if it were settled. */
        record Continue(Failure failure) implements Final {}
    }

    /**
     * Decides how a failed attempt is handled.
     *
     * @param chance 64 random bits for this attempt
     */
    public static Remedy decide(RecoveryPolicy policy, FailedAttempt attempt, Instant now, long chance) {
        boolean doubtDecides =
                attempt.doubt() == Doubt.THIS_ATTEMPT && (policy.probe() || policy.onUnknown() != OnUnknown.RETRY);
        if (attempt.failure().cause() == Cause.POISON) {
            return person(policy, attempt, attempt.failure());
        }
        if (doubtDecides || !policy.isRetried(attempt.failure())) {
            return last(policy, attempt);
        }
        Remedy remedy = switch (attempt.failure().cause()) {
            case TRANSIENT, SILENT, BUSINESS -> afterFailure(policy, attempt, now, chance);
            case LOST -> afterLoss(policy, attempt, now, chance);
            case THROTTLED -> afterThrottling(policy, attempt, now, chance);
            case POISON -> throw new IllegalStateException("it is never retried");
        };
        return switch (remedy) {
            case Remedy.Retry retry -> attempt.isTooLate(retry.at()) ? last(policy, attempt) : retry;
            case Remedy.Pause pause -> attempt.isTooLate(pause.until()) ? last(policy, attempt) : pause;
            case Remedy.Probe probe -> probe;
            case Remedy.Final last -> last;
        };
    }

    /** The final decision, when no further attempt is allowed. A possible probe comes before it (V5). */
    public static Remedy last(RecoveryPolicy policy, FailedAttempt attempt) {
        return mustAsk(policy, attempt)
                ? new Remedy.Probe()
                : lastWord(policy.lastWord(attempt.doubt(), attempt.failure()), attempt.failure());
    }

    private static boolean mustAsk(RecoveryPolicy policy, FailedAttempt attempt) {
        return policy.probe() && attempt.doubt() != Doubt.NONE;
    }

    /** The final decision about a step without an attempt. */
    public static Remedy.Final withoutAttempt(RecoveryPolicy policy, Failure failure) {
        return lastWord(policy.lastWord(failure), failure);
    }

    private static Remedy.Final lastWord(Then word, Failure failure) {
        return switch (word) {
            case COMPENSATE -> new Remedy.Compensate(failure);
            case ESCALATE -> new Remedy.Escalate(failure);
            case CONTINUE -> new Remedy.Continue(failure);
        };
    }

    /** Escalates regardless of the policy; a possible probe comes first. */
    private static Remedy person(RecoveryPolicy policy, FailedAttempt attempt, Failure failure) {
        return mustAsk(policy, attempt) ? new Remedy.Probe() : new Remedy.Escalate(failure);
    }

    private static Remedy afterFailure(RecoveryPolicy policy, FailedAttempt attempt, Instant now, long chance) {
        int failed = attempt.series().failed();
        return failed < policy.retry().maxAttempts()
                ? backoff(policy.retry(), failed, now, chance)
                : exhausted(policy, attempt, now);
    }

    private static Remedy afterLoss(RecoveryPolicy policy, FailedAttempt attempt, Instant now, long chance) {
        int lost = attempt.series().lost();
        if (lost >= LOST_MAX) {
            return person(policy, attempt, EngineFailures.poison(lost, attempt.failure()));
        }
        // A lost agent mostly is a problem of the agent, not of the service: another agent may retry at once.
        return lost <= 1 ? new Remedy.Retry(now, WaitReason.BACKOFF) : backoff(policy.retry(), lost - 1, now, chance);
    }

    private static Remedy afterThrottling(RecoveryPolicy policy, FailedAttempt attempt, Instant now, long chance) {
        int throttled = attempt.series().throttled();
        if (throttled > THROTTLED_MAX) {
            return exhausted(policy, attempt, now);
        }
        Duration asked = attempt.failure().retryAfter();
        if (asked == null || asked.isNegative() || asked.isZero()) {
            Instant at = Times.plusMicros(now, jitter(bound(policy.retry(), throttled), chance));
            return new Remedy.Retry(at, WaitReason.THROTTLED);
        }
        // Never earlier than asked, and up to a tenth later, so that throttled callers do not return all at once.
        long micros = Times.micros(asked.compareTo(RETRY_AFTER_MAX) > 0 ? RETRY_AFTER_MAX : asked);
        return new Remedy.Retry(Times.plusMicros(now, micros + jitter(micros / 10, chance)), WaitReason.THROTTLED);
    }

    private static Remedy exhausted(RecoveryPolicy policy, FailedAttempt attempt, Instant now) {
        return policy.hasRound(attempt.series().round(), attempt.failure())
                ? new Remedy.Pause(Times.plus(now, policy.pause()))
                : last(policy, attempt);
    }

    /** When to ask a service again that is still working on the request. */
    public static Instant nextProbe(RecoveryPolicy policy, int answers, Instant now, long chance) {
        return Times.plusMicros(now, jitter(bound(policy.retry(), answers), chance));
    }

    private static Remedy backoff(Retry retry, int failures, Instant now, long chance) {
        return new Remedy.Retry(Times.plusMicros(now, jitter(bound(retry, failures), chance)), WaitReason.BACKOFF);
    }

    /** {@code min(maxBackoff, backoff * factor^(failures - 1))}, in microseconds. */
    private static long bound(Retry retry, int failures) {
        long max = Times.micros(retry.maxBackoff());
        double bound = Times.micros(retry.backoff()) * Math.pow(retry.factor(), Math.max(0, failures - 1));
        return bound < max ? (long) bound : max;
    }

    /** Full jitter: a value from zero to {@code bound}. */
    private static long jitter(long bound, long chance) {
        return bound <= 0 ? 0 : Long.remainderUnsigned(chance, bound + 1);
    }
}
