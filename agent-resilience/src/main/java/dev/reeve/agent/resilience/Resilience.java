package dev.reeve.agent.resilience;

import dev.reeve.agent.Handler;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts Resilience4j around handlers (A4): short faults of a service are tried again within the attempt, as long as complete-by allows,
 * and a service that keeps failing is left alone by a circuit breaker. Make one for a process and share it, since there is one breaker
 * for each action. Thread-safe.
 *
 * <pre>{@code
 * Resilience resilience = Resilience.standard();
 * agent.action("payment.charge", Charge.class, resilience.around("payment.charge",
 *         (charge, step) -> bank.charge(charge, step.idempotencyKey())));
 * }</pre>
 *
 * <p>All tries of an attempt have the same idempotency key. Permanent failures are not tried again, nor is what the service throttles,
 * which the engine waits for without holding a slot. What an open breaker refuses is reported as throttled until it lets calls through
 * again: the step waits in the engine, and uses up none of its attempts.
 */
public final class Resilience {

    /** How often a call is made in one attempt at most, unless said otherwise. */
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
    private final Map<String, Breaker> breakers = new ConcurrentHashMap<>();
    private final Map<String, Tally> tallies = new ConcurrentHashMap<>();

    private Resilience(int triesMax, IntervalFunction backoff, CircuitBreakerConfig breakerConfig) {
        this.triesMax = triesMax;
        this.backoff = backoff;
        this.breakerConfig = breakerConfig;
    }

    /**
     * Three tries, about 100 and 200 milliseconds apart. A breaker opens for five seconds when half of the last 20 calls failed, and
     * then lets three through to see.
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
     * In your own way.
     *
     * @param triesMax how often a call is made in one attempt at most, from 1; with more, an attempt that fails lasts longer
     * @param backoff how long to wait before the next try, in milliseconds; let it jitter
     * @param breaker when an action's breaker opens and for how long. What counts as a failure is said here, whatever it says: faults
     *     that may pass do, refusals of the service are answers, and what is throttled or interrupted does not count at all
     */
    public static Resilience of(int triesMax, IntervalFunction backoff, CircuitBreakerConfig breaker) {
        if (triesMax < 1) {
            throw new IllegalArgumentException("triesMax: expected 1 or more, found " + triesMax);
        }
        return new Resilience(triesMax, backoff, breaker);
    }

    /**
     * The handler with retries and the action's breaker around it.
     *
     * @param action whose breaker it shares with all other handlers of that action
     */
    public <I> Handler<I> around(String action, Handler<I> handler) {
        Breaker breaker = own(action);
        Tally tally = tally(action);
        return (input, step) ->
                new Tries(step, breaker, triesMax, backoff, tally).call(() -> handler.handle(input, step));
    }

    /** An action's breaker, to be watched, or to be put into metrics by Resilience4j's own means. */
    public CircuitBreaker breaker(String action) {
        return own(action).calls();
    }

    /** How often an action's calls were made again, for metrics: the engine, which sees attempts, knows nothing of that. */
    public RetryCounts retries(String action) {
        return tally(action).counts();
    }

    private Tally tally(String action) {
        return tallies.computeIfAbsent(action, name -> new Tally());
    }

    private Breaker own(String action) {
        return breakers.computeIfAbsent(action, name -> new Breaker(name, breakerConfig));
    }
}
