package dev.reeve.agent.resilience;

import dev.reeve.agent.Handler;
import dev.reeve.internal.values.OptionChecks;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Adds Resilience4j retries and a circuit breaker to handlers. Short faults of a service are retried within the
 * attempt, as long as complete-by allows. The circuit breaker stops calls to a service that keeps failing. Create one
 * instance per process and share it, because it holds one breaker per action. Thread-safe.
 *
 * <pre>{@code
 * Resilience resilience = Resilience.standard();
 * agent.action("payment.charge", Charge.class, resilience.around("payment.charge",
 *         (charge, step) -> bank.charge(charge, step.idempotencyKey())));
 * }</pre>
 *
 * <p>All calls of an attempt have the same idempotency key. Business failures are not retried. Throttled calls are not
 * retried here either: the engine waits for them without holding a slot. A call that an open breaker refuses is
 * reported as throttled until the breaker lets calls through again. The step then waits in the engine, and uses up
 * none of its attempts.
 */
public final class Resilience {

    /** The default maximum number of calls in one attempt. */
    public static final int TRIES_DEFAULT = 3;

    private static final Duration BACKOFF = Duration.ofMillis(100);
    private static final Duration BACKOFF_MAX = Duration.ofSeconds(2);
    private static final int CALLS_JUDGED = 20;
    private static final int CALLS_JUDGED_MIN = 10;
    private static final int CALLS_TO_SEE = 3;
    private static final Duration OPEN_FOR = Duration.ofSeconds(5);

    private final int triesMax;
    private final IntervalFunction backoff;
    private final CircuitBreakerConfig breakerConfig;
    private final Map<String, ActionBreaker> breakers = new ConcurrentHashMap<>();
    private final Map<String, CallTally> tallies = new ConcurrentHashMap<>();

    private Resilience(int triesMax, IntervalFunction backoff, CircuitBreakerConfig breakerConfig) {
        this.triesMax = triesMax;
        this.backoff = backoff;
        this.breakerConfig = breakerConfig;
    }

    /**
     * The default configuration: three calls per attempt, about 100 and 200 milliseconds apart. A breaker opens for
     * five seconds when half of the last 20 calls failed, and then lets three calls through as a test.
     */
    public static Resilience standard() {
        return of(
                TRIES_DEFAULT,
                IntervalFunction.ofExponentialRandomBackoff(
                        BACKOFF,
                        IntervalFunction.DEFAULT_MULTIPLIER,
                        IntervalFunction.DEFAULT_RANDOMIZATION_FACTOR,
                        BACKOFF_MAX),
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(CALLS_JUDGED)
                        .minimumNumberOfCalls(CALLS_JUDGED_MIN)
                        .permittedNumberOfCallsInHalfOpenState(CALLS_TO_SEE)
                        .waitDurationInOpenState(OPEN_FOR)
                        .build());
    }

    /**
     * A custom configuration.
     *
     * @param triesMax the maximum number of calls in one attempt, 1 or more; with more calls, an attempt that fails
     *     takes longer
     * @param backoff the wait before the next call, in milliseconds; it should have jitter
     * @param breaker when an action's breaker opens, and for how long. Its choice of failures is ignored: transient
     *     faults count as failures, refusals of the service count as answers, and throttled or interrupted calls do
     *     not count
     */
    public static Resilience of(int triesMax, IntervalFunction backoff, CircuitBreakerConfig breaker) {
        OptionChecks.atLeast(1, "triesMax", triesMax);
        return new Resilience(triesMax, backoff, breaker);
    }

    /**
     * Wraps a handler with retries and the action's breaker.
     *
     * @param action the action; all its handlers share one breaker
     */
    public <I, O> Handler<I, O> around(String action, Handler<I, O> handler) {
        ActionBreaker breaker = own(action);
        CallTally tally = tally(action);
        return (input, step) ->
                new Tries(step, breaker, triesMax, backoff, tally).call(() -> handler.handle(input, step));
    }

    /** An action's breaker, to observe it or to bind it to metrics with Resilience4j's own modules. */
    public CircuitBreaker breaker(String action) {
        return own(action).calls();
    }

    /**
     * The number of retried calls of an action, for metrics. The engine sees attempts only, not the calls within them.
     */
    public RetryCounts retries(String action) {
        return tally(action).counts();
    }

    private CallTally tally(String action) {
        return tallies.computeIfAbsent(action, name -> new CallTally());
    }

    private ActionBreaker own(String action) {
        return breakers.computeIfAbsent(action, name -> new ActionBreaker(name, breakerConfig));
    }
}
