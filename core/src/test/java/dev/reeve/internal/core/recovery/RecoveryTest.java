package dev.reeve.internal.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.Purpose;
import dev.reeve.internal.core.Flow;
import dev.reeve.internal.core.Story;
import dev.reeve.internal.core.recovery.Recovery.FailedAttempt;
import dev.reeve.internal.core.recovery.Recovery.Remedy;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.values.Times;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** R1, R43: the one pure function that says what is done about a failure. */
class RecoveryTest {

    private static final Instant NOW = Story.START;
    private static final Retry RETRY = new Retry(10, Duration.ofSeconds(1), 2, Duration.ofSeconds(5));

    private static RecoveryPolicy policy(Then then) {
        return new RecoveryPolicy(RETRY, false, OnUnknown.RETRY, Duration.ZERO, 0, then);
    }

    private static Series failed(Cause cause, int times) {
        Series series = Series.ready(null, null);
        for (int i = 1; i <= times; i++) {
            series = series.started(i, NOW).ended(i, Story.failure(cause, true));
        }
        return series;
    }

    private static Remedy decide(RecoveryPolicy policy, Cause cause, int times, long chance) {
        return decide(policy, failed(cause, times), Story.failure(cause, true), chance);
    }

    private static Remedy decide(RecoveryPolicy policy, Series series, Failure failure, long chance) {
        return Recovery.decide(policy, new FailedAttempt(series, failure, Doubt.THIS_ATTEMPT, null), NOW, chance);
    }

    @Test
    @DisplayName("R43 full jitter: from nothing to the bound, which doubles up to its maximum; all of it is used")
    void fullJitter() {
        SplittableRandom random = new SplittableRandom(1);
        long[] bounds = {1, 2, 4, 5, 5};
        for (int failures = 1; failures <= bounds.length; failures++) {
            Duration bound = Duration.ofSeconds(bounds[failures - 1]);
            Duration least = bound;
            Duration most = Duration.ZERO;
            for (int i = 0; i < 2000; i++) {
                Remedy remedy = decide(policy(Then.COMPENSATE), Cause.TRANSIENT, failures, random.nextLong());
                Duration wait = Duration.between(NOW, ((Remedy.Retry) remedy).at());
                assertThat(wait).isBetween(Duration.ZERO, bound);
                least = wait.compareTo(least) < 0 ? wait : least;
                most = wait.compareTo(most) > 0 ? wait : most;
            }
            assertThat(least).isLessThan(bound.dividedBy(100));
            assertThat(most).isGreaterThan(bound.multipliedBy(99).dividedBy(100));
        }
    }

    @Test
    @DisplayName("huge factors and durations do not overflow")
    void noOverflow() {
        Duration ages = Duration.ofSeconds(Long.MAX_VALUE);
        RecoveryPolicy policy = new RecoveryPolicy(
                new Retry(1_000_000, ages, 1e300, ages), false, OnUnknown.RETRY, ages, 1, Then.COMPENSATE);

        Remedy.Retry retry = (Remedy.Retry) decide(policy, Cause.TRANSIENT, 1000, -1);
        assertThat(retry.at()).isBetween(NOW, Times.MAX);
        RecoveryPolicy paused = new RecoveryPolicy(Retry.NONE, false, OnUnknown.RETRY, ages, 1, Then.COMPENSATE);
        assertThat(decide(paused, Cause.TRANSIENT, 1, 0)).isEqualTo(new Remedy.Pause(Times.MAX));
    }

    @ParameterizedTest
    @EnumSource(Then.class)
    @DisplayName("onExhausted decides at the end")
    void lastWord(Then then) {
        Remedy remedy = decide(policy(then), Cause.BUSINESS, 1, 0);

        Failure failure = Story.failure(Cause.BUSINESS, true);
        assertThat(remedy)
                .isEqualTo(
                        switch (then) {
                            case COMPENSATE -> new Remedy.Compensate(failure);
                            case ESCALATE -> new Remedy.Escalate(failure);
                            case CONTINUE -> new Remedy.Continue(failure);
                        });
    }

    @Test
    @DisplayName("causes have budgets of their own: lost agents do not use up retries, nor do throttled ones")
    void ownBudgets() {
        Series series = failed(Cause.LOST, 4);
        for (int i = 5; i < 30; i++) {
            series = series.started(i, NOW).ended(i, Story.throttled(Duration.ofSeconds(1)));
        }
        for (int i = 30; i < 39; i++) {
            series = series.started(i, NOW).ended(i, Story.transientFailure());
        }

        assertThat(decide(policy(Then.COMPENSATE), series, Story.transientFailure(), 0))
                .isInstanceOf(Remedy.Retry.class);
        series = series.started(39, NOW).ended(39, Story.transientFailure());
        assertThat(decide(policy(Then.COMPENSATE), series, Story.transientFailure(), 0))
                .isInstanceOf(Remedy.Compensate.class);
    }

    @Test
    @DisplayName("an agent can declare its own step poison")
    void poisonByReport() {
        assertThat(decide(policy(Then.CONTINUE), Cause.POISON, 1, 0)).isInstanceOf(Remedy.Escalate.class);
    }

    @Test
    @DisplayName("nonces: equal inputs give equal nonces, and other inputs give others")
    void nonces() {
        Plan plan = Flow.of(Flow.step("a"), Flow.step("b")).plan();
        Set<Long> nonces = new HashSet<>();
        int asked = 0;
        for (long seed = 0; seed < 50; seed++) {
            for (int step = 0; step < 2; step++) {
                for (Purpose purpose : Purpose.values()) {
                    for (int attempt = 1; attempt <= 20; attempt++) {
                        long nonce = plan.node(step).nonce(seed, purpose, attempt);
                        assertThat(nonce).isEqualTo(plan.node(step).nonce(seed, purpose, attempt));
                        nonces.add(nonce);
                        nonces.add(plan.node(step).jitter(seed, purpose, attempt));
                        asked += 2;
                    }
                }
            }
        }
        assertThat(nonces).hasSize(asked);
    }
}
