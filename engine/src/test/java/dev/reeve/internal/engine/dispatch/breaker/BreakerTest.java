package dev.reeve.internal.engine.dispatch.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.BreakerOptions;
import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.ServiceState;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** R3: when an action counts as failing for all callers, and how its service is tried. */
class BreakerTest {

    private static final BreakerOptions OPTIONS =
            new BreakerOptions(10, 6, 3, 0.5, Duration.ofSeconds(10), Duration.ofSeconds(60), 3);
    private static final Outcome FAILED = new Outcome.Failed("TRANSIENT DOWN");
    private static final int SLOTS = 40;

    private final Breaker breaker = new Breaker(OPTIONS, new Random(7));
    private long nanos = Duration.ofHours(1).toNanos();
    private int executions;

    @Test
    @DisplayName("R3: it opens when half of the last attempts of several executions failed, and not before there "
            + "are enough")
    void opensWhenMostFail() {
        for (int i = 0; i < 3; i++) {
            attempt(Outcome.ANSWERED);
        }
        attempt(FAILED);
        attempt(FAILED);
        assertThat(breaker.state()).isEqualTo(ServiceState.CLOSED);

        attempt(FAILED);

        assertThat(breaker.state()).isEqualTo(ServiceState.OPEN);
        assertThat(breaker.permits()).isFalse();
        assertThat(breaker.why())
                .isEqualTo("it failed for 3 of the last 6 executions that called it; the last one with TRANSIENT DOWN");
    }

    @Test
    @DisplayName("R3: one bad order opens nothing, however often it fails")
    void oneBadOrderOpensNothing() {
        ExecutionId bad = execution();
        ExecutionId other = execution();
        for (int i = 0; i < 50; i++) {
            attempt(i % 2 == 0 ? bad : other, FAILED);
        }
        for (int i = 0; i < 3; i++) {
            attempt(FAILED);
        }
        assertThat(breaker.state()).isEqualTo(ServiceState.CLOSED);

        attempt(FAILED);
        assertThat(breaker.state()).isEqualTo(ServiceState.OPEN);
    }

    @Test
    @DisplayName("R3: a few executions with many retries do not stop a service that works for others")
    void fewBadOrdersAmongMany() {
        for (int i = 0; i < 8; i++) {
            attempt(Outcome.ANSWERED);
        }
        ExecutionId[] bad = {execution(), execution(), execution()};
        for (int i = 0; i < 300; i++) {
            attempt(bad[i % bad.length], FAILED);
        }

        assertThat(breaker.state()).isEqualTo(ServiceState.CLOSED);
        assertThat(breaker.failureShare()).isEqualTo(0.3);
    }

    @Test
    @DisplayName("R3: a service that refuses is healthy; lost agents and returned work do not count")
    void whatSaysNothingOfTheService() {
        for (int i = 0; i < 30; i++) {
            attempt(Outcome.of(failure(Cause.BUSINESS, "DECLINED", null)));
            attempt(Outcome.of(failure(Cause.LOST, "AGENT_LOST", null)));
            attempt(Outcome.of(failure(Cause.POISON, "POISON", null)));
            attempt(Outcome.of(failure(Cause.THROTTLED, "AGENT_CLOSING", Duration.ofMillis(100))));
        }
        assertThat(breaker.state()).isEqualTo(ServiceState.CLOSED);
        assertThat(breaker.failureShare()).isZero();
    }

    @Test
    @DisplayName("R3: silence counts as failure")
    void silenceCounts() {
        openBy(Outcome.SILENT);
        assertThat(breaker.state()).isEqualTo(ServiceState.OPEN);
    }

    @Test
    @DisplayName("R3: a throttled action stays closed for the requested time")
    void waitsAsLongAsAsked() {
        openBy(new Outcome.Throttled("THROTTLED BUSY", Duration.ofMinutes(4)));
        assertThat(Duration.ofNanos(breaker.untilNanos() - nanos)).isEqualTo(Duration.ofMinutes(4));
    }

    @Test
    @DisplayName("R3: one long throttling among failures does not keep it open as long")
    void oneThrottlingIsNotAll() {
        attempt(new Outcome.Throttled("THROTTLED BUSY", Duration.ofMinutes(40)));
        openBy(FAILED);
        assertThat(Duration.ofNanos(breaker.untilNanos() - nanos)).isLessThanOrEqualTo(OPTIONS.openFirst());
    }

    @Test
    @DisplayName("R3: a service that throttles for days is tried within an hour")
    void nobodyIsLeftAloneForEver() {
        openBy(new Outcome.Throttled("THROTTLED BUSY", Duration.ofDays(9)));
        assertThat(Duration.ofNanos(breaker.untilNanos() - nanos)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    @DisplayName("R3: each failed trial lengthens the pause, with jitter, up to a limit")
    void opensForLonger() {
        openBy(FAILED);
        Duration before = Duration.ZERO;
        for (int i = 0; i < 8; i++) {
            Duration wait = Duration.ofNanos(breaker.untilNanos() - nanos);
            Duration bound = i < 3 ? OPTIONS.openFirst().multipliedBy(1L << i) : OPTIONS.openMax();
            assertThat(wait)
                    .isBetween(bound.multipliedBy(3).dividedBy(4), bound)
                    .isNotEqualTo(before);
            before = wait;
            halfOpen();
            attempt(FAILED);
            assertThat(breaker.state()).isEqualTo(ServiceState.HALF_OPEN);
            attempt(FAILED);
            assertThat(breaker.state()).isEqualTo(ServiceState.OPEN);
        }
    }

    @Test
    @DisplayName("R3: a few trial attempts test the service, and the others wait for their results")
    void halfOpenLetsAFewThrough() {
        openBy(FAILED);
        halfOpen();

        int first = breaker.begin();
        breaker.begin();
        assertThat(breaker.permits()).isTrue();
        breaker.begin();
        assertThat(breaker.permits()).isFalse();

        // Its agent was lost: that says nothing, so another one may try.
        end(first, Outcome.UNKNOWN);
        assertThat(breaker.permits()).isTrue();
        first = breaker.begin();
        end(first, Outcome.ANSWERED);
        assertThat(breaker.permits()).isFalse();
    }

    @Test
    @DisplayName("R3: attempts from before the opening do not count, and take no trial slot")
    void oldAttemptsDoNotCount() {
        int[] hanging = new int[20];
        for (int i = 0; i < hanging.length; i++) {
            hanging[i] = breaker.begin();
        }
        openBy(FAILED);
        halfOpen();
        assertThat(breaker.permits()).isTrue();

        for (int attempt : hanging) {
            end(attempt, Outcome.SILENT);
        }
        assertThat(breaker.state()).isEqualTo(ServiceState.HALF_OPEN);
        assertThat(breaker.underWay()).isZero();
    }

    @Test
    @DisplayName("R3: waiting work is let through in a ramp: the limit doubles with each successful round")
    void ramps() {
        openBy(FAILED);
        halfOpen();
        for (int i = 0; i < 3; i++) {
            attempt(Outcome.ANSWERED);
        }
        assertThat(breaker.state()).isEqualTo(ServiceState.RAMPING);
        for (int limit : new int[] {6, 12, 24}) {
            assertThat(breaker.limit()).isEqualTo(limit);
            int[] begun = new int[limit];
            for (int i = 0; i < limit; i++) {
                assertThat(breaker.permits()).isTrue();
                begun[i] = breaker.begin();
            }
            assertThat(breaker.permits()).isFalse();
            for (int attempt : begun) {
                end(attempt, Outcome.ANSWERED);
            }
        }
        assertThat(breaker.state()).isEqualTo(ServiceState.CLOSED);
        assertThat(breaker.limit()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    @DisplayName("R3: a failure during the ramp lengthens the pause; closing forgets the history")
    void failsAgainInTheRamp() {
        openBy(FAILED);
        halfOpen();
        for (int i = 0; i < 3; i++) {
            attempt(Outcome.ANSWERED);
        }
        attempt(FAILED);
        attempt(FAILED);
        assertThat(breaker.state()).isEqualTo(ServiceState.RAMPING);
        attempt(FAILED);
        assertThat(breaker.state()).isEqualTo(ServiceState.OPEN);
        assertThat(Duration.ofNanos(breaker.untilNanos() - nanos)).isGreaterThan(OPTIONS.openFirst());
        recover();
        openBy(FAILED);
        assertThat(Duration.ofNanos(breaker.untilNanos() - nanos)).isLessThanOrEqualTo(OPTIONS.openFirst());
    }

    @Test
    @DisplayName("R3: with a single slot there is no ramp")
    void whereTheLimitLimitsNobody() {
        openBy(FAILED);
        halfOpen();
        for (int i = 0; i < 3; i++) {
            int begun = breaker.begin();
            breaker.ended(begun, Outcome.ANSWERED, execution(), nanos, 1);
            breaker.over(begun);
        }
        assertThat(breaker.state()).isEqualTo(ServiceState.CLOSED);
    }

    @Test
    @DisplayName("R3: a paused action stays paused until a person resumes it, then ramps up")
    void aPersonDecides() {
        int underWay = breaker.begin();
        breaker.pause(nanos);
        nanos += Duration.ofDays(30).toNanos();
        breaker.tick(nanos);
        end(underWay, Outcome.ANSWERED);
        assertThat(breaker.state()).isEqualTo(ServiceState.PAUSED);
        assertThat(breaker.permits()).isFalse();

        breaker.resume(nanos);

        assertThat(breaker.state()).isEqualTo(ServiceState.RAMPING);
        assertThat(breaker.limit()).isEqualTo(3);
        recover();
    }

    @Test
    @DisplayName("R3: without a breaker no action opens by itself, and a resumed one is closed at once")
    void withoutABreaker() {
        Breaker off = new Breaker(BreakerOptions.OFF, new Random(1));
        for (int i = 0; i < 100; i++) {
            off.ended(off.begin(), FAILED, execution(), nanos, SLOTS);
        }
        assertThat(off.state()).isEqualTo(ServiceState.CLOSED);
        off.pause(nanos);
        off.resume(nanos);
        assertThat(off.state()).isEqualTo(ServiceState.CLOSED);
    }

    private void openBy(Outcome outcome) {
        for (int i = 0; i < 10 && breaker.state() == ServiceState.CLOSED; i++) {
            attempt(outcome);
        }
        assertThat(breaker.state()).isEqualTo(ServiceState.OPEN);
    }

    private void halfOpen() {
        nanos = breaker.untilNanos() - 1;
        breaker.tick(nanos);
        assertThat(breaker.state()).isEqualTo(ServiceState.OPEN);
        nanos++;
        breaker.tick(nanos);
        assertThat(breaker.state()).isEqualTo(ServiceState.HALF_OPEN);
    }

    private void recover() {
        if (breaker.state() == ServiceState.OPEN) {
            halfOpen();
        }
        for (int i = 0; i < 200 && breaker.state() != ServiceState.CLOSED; i++) {
            attempt(Outcome.ANSWERED);
        }
        assertThat(breaker.state()).isEqualTo(ServiceState.CLOSED);
    }

    private void attempt(Outcome outcome) {
        attempt(execution(), outcome);
    }

    private void attempt(ExecutionId execution, Outcome outcome) {
        int begun = breaker.begin();
        breaker.ended(begun, outcome, execution, nanos, SLOTS);
        breaker.over(begun);
    }

    private void end(int begun, Outcome outcome) {
        breaker.ended(begun, outcome, execution(), nanos, SLOTS);
        breaker.over(begun);
    }

    private ExecutionId execution() {
        return new ExecutionId(new UUID(0, ++executions));
    }

    private static Failure failure(Cause cause, String code, @Nullable Duration retryAfter) {
        return new Failure(cause, code, "said so", null, retryAfter, false);
    }
}
