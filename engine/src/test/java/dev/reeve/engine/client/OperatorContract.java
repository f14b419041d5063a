package dev.reeve.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.agent.StepFailure;
import dev.reeve.core.Event;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.core.StepStatus;
import dev.reeve.engine.ErrorCode;
import dev.reeve.model.Json;
import dev.reeve.model.Workflow;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the engine promises to whoever looks after executions, on whatever store. */
public abstract class OperatorContract extends EngineFixture {

    @Test
    @DisplayName(
            "O2 I7: a paused execution is parked, survives a restart, hands out nothing, and goes on when it is resumed")
    void pausedAndResumed() throws InterruptedException {
        twoSteps();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        reeve().agent("tests")
                .action("test.first", Order.class, (order, step) -> {
                    begun.countDown();
                    free.await();
                    return Map.of("amount", order.amount());
                })
                .start();
        Execution execution = reeve().start("two", new Order("o1", 7), Start.key("o1"));
        begun.await();

        execution.pause("ann", "stock-taking");
        free.countDown();
        await().atMost(PATIENCE).until(() -> status(execution, "first") == StepStatus.COMPLETED);
        assertThat(execution.status()).isEqualTo(ExecutionStatus.PAUSED);
        assertThat(status(execution, "second")).isEqualTo(StepStatus.READY);
        assertThat(execution.summary().error()).isEqualTo("PAUSED: paused by ann: stock-taking");
        refused(ErrorCode.REFUSED, "already paused by ann", () -> execution.pause("bob", "me too"));
        await().atMost(PATIENCE).until(() -> reeve().stats().active() == 0);

        Reeve again = reopened();
        honestAgent();
        assertThat(reeve().list(ExecutionQuery.all().status(ExecutionStatus.PAUSED)))
                .hasSize(1);
        Execution found = again.find("o1").orElseThrow();
        assertThat(found.explain().toString()).contains("It is paused by ann");
        assertThat(status(found, "second")).isEqualTo(StepStatus.READY);

        found.resume("bob", "counted");
        assertThat(found.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(events(found, Event.ExecutionResumed.class))
                .containsExactly(new Event.ExecutionResumed("bob", "counted"));
        refused(ErrorCode.REFUSED, "has ended", () -> found.pause("ann", "too late"));
    }

    @Test
    @DisplayName("O2 F1: a retry that was due during a pause is made when it is resumed, also after a restart")
    void resumedRetry() {
        reeve().deploy(Workflow.parse("""
                workflow: waits
                version: 1
                steps:
                  nap: { wait: 200ms }
                  only: { after: [nap], action: test.first }
                """));
        Execution execution = reeve().start("waits", new Order("o1", 7), Start.key("o1"));
        execution.pause("ann", "stock-taking");
        reopened();
        honestAgent();
        Execution found = reeve().find("o1").orElseThrow();
        assertThat(status(found, "nap")).isEqualTo(StepStatus.WAITING);

        found.resume("ann", "counted");

        assertThat(found.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("O2 A2: another input is what further attempts and the compensation get, with a key of its own")
    void retriedWithAnotherInput() {
        reeve().deploy(Workflow.parse("""
                workflow: typo
                version: 1
                steps:
                  only: { action: test.only, retry: { maxAttempts: 1 }, onExhausted: escalate, compensate: test.undo }
                  last: { after: [only], action: test.last, onExhausted: escalate }
                """));
        reeve().agent("tests")
                .action("test.only", Order.class, (order, step) -> {
                    calls.add("only " + order.id() + " " + step.idempotencyKey());
                    if (order.amount() < 0) {
                        throw StepFailure.permanent("NEGATIVE", "not an amount");
                    }
                    return order.id();
                })
                .action("test.undo", Map.class, (input, step) -> {
                    calls.add("undo " + input + " " + step.idempotencyKey());
                    return null;
                })
                .action("test.last", Order.class, (order, step) -> {
                    throw StepFailure.permanent("NO", "no");
                })
                .start();
        Execution execution = reeve().start("typo", new Order("o1", -7));
        await().atMost(PATIENCE).until(() -> status(execution, "only") == StepStatus.ESCALATED);

        refused(ErrorCode.REFUSED, "it has no probe", () -> execution.probe("only", "ann", "to be sure"));
        execution.retry("only", new Order("o2", 7), "ann", "the sign was wrong");
        await().atMost(PATIENCE).until(() -> status(execution, "last") == StepStatus.ESCALATED);
        execution.compensate("ann", "recalled");

        ExecutionResult result = execution.awaitEnd(PATIENCE);
        assertThat(result.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(Objects.requireNonNull(result.failure()).message()).contains("ann", "recalled");
        String key = execution.id() + "/only";
        assertThat(calls)
                .containsExactly(
                        "only o1 " + key,
                        "only o2 " + key + "#2",
                        "undo {input={id=o2, amount=7}, output=o2} " + key + "/undo");
        assertThat(events(execution, Event.StepRetried.class).getFirst().input())
                .isEqualTo(new Json("{\"id\":\"o2\",\"amount\":7}"));
    }
}
