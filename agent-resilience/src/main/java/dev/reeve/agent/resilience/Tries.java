package dev.reeve.agent.resilience;

import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The tries of one attempt. For one thread. */
final class Tries {

    private final StepContext step;
    private final Breaker breaker;
    private final int triesMax;
    private final IntervalFunction backoff;
    private final Tally tally;
    private int made;
    private int failed;
    private Duration longest = Duration.ZERO;
    private long waitMillis;

    /** Whether any try may have had its effect; what the last one says of itself does not change that (C5). */
    private boolean doubt;

    Tries(StepContext step, Breaker breaker, int triesMax, IntervalFunction backoff, Tally tally) {
        this.step = step;
        this.breaker = breaker;
        this.triesMax = triesMax;
        this.backoff = backoff;
        this.tally = tally;
    }

    @Nullable Object call(Callable<@Nullable Object> call) throws Exception {
        RetryConfig config = RetryConfig.<@Nullable Object>custom()
                .maxAttempts(triesMax)
                .retryOnException(this::isWorthwhile)
                .intervalBiFunction((number, outcome) -> waitMillis)
                .build();
        try {
            return Retry.of(step.action(), config).executeCallable(() -> once(call));
        } catch (Exception e) {
            throw Fault.unwrapped(e) instanceof StepFailure failure && doubt ? failure.possiblyDone() : e;
        }
    }

    private @Nullable Object once(Callable<@Nullable Object> call) throws Exception {
        Duration before = step.remaining();
        tally.begun(++made);
        try {
            Object answer = breaker.call(call);
            tally.wentWell(made);
            return answer;
        } catch (Exception e) {
            doubt |= Fault.mayBeDone(e);
            throw e;
        } finally {
            Duration took = before.minus(step.remaining());
            longest = took.compareTo(longest) > 0 ? took : longest;
        }
    }

    /** Whether another try may help, and, as far as the ones before it can tell, be through by complete-by. */
    private boolean isWorthwhile(Throwable thrown) {
        if (Fault.of(thrown) != Fault.PASSING
                || step.cancelled()
                || Thread.currentThread().isInterrupted()) {
            return false;
        }
        failed++;
        waitMillis = Math.max(0, backoff.apply(failed));
        // One side only has the longest, so that nothing is added to what may be as long as there are numbers.
        return step.remaining().minus(longest).compareTo(Duration.ofMillis(waitMillis)) > 0;
    }
}
