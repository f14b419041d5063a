package dev.reeve.internal.core.recovery;

import dev.reeve.CallTimes;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Retry;
import java.time.Duration;
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
 */
public record RecoveryPolicy(Retry retry, boolean probe, OnUnknown onUnknown, Duration pause, int rounds, Then then) {

    /** The policy with the durations that were computed for a call. */
    public RecoveryPolicy with(@Nullable CallTimes times) {
        return times == null || (times.backoff() == null && times.maxBackoff() == null)
                ? this
                : new RecoveryPolicy(retry(times.backoff(), times.maxBackoff()), probe, onUnknown, pause, rounds, then);
    }

    /** As in a definition, a first delay beyond the maximum raises it, unless the maximum is computed too. */
    private Retry retry(@Nullable Duration backoff, @Nullable Duration maxBackoff) {
        Retry first = backoff == null ? retry : retry.withBackoff(backoff);
        return maxBackoff == null ? first : first.withMaxBackoff(maxBackoff);
    }

    /** The policy after the service has been asked. */
    public RecoveryPolicy withoutProbe() {
        return probe ? new RecoveryPolicy(retry, false, onUnknown, pause, rounds, then) : this;
    }

    /**
     * The final decision about a step that is given up. For a step in doubt, {@code onUnknown} decides, unless it
     * is retry.
     */
    Then lastWord(Doubt doubt) {
        return switch (doubt == Doubt.NONE ? OnUnknown.RETRY : onUnknown) {
            case RETRY -> then;
            case COMPENSATE -> Then.COMPENSATE;
            case ESCALATE -> Then.ESCALATE;
        };
    }
}
