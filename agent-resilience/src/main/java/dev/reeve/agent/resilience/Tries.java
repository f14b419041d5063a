package dev.reeve.agent.resilience;

import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The calls of one attempt, with retries. Not thread-safe. */
final class Tries {

    private final StepContext step;
    private final ActionBreaker breaker;
    private final int triesMax;
    private final IntervalFunction backoff;
    private final CallTally tally;
    private int made;
    private int failed;
    private Duration longest = Duration.ZERO;
    private long waitMillis;

    /** Whether any call may have had its effect. The report of the last call does not change that. */
    private boolean doubt;

    Tries(StepContext step, ActionBreaker breaker, int triesMax, IntervalFunction backoff, CallTally tally) {
        this.step = step;
        this.breaker = breaker;
        this.triesMax = triesMax;
        this.backoff = backoff;
        this.tally = tally;
    }

    <O> @Nullable O call(Callable<@Nullable O> call) throws Exception {
        RetryConfig config = RetryConfig.<@Nullable O>custom()
                .maxAttempts(triesMax)
                .retryOnException(this::isWorthwhile)
                .intervalBiFunction((number, outcome) -> waitMillis)
                .build();
        try {
            return Retry.of(step.action(), config).executeCallable(() -> once(call));
        } catch (Exception e) {
            throw ServiceFault.unwrapped(e) instanceof StepFailure failure && doubt ? failure.possiblyDone() : e;
        }
    }

    private <O> @Nullable O once(Callable<@Nullable O> call) throws Exception {
        Duration before = step.remaining();
        tally.begun(++made);
        try {
            O answer = breaker.call(call);
            tally.wentWell(made);
            return answer;
        } catch (Exception e) {
            doubt |= ServiceFault.mayBeDone(e);
            throw e;
        } finally {
            Duration took = before.minus(step.remaining());
            longest = took.compareTo(longest) > 0 ? took : longest;
        }
    }

    /** Whether a retry may help and, judging by the calls before, end before complete-by. */
    private boolean isWorthwhile(Throwable thrown) {
        if (ServiceFault.of(thrown) != ServiceFault.PASSING
                || step.cancelled()
                || Thread.currentThread().isInterrupted()) {
            return false;
        }
        failed++;
        waitMillis = Math.max(0, backoff.apply(failed));
        // The longest call is subtracted on one side only, because a sum with a very long wait could overflow.
        return step.remaining().minus(longest).compareTo(Duration.ofMillis(waitMillis)) > 0;
    }
}
