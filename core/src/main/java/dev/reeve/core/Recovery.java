package dev.reeve.core;

import dev.reeve.model.OnExhausted.Then;
import dev.reeve.model.OnUnknown;
import dev.reeve.model.Retry;
import java.time.Duration;
import java.time.Instant;

/**
 * What is done about an attempt that ended without a result. One pure function, so that whoever asks why a step waits, and
 * what happens next, gets the answer from the code that decides it.
 *
 * <p>Where nobody knows whether the step was done, that is cleared up first (V5): the service is asked if it can be, before another
 * attempt as much as before the last word. If there is no probe, or it was asked in vain, {@code onUnknown} says what follows. What is
 * then left is a strategy for each cause, with a budget of its own (R1):
 *
 * <table>
 * <caption>Strategies</caption>
 * <tr><th>cause</th><th>remedy</th><th>budget</th></tr>
 * <tr><td>TRANSIENT, SILENT</td><td>retry with backoff</td><td>{@code retry.maxAttempts} per round, then pause rounds</td></tr>
 * <tr><td>LOST</td><td>retry, the first time at once</td><td>{@link #LOST_MAX}, then a person: the step may be what kills the
 * agents</td></tr>
 * <tr><td>THROTTLED</td><td>wait as long as the service asked, or backoff</td><td>{@link #THROTTLED_MAX} per round</td></tr>
 * <tr><td>BUSINESS</td><td>straight to {@code onExhausted.then}</td><td>none</td></tr>
 * <tr><td>POISON</td><td>a person</td><td>none</td></tr>
 * </table>
 *
 * <p>All of it as a table, made by asking this function: {@code docs/reference/recovery.md}.
 */
final class Recovery {

    /** So many agents may be lost on one step before a person has to look at it. */
    static final int LOST_MAX = 5;

    /** So often a service may ask to be left alone before the round counts as exhausted. */
    static final int THROTTLED_MAX = 50;

    /** A service that asks to be left alone for longer is asked again after this time. */
    static final Duration RETRY_AFTER_MAX = Duration.ofDays(1);

    private Recovery() {}

    /**
     * How a step wants its failures for one purpose to be dealt with.
     *
     * @param retry how often and how fast attempts are repeated
     * @param probe whether the service can be asked what became of a request
     * @param onUnknown what to do about an unknown outcome, if nobody can be asked
     * @param pause how long to wait before each further round
     * @param rounds how many further rounds there are
     * @param then the last word
     */
    record Policy(Retry retry, boolean probe, OnUnknown onUnknown, Duration pause, int rounds, Then then) {

        /** The policy once the service has been asked: what is left to do about an attempt that came to nothing. */
        Policy withoutProbe() {
            return probe ? new Policy(retry, false, onUnknown, pause, rounds, then) : this;
        }

        /** How a step ends that is given up; one that is in doubt, as is said for those. */
        private Then lastWord(Doubt doubt) {
            return switch (doubt == Doubt.NONE ? OnUnknown.RETRY : onUnknown) {
                case RETRY -> then;
                case COMPENSATE -> Then.COMPENSATE;
                case ESCALATE -> Then.ESCALATE;
            };
        }
    }

    /**
     * What is known when an attempt has failed.
     *
     * @param series the attempts so far, the one that failed included
     * @param failure how it failed
     * @param doubt whether the step may have been done all the same
     */
    record FailedAttempt(Series series, Failure failure, Doubt doubt) {}

    /** What to do. */
    sealed interface Remedy {

        /** Try again. */
        record Retry(Instant at, WaitReason reason) implements Remedy {}

        /** Ask the service what became of the request. */
        record Probe() implements Remedy {}

        /** Leave the step alone until then, and begin another round of attempts. */
        record Pause(Instant until) implements Remedy {}

        /** Give the step up, and undo the execution. */
        record Compensate(Failure failure) implements Remedy {}

        /** Put the step in front of a person. */
        record Escalate(Failure failure) implements Remedy {}

        /** Give the step up, and go on as if it had been settled. */
        record Continue(Failure failure) implements Remedy {}
    }

    /**
     * @param chance 64 random bits that belong to this attempt
     */
    static Remedy decide(Policy policy, FailedAttempt attempt, Instant now, long chance) {
        boolean doubtDecides =
                attempt.doubt() == Doubt.THIS_ATTEMPT && (policy.probe() || policy.onUnknown() != OnUnknown.RETRY);
        return switch (attempt.failure().cause()) {
            case TRANSIENT, SILENT -> doubtDecides ? last(policy, attempt) : afterFailure(policy, attempt, now, chance);
            case LOST -> doubtDecides ? last(policy, attempt) : afterLoss(policy, attempt, now, chance);
            case THROTTLED -> doubtDecides ? last(policy, attempt) : afterThrottling(policy, attempt, now, chance);
            case BUSINESS -> last(policy, attempt);
            case POISON -> person(policy, attempt, attempt.failure());
        };
    }

    /** The last word, when nothing else is to be tried; but a service that knows more is heard before it (V5). */
    static Remedy last(Policy policy, FailedAttempt attempt) {
        return mustAsk(policy, attempt)
                ? new Remedy.Probe()
                : lastWord(policy.lastWord(attempt.doubt()), attempt.failure());
    }

    private static boolean mustAsk(Policy policy, FailedAttempt attempt) {
        return policy.probe() && attempt.doubt() != Doubt.NONE;
    }

    /** The last word about a step that nobody was given. */
    static Remedy withoutAttempt(Policy policy, Failure failure) {
        return lastWord(policy.then(), failure);
    }

    private static Remedy lastWord(Then word, Failure failure) {
        return switch (word) {
            case COMPENSATE -> new Remedy.Compensate(failure);
            case ESCALATE -> new Remedy.Escalate(failure);
            case CONTINUE -> new Remedy.Continue(failure);
        };
    }

    /** A person, whatever the policy says. */
    private static Remedy person(Policy policy, FailedAttempt attempt, Failure failure) {
        return mustAsk(policy, attempt) ? new Remedy.Probe() : new Remedy.Escalate(failure);
    }

    private static Remedy afterFailure(Policy policy, FailedAttempt attempt, Instant now, long chance) {
        int failed = attempt.series().failed();
        return failed < policy.retry().maxAttempts()
                ? backoff(policy.retry(), failed, now, chance)
                : exhausted(policy, attempt, now);
    }

    private static Remedy afterLoss(Policy policy, FailedAttempt attempt, Instant now, long chance) {
        int lost = attempt.series().lost();
        if (lost >= LOST_MAX) {
            return person(policy, attempt, Failures.poison(lost, attempt.failure()));
        }
        // A lost agent mostly says something about the agent, not about the service: another one may try at once.
        return lost <= 1 ? new Remedy.Retry(now, WaitReason.BACKOFF) : backoff(policy.retry(), lost - 1, now, chance);
    }

    private static Remedy afterThrottling(Policy policy, FailedAttempt attempt, Instant now, long chance) {
        int throttled = attempt.series().throttled();
        if (throttled > THROTTLED_MAX) {
            return exhausted(policy, attempt, now);
        }
        Duration asked = attempt.failure().retryAfter();
        if (asked == null || asked.isNegative() || asked.isZero()) {
            Instant at = Times.plusMicros(now, jitter(bound(policy.retry(), throttled), chance));
            return new Remedy.Retry(at, WaitReason.THROTTLED);
        }
        // Never earlier than asked, and up to a tenth later, so that those who were turned away do not come back at
        // once.
        long micros = Times.micros(asked.compareTo(RETRY_AFTER_MAX) > 0 ? RETRY_AFTER_MAX : asked);
        return new Remedy.Retry(Times.plusMicros(now, micros + jitter(micros / 10, chance)), WaitReason.THROTTLED);
    }

    private static Remedy exhausted(Policy policy, FailedAttempt attempt, Instant now) {
        return attempt.series().round() < policy.rounds()
                ? new Remedy.Pause(Times.plus(now, policy.pause()))
                : last(policy, attempt);
    }

    /** When to ask the service again that said that it is still at work. */
    static Instant nextProbe(Policy policy, int answers, Instant now, long chance) {
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

    /** Full jitter: anything from zero to {@code bound}. */
    private static long jitter(long bound, long chance) {
        return bound <= 0 ? 0 : Long.remainderUnsigned(chance, bound + 1);
    }
}
