package dev.reeve.internal.core.recovery;

import dev.reeve.CallTimes;
import dev.reeve.Failure;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a step handles its failures for one purpose.
 *
 * @param retry how often and how fast attempts are retried
 * @param probe whether the step has a probe
 * @param onUnknown how an unknown outcome is handled without an answer of a probe
 * @param pause the wait before each further round
 * @param rounds the number of further rounds
 * @param then the final decision
 * @param byCode the final decision after failures with these codes, without further rounds
 */
public record RecoveryPolicy(
        Retry retry,
        boolean probe,
        OnUnknown onUnknown,
        Duration pause,
        int rounds,
        Then then,
        Map<String, Then> byCode) {

    /** A policy with one final decision for all codes. */
    public RecoveryPolicy(Retry retry, boolean probe, OnUnknown onUnknown, Duration pause, int rounds, Then then) {
        this(retry, probe, onUnknown, pause, rounds, then, Map.of());
    }

    /** The policy with the durations that were computed for a call. */
    public RecoveryPolicy with(@Nullable CallTimes times) {
        return times == null || (times.backoff() == null && times.maxBackoff() == null)
                ? this
                : new RecoveryPolicy(
                        retry(times.backoff(), times.maxBackoff()), probe, onUnknown, pause, rounds, then, byCode);
    }

    /** As in a definition, a first delay beyond the maximum raises it, unless the maximum is computed too. */
    private Retry retry(@Nullable Duration backoff, @Nullable Duration maxBackoff) {
        Retry first = backoff == null ? retry : retry.withBackoff(backoff);
        return maxBackoff == null ? first : first.withMaxBackoff(maxBackoff);
    }

    /** The policy after the service has been asked. */
    public RecoveryPolicy withoutProbe() {
        return probe ? new RecoveryPolicy(retry, false, onUnknown, pause, rounds, then, byCode) : this;
    }

    /**
     * Whether a failure may be retried at all. Of a lost attempt the code says nothing about the request, so only
     * {@code never} can name it.
     */
    boolean isRetried(Failure failure) {
        if (retry.never().contains(failure.code())) {
            return false;
        }
        return switch (failure.cause()) {
            case LOST -> true;
            case POISON -> false;
            case BUSINESS -> retry.on().contains(failure.code()) && !EngineFailures.isNotTaken(failure);
            case TRANSIENT, SILENT, THROTTLED ->
                retry.on().isEmpty() || retry.on().contains(failure.code());
        };
    }

    /** Whether further rounds of attempts follow exhausted retries. */
    boolean hasRound(int round, Failure failure) {
        return round < rounds && ofCode(failure) == null;
    }

    /**
     * The final decision about a step that is given up. For a step in doubt, {@code onUnknown} decides, unless it
     * is retry.
     */
    Then lastWord(Doubt doubt, Failure failure) {
        return switch (doubt == Doubt.NONE ? OnUnknown.RETRY : onUnknown) {
            case RETRY -> lastWord(failure);
            case COMPENSATE -> Then.COMPENSATE;
            case ESCALATE -> Then.ESCALATE;
        };
    }

    /** The final decision about a failure that leaves no doubt. */
    Then lastWord(Failure failure) {
        Then named = ofCode(failure);
        return named == null ? then : named;
    }

    private @Nullable Then ofCode(Failure failure) {
        if (byCode.isEmpty()) {
            return null;
        }
        Then named = byCode.get(failure.code());
        String ofChild = named == null ? EngineFailures.codeOfChild(failure) : null;
        return ofChild == null ? named : byCode.get(ofChild);
    }
}
