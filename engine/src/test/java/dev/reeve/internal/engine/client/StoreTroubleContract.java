package dev.reeve.internal.engine.client;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.spi.store.Fault;
import dev.reeve.spi.store.FaultPlan;
import dev.reeve.spi.store.FaultyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The guarantees of the engine when its store fails, or it is stopped and opened again: nothing that was acknowledged
 * is lost (T5).
 */
public abstract class StoreTroubleContract extends OperatorContract {

    @Test
    @DisplayName("S6 F5: open executions continue after a restart, and completed steps do not run again")
    void executionsGoOnAfterARestart() {
        twoSteps();
        reeve().agent("half")
                .action("test.first", Order.class, (order, step) -> {
                    calls.add("first");
                    return Map.of("amount", order.amount());
                })
                .start();
        Execution execution = reeve().start("two", new Order("o1", 7), Start.key("o1"));
        await().atMost(PATIENCE).until(() -> status(execution, "first") == StepStatus.COMPLETED);

        reopened();
        honestAgent();

        Execution again = reeve().find("o1").orElseThrow();
        assertThat(again.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(calls).containsExactly("first", "second " + execution.id() + "/second");
    }

    @Test
    @DisplayName("A store that cannot be taken over gives the same exception on every way to open it")
    void aStoreThatCannotBeTakenIsTold() {
        FaultyStore faulty = new FaultyStore(open(), FaultPlan.none(), Runnable::run);
        faulty.outage(true);

        refused(ErrorCode.STORE_UNAVAILABLE, "injected outage", () -> EmbeddedReeve.on(faulty, options()));
    }

    @Test
    @DisplayName("I1 F14-F17: under any fault of commits no acknowledged start is lost, and all executions end")
    void brokenCommitsLoseNothing() {
        FaultyStore faulty = new FaultyStore(open(), FaultPlan.random(7, 10), Runnable::run);
        reeve = EmbeddedReeve.on(faulty, options());
        twoSteps();
        honestAgent();

        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            executions.add(reeve().start("two", new Order("o" + i, i), Start.key("k" + i)));
        }

        for (Execution execution : executions) {
            assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        }
        assertThat(executions.stream().map(Execution::id).distinct()).hasSize(30);
    }

    @Test
    @DisplayName("T5 L5: while the store is unavailable nothing is acknowledged, and work resumes afterwards")
    void outagesAreSurvived() {
        FaultyStore faulty = new FaultyStore(open(), FaultPlan.none(), Runnable::run);
        reeve = EmbeddedReeve.on(faulty, options());
        twoSteps();
        honestAgent();
        reeve().start("two", new Order("o", 1)).awaitEnd(PATIENCE);

        faulty.outage(true);
        var promise = reeve().startAsync("two", new Order("o2", 2), Start.key("during"));
        await().during(ofMillis(300))
                .atMost(PATIENCE)
                .until(() -> !promise.toCompletableFuture().isDone());
        faulty.outage(false);

        assertThat(promise.toCompletableFuture().join().awaitEnd(PATIENCE).status())
                .isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("A batch with an unknown outcome is settled by taking the lane again (F15)")
    void commitsInDoubtAreSettled() {
        FaultyStore faulty = new FaultyStore(
                open(),
                FaultPlan.script(
                        FaultPlan.Call.COMMIT, Fault.APPLIED_BUT_ERROR, Fault.NOT_APPLIED, Fault.APPLIED_LATER),
                Runnable::run);
        reeve = EmbeddedReeve.on(faulty, options());
        twoSteps();
        honestAgent();

        Execution execution = reeve().start("two", new Order("o", 1), Start.key("k"));

        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(events(execution, Event.ExecutionStarted.class)).hasSize(1);
    }

    @Test
    @DisplayName("A closed engine refuses calls as closed")
    void closedEngineSaysSo() {
        twoSteps();
        Reeve closed = reeve();
        closed.close();
        closed.close();

        refused(ErrorCode.CLOSED, "closed", () -> closed.start("two", Map.of()));
        reeve = null;
    }
}
