package dev.reeve.agent.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.Cause;
import dev.reeve.agent.Handler;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.attempt.TestStep;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A4: retries within complete-by, and a breaker for each action. */
class ResilienceTest {

    private static final String CHARGE = "payment.charge";
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** For breakers: moved by the test. */
    private static final class TestClock extends Clock {
        private Instant now = Instant.parse("2026-01-31T12:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private final TestClock clock = new TestClock();
    private final List<String> calls = new ArrayList<>();
    private final TestStep step = TestStep.first(CHARGE, MINUTE);
    private final Resilience resilience = resilience(3, IntervalFunction.of(1));

    private Resilience resilience(int tries, IntervalFunction backoff) {
        CircuitBreakerConfig breaker = CircuitBreakerConfig.custom()
                .slidingWindowSize(4)
                .minimumNumberOfCalls(4)
                .permittedNumberOfCallsInHalfOpenState(1)
                .waitDurationInOpenState(Duration.ofSeconds(30))
                .clock(clock)
                .build();
        return Resilience.of(tries, backoff, breaker);
    }

    /** Fails with these, one after the other, and then answers. */
    private Handler<String, ?> failing(Throwable... failures) {
        return (input, attempt) -> {
            calls.add(attempt.idempotencyKey());
            if (calls.size() <= failures.length) {
                throwing(failures[calls.size() - 1]);
            }
            return "paid " + input;
        };
    }

    private static void throwing(Throwable failure) throws Exception {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (Exception) failure;
    }

    private static StepFailure passing() {
        return StepFailure.transientError("NO_CONNECTION", "refused");
    }

    private StepFailure failure(Handler<String, ?> handler) {
        return catchThrowableOfType(StepFailure.class, () -> around(handler));
    }

    private Object around(Handler<String, ?> handler) throws Exception {
        Object answer = resilience.around(CHARGE, handler).handle("42", step);
        return answer == null ? "nothing" : answer;
    }

    @Test
    @DisplayName("O4: retries, and calls that succeeded after a retry, are counted by action")
    void retriesAreCounted() {
        Resilience patient = Resilience.of(3, IntervalFunction.of(1), CircuitBreakerConfig.ofDefaults());
        List<Handler<String, ?>> handlers = List.of(
                failing(),
                failing(passing(), passing()),
                failing(passing(), passing(), passing()),
                failing(StepFailure.businessError("DECLINED", "no")));
        for (Handler<String, ?> handler : handlers) {
            calls.clear();
            Throwable unused =
                    catchThrowable(() -> patient.around(CHARGE, handler).handle("42", step));
        }

        assertThat(patient.retries(CHARGE)).isEqualTo(new RetryCounts(4, 4, 1));
        assertThat(patient.retries("payment.refund")).isEqualTo(new RetryCounts(0, 0, 0));
    }

    @Test
    @DisplayName("A2: a brief fault is retried, always with the same idempotency key")
    void triedAgain() throws Exception {
        assertThat(around(failing(passing(), new IOException("reset")))).isEqualTo("paid 42");
        assertThat(calls).hasSize(3).containsOnly(step.idempotencyKey());
    }

    @Test
    @DisplayName("a fault that persists is reported unchanged after the last try")
    void givenUp() {
        assertThatThrownBy(() -> around(failing(passing(), passing(), new IOException("reset"), passing())))
                .isInstanceOf(IOException.class);
        assertThat(calls).hasSize(3);
    }

    @Test
    @DisplayName("A6: business errors are not retried, also when a future carries them")
    void permanentIsFinal() {
        StepFailure declined = StepFailure.businessError("DECLINED", "no money");

        assertThat(failure(failing(declined))).isSameAs(declined);
        assertThat(catchThrowable(() -> around(failing(passing(), new CompletionException(declined)))))
                .hasCause(declined);
        assertThat(calls).hasSize(2);
    }

    @Test
    @DisplayName("R3: throttling by the service is reported to the engine at once, with the requested delay")
    void throttledGoesToTheEngine() {
        StepFailure failure = failure(failing(StepFailure.throttled(Duration.ofSeconds(7))));

        assertThat(failure.kind()).isEqualTo(Cause.THROTTLED);
        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(7));
        assertThat(calls).hasSize(1);
    }

    @Test
    @DisplayName("I8: no try begins that is not expected to end before complete-by")
    void withinCompleteBy() {
        Handler<String, ?> slow = (input, attempt) -> {
            calls.add("slow");
            step.pass(Duration.ofSeconds(25));
            throw passing();
        };

        failure(slow);

        assertThat(calls)
                .as("25 + 25 seconds of 60; a third try would be too long")
                .hasSize(2);
    }

    @Test
    @DisplayName("I8: no try begins after a wait that would end too late")
    void waitsWithinCompleteBy() {
        Resilience patient = resilience(3, IntervalFunction.of(MINUTE.toMillis()));

        assertThatThrownBy(() -> patient.around(CHARGE, failing(passing())).handle("42", step))
                .isInstanceOf(StepFailure.class);
        assertThat(calls).hasSize(1);
    }

    @Test
    @DisplayName("an attempt whose result is no longer wanted is not retried")
    void notWhenCancelled() {
        Handler<String, ?> cancelled = (input, attempt) -> {
            calls.add("once");
            step.cancel();
            throw passing();
        };

        assertThat(failure(cancelled).code()).isEqualTo("NO_CONNECTION");
        assertThat(calls).hasSize(1);
    }

    @Test
    @DisplayName("I8: an interrupted agent does not retry, neither after a try nor during the wait")
    void notWhenInterrupted() {
        Handler<String, ?> interrupted = (input, attempt) -> {
            calls.add("once");
            Thread.currentThread().interrupt();
            throw passing();
        };
        Resilience rudely = resilience(3, failed -> {
            Thread.currentThread().interrupt();
            return MINUTE.toMillis() / 2;
        });

        failure(interrupted);
        assertThat(Thread.interrupted()).as("it stays interrupted").isTrue();
        assertThatThrownBy(() -> rudely.around(CHARGE, failing(passing(), passing(), passing()))
                        .handle("42", step))
                .isInstanceOf(StepFailure.class);
        assertThat(Thread.interrupted()).as("it stays interrupted").isTrue();
        assertThat(calls).hasSize(2);
    }

    @Test
    @DisplayName("C5: if one try may have had its effect, the attempt may have, too")
    void doubtStays() {
        assertThat(failure(failing(new IOException("reset"), StepFailure.businessError("DECLINED", "no money")))
                        .mayBeDone())
                .isTrue();
        calls.clear();
        assertThat(failure(failing(passing(), passing(), passing())).mayBeDone())
                .isFalse();
    }

    @Test
    @DisplayName("R3: an open breaker throttles its steps, calls nothing, and is shared by all handlers")
    void anOpenBreakerThrottles() throws Exception {
        Handler<String, ?> down = failing(passing(), passing(), passing(), passing(), passing());
        failure(down);
        StepFailure opened = failure(down);
        assertThat(calls)
                .as("the fourth failure opens it, and the fifth try is not made")
                .hasSize(4);
        assertThat(opened.kind()).isEqualTo(Cause.THROTTLED);
        assertThat(opened.retryAfter()).contains(Duration.ofSeconds(30));

        clock.pass(Duration.ofSeconds(10));
        StepFailure refused = failure(failing());
        assertThat(refused.retryAfter()).contains(Duration.ofSeconds(20));
        assertThat(refused.mayBeDone()).isFalse();
        assertThat(refused.message()).contains(CHARGE, "OPEN");
        assertThat(calls).hasSize(4);
        assertThat(resilience.around("other.action", failing()).handle("1", step))
                .isEqualTo("paid 1");

        clock.pass(Duration.ofSeconds(21));
        assertThat(around(failing())).isEqualTo("paid 42");
        assertThat(resilience.breaker(CHARGE).getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    @DisplayName("C5: a possible effect is reported even if the breaker refuses the next try")
    void doubtStaysWhenTheBreakerOpens() {
        Resilience many = resilience(5, IntervalFunction.of(1));
        IOException reset = new IOException("reset");

        StepFailure failure = catchThrowableOfType(
                StepFailure.class,
                () -> many.around(CHARGE, failing(reset, reset, reset, reset, reset))
                        .handle("42", step));

        assertThat(failure.kind()).isEqualTo(Cause.THROTTLED);
        assertThat(failure.mayBeDone()).isTrue();
    }

    @Test
    @DisplayName("R3: refusals and throttling by the service do not open the breaker")
    void answersDoNotOpen() {
        for (int i = 0; i < 10; i++) {
            calls.clear();
            failure(failing(i % 2 == 0 ? StepFailure.businessError("NO", "no") : StepFailure.throttled(MINUTE)));
        }

        assertThat(resilience.breaker(CHARGE).getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        assertThat(resilience.breaker(CHARGE).getMetrics().getNumberOfFailedCalls())
                .isZero();
    }

    @Test
    @DisplayName("an error in the trial call does not block later trial calls")
    void errorsGiveTheirPlaceBack() throws Exception {
        resilience.breaker(CHARGE).transitionToOpenState();
        clock.pass(Duration.ofSeconds(31));

        assertThatThrownBy(() -> around(failing(new StackOverflowError()))).isInstanceOf(StackOverflowError.class);

        assertThat(around(failing())).isEqualTo("paid 42");
    }

    @Test
    @DisplayName("invalid options are refused when they are created")
    void refusedWhenMade() {
        assertThatThrownBy(() -> resilience(0, IntervalFunction.of(1))).hasMessageContaining("expected 1 or more");
    }
}
