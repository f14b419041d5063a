package dev.reeve.internal.engine.client;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Waits for a time, an agent, a free slot, an end. */
public abstract class WaitingContract extends StoreTroubleContract {

    @Test
    @DisplayName("H3: a waiting execution is parked, and loaded again when it is due or requested")
    void waitingExecutionsAreParked() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: sleeper
                version: 1
                steps:
                  nap: { wait: 1h }
                  work: { action: test.first, after: [nap] }
                """));
        List<Execution> sleepers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            sleepers.add(reeve().start("sleeper", new Order("o" + i, i)));
        }

        await().atMost(PATIENCE).until(() -> reeve().health().stats().active() == 0);
        assertThat(sleepers.getFirst().status()).isEqualTo(ExecutionStatus.RUNNING);
        sleepers.getFirst().actingAs("alice").cancel("enough");
        assertThat(sleepers.getFirst().awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("I13: a short wait ends by itself, not early, over a restart too")
    void waitsEnd() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: nap
                version: 1
                steps:
                  nap: { wait: 700ms }
                """));
        Execution execution = reeve().start("nap", Map.of(), Start.key("nap"));

        reopened();

        Execution again = reeve().find("nap").orElseThrow();
        assertThat(again.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        ExecutionSummary summary = again.summary();
        assertThat(Duration.between(summary.startedAt(), summary.endedAt())).isGreaterThanOrEqualTo(ofMillis(700));
        assertThat(again.id()).isEqualTo(execution.id());
    }

    @Test
    @DisplayName("D2: steps wait for an agent that can do them, and start when it comes")
    void stepsWaitForAnAgent() {
        twoSteps();
        Execution execution = reeve().start("two", new Order("o1", 7));
        await().atMost(PATIENCE).until(() -> status(execution, "first") == StepStatus.READY);

        honestAgent();

        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("D2 A8: an agent never gets more work than its slots, and all work gets done")
    void slotsAreRespected() {
        twoSteps();
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        reeve().agent("narrow")
                .slots(3)
                .action("test.first", Order.class, (order, step) -> {
                    most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                    calls.add(order.id());
                    atOnce.decrementAndGet();
                    return 1;
                })
                .action("test.second", Map.class, (input, step) -> 2)
                .start();

        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            executions.add(reeve().start("two", new Order("o" + i, i)));
        }

        executions.forEach(e -> assertThat(e.await(Integer.class, PATIENCE)).isEqualTo(2));
        assertThat(most.get()).isBetween(1, 3);
    }

    @Test
    @DisplayName("S7 timeouts: an execution past its own complete-by is undone")
    void executionsHaveACompleteBy() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: hurry
                version: 1
                completeBy: 300ms
                steps:
                  done: { action: test.first, compensate: test.unfirst }
                  stuck: { action: test.nobody, after: [done] }
                """));
        honestAgent();

        Execution execution = reeve().start("hurry", new Order("o", 1));

        ExecutionResult result = execution.awaitEnd(PATIENCE);
        assertThat(result.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(result.failure())
                .isNotNull()
                .satisfies(f -> assertThat(f.code()).isEqualTo("EXECUTION_TIMED_OUT"));
    }

    @Test
    @DisplayName("The caller stops waiting, and the execution continues")
    void awaitingGivesUpButTheExecutionGoesOn() {
        twoSteps();
        Execution execution = reeve().start("two", new Order("o", 1));

        refused(ErrorCode.TIMED_OUT, "it continues", () -> execution.await(Map.class, ofMillis(50)));

        honestAgent();
        assertThat(execution.awaitEnd(ofHours(1)).status()).isEqualTo(ExecutionStatus.COMPLETED);
    }
}
