package dev.reeve.agent.resilience;

import dev.reeve.agent.StepFailure;
import dev.reeve.internal.values.Times;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The circuit breaker of one action. Thread-safe. */
final class ActionBreaker {

    /** The wait while a half-open breaker tests the service, or while a breaker was opened by hand. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final CircuitBreaker calls;
    private final Clock clock;

    /** When the breaker lets calls through again; meaningless while it is not open. */
    private volatile Instant openUntil = Instant.MIN;

    ActionBreaker(String action, CircuitBreakerConfig config) {
        this.clock = config.getClock();
        IntervalFunction openFor = config.getWaitIntervalFunctionInOpenState();
        this.calls = CircuitBreaker.of(
                action,
                CircuitBreakerConfig.from(config)
                        .recordException(thrown -> ServiceFault.of(thrown) == ServiceFault.PASSING)
                        .ignoreException(thrown -> ServiceFault.of(thrown) == ServiceFault.NO_ANSWER)
                        .waitIntervalFunctionInOpenState(opened -> {
                            // Called once for each opening. Only this function knows how long the opening lasts.
                            long millis = openFor.apply(opened);
                            openUntil = Times.plus(clock.instant(), Duration.ofMillis(millis));
                            return millis;
                        })
                        .build());
    }

    CircuitBreaker calls() {
        return calls;
    }

    /**
     * Makes the call, if the breaker permits it.
     *
     * @throws StepFailure throttled, without a call, until calls are let through again
     */
    <T> @Nullable T call(Callable<@Nullable T> call) throws Exception {
        try {
            return calls.executeCallable(call);
        } catch (CallNotPermittedException e) {
            throw StepFailure.throttled(
                            rest(), "%s is not called: its breaker is %s".formatted(calls.getName(), calls.getState()))
                    .causedBy(e);
        } catch (Error e) {
            // Resilience4j does not handle errors. Without this, the permission of the call would be lost forever.
            calls.releasePermission();
            throw e;
        }
    }

    private Duration rest() {
        Duration rest = Duration.between(clock.instant(), openUntil);
        return calls.getState() == CircuitBreaker.State.OPEN && rest.compareTo(Duration.ZERO) > 0 ? rest : SOON;
    }
}
