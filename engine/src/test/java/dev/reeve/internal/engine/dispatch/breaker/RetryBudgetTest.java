package dev.reeve.internal.engine.dispatch.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.RetryOptions;
import dev.reeve.StepPath;
import dev.reeve.internal.engine.dispatch.queue.CallCounter;
import dev.reeve.internal.engine.dispatch.queue.ReadyQueue;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** R3: no retry storm, and no starving on either side. */
class RetryBudgetTest {

    private static final RetryOptions OPTIONS = new RetryOptions(0.2, 1, 10);

    private long nanos = -5;
    private final RetryBudget budget = new RetryBudget(OPTIONS, nanos);
    private final ReadyQueue queue = new ReadyQueue("work", new CallCounter());
    private int executions;

    @Test
    @DisplayName("R3: failing retries are at most a share of first attempts, after the saved budget is used")
    void retriesAreAShareOfFirstAttempts() {
        use(10);
        assertThat(budget.allowsRetry()).isFalse();
        int retries = 0;
        for (int i = 0; i < 1_000; i++) {
            budget.begin(false);
            if (budget.allowsRetry()) {
                budget.begin(true);
                retries++;
            }
        }
        assertThat(retries).isBetween(199, 200);
    }

    @Test
    @DisplayName("R3: a few retries are allowed without any first attempt")
    void aLittleIsAlwaysTriedAgain() {
        use(10);
        int retries = 0;
        for (int i = 0; i < 60; i++) {
            nanos += Duration.ofSeconds(1).toNanos();
            budget.tick(nanos);
            while (budget.allowsRetry()) {
                budget.begin(true);
                retries++;
            }
        }
        assertThat(retries).isEqualTo(60);
    }

    @Test
    @DisplayName("R3: successful retries use up no budget, so work after an outage is not delayed")
    void whatSucceedsCostsNothing() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(budget.allowsRetry()).isTrue();
            budget.begin(true);
            budget.giveBack();
        }
    }

    @Test
    @DisplayName("R3: the saved budget is limited")
    void savingsAreLimited() {
        nanos += Duration.ofDays(3).toNanos();
        budget.tick(nanos);
        use(10);
        assertThat(budget.allowsRetry()).isFalse();
    }

    @Test
    @DisplayName("R3: beyond the budget retries wait behind first attempts of any priority")
    void retriesWaitBehindFirstAttempts() {
        ReadyStep retry = step(9, true);
        ReadyStep first = step(0, false);
        queue.add(retry, nanos);
        queue.add(first, nanos);

        assertThat(queue.hasNext(false)).isTrue();
        assertThat(queue.poll(nanos, false)).isEqualTo(first);
        assertThat(queue.hasNext(false)).isFalse();
        assertThat(queue.poll(nanos, false)).isNull();
        assertThat(queue.size()).isEqualTo(1);
        assertThat(queue.poll(nanos, true)).isEqualTo(retry);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("R3: within the budget higher priority goes first, and equals take turns")
    void withinTheBudgetTheyTakeTurns() {
        for (int i = 0; i < 4; i++) {
            queue.add(step(0, true), nanos);
            queue.add(step(0, false), nanos);
        }
        queue.add(step(1, true), nanos);
        List<Boolean> served = new ArrayList<>();
        while (!queue.isEmpty()) {
            served.add(Objects.requireNonNull(queue.poll(nanos, true)).retry());
        }
        assertThat(served).containsExactly(true, false, true, false, true, false, true, false, true);
    }

    private void use(int retries) {
        for (int i = 0; i < retries; i++) {
            assertThat(budget.allowsRetry()).isTrue();
            budget.begin(true);
        }
    }

    private ReadyStep step(int priority, boolean retry) {
        return new ReadyStep(
                new ExecutionId(new UUID(0, ++executions)),
                StepPath.of("charge"),
                "bank.charge",
                priority,
                retry,
                null);
    }
}
