package dev.reeve.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionStatus;
import dev.reeve.ReeveException;
import dev.reeve.StepStatus;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** O2: what a person does about executions, in virtual time. */
@ReeveTest
final class OperatorsTest {

    private static final Definition PAY = DefinitionReader.parse("""
            workflow: pay
            version: 1
            steps:
              look: { action: stock.look }
              charge: { after: [look], action: card.charge, completeBy: 30s, probe: card.status, retry: { maxAttempts: 1 },
                        onExhausted: escalate, compensate: card.refund }
              send: { after: [charge], action: parcel.send, retry: { maxAttempts: 1 } }
            """);

    /** An execution one second after its start, with an action that takes time. */
    private static VirtualExecution during(VirtualReeve reeve, String action, Duration takes) {
        reeve.deploy(PAY).otherActionsSucceed(PAY);
        reeve.on(action).answers(null).taking(takes);
        VirtualExecution execution = reeve.start("pay", Map.of());
        reeve.advance(Duration.ofSeconds(1));
        return execution;
    }

    @Test
    void aPausedExecutionRestsUntilItIsResumed(VirtualReeve reeve) {
        VirtualExecution execution = during(reeve, "card.charge", Duration.ofSeconds(20));

        execution.actingAs("ann").recovery().pause("stock-taking");
        assertThat(execution.awaitRest()).isEqualTo(ExecutionStatus.PAUSED);
        reeve.advance(Duration.ofDays(1));
        assertThat(reeve.calls("parcel.send")).isEmpty();
        assertThatThrownBy(() -> execution.actingAs("bob").recovery().pause("me too"))
                .isInstanceOf(ReeveException.class);

        execution.actingAs("ann").recovery().resume("counted");
        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    void compensateUndoesWhatCouldGoOn(VirtualReeve reeve) {
        VirtualExecution execution = during(reeve, "parcel.send", Duration.ofMinutes(1));

        execution.actingAs("ann").recovery().compensate("recalled");

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("card.refund")).hasSize(1);
    }

    @Test
    @DisplayName("V5: probe asks about an escalated step at once, and the answer counts")
    void probeAsksNow(VirtualReeve reeve) {
        reeve.deploy(PAY).otherActionsSucceed(PAY);
        reeve.on("card.charge").timesOut();
        reeve.handle("card.status", (input, step) -> Map.of("state", "unknown"));
        VirtualExecution execution = reeve.start("pay", Map.of());
        assertThat(execution.awaitRest()).isEqualTo(ExecutionStatus.ESCALATED);

        reeve.handle("card.status", (input, step) -> Map.of("state", "done", "output", "p-1"));
        execution.actingAs("ann").recovery().probe("charge", "the bank is back");

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("A2: a retry with another input has another key, and calls show the one that was used")
    void retryWithAnotherInput(VirtualReeve reeve) {
        reeve.deploy(PAY).otherActionsSucceed(PAY);
        reeve.on("card.charge").failsWithBusinessError("NO_SUCH_CARD").answers("paid");
        VirtualExecution execution = reeve.start("pay", Map.of("card", 1));
        execution.awaitRest();

        execution.actingAs("ann").recovery().retry("charge", Map.of("card", 2), "a typo");

        execution.awaitEnd();
        List<ActionCall> calls = reeve.calls("card.charge");
        assertThat(calls).extracting(call -> call.input().text()).containsExactly("{\"card\":1}", "{\"card\":2}");
        assertThat(calls).extracting(ActionCall::idempotencyKey).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("a re-run takes over the steps before its step, calls the rest, and is part of the story")
    void rerunFromAStep(VirtualReeve reeve) {
        Definition simple = DefinitionReader.parse("""
                workflow: simple
                version: 1
                steps:
                  look: { action: stock.look }
                  send: { after: [look], action: parcel.send }
                """);
        reeve.deploy(simple).otherActionsSucceed(simple);
        reeve.on("parcel.send").failsWithBusinessError("NO_CARRIER").answers("sent");
        VirtualExecution old = reeve.start("simple", Map.of());
        assertThat(old.awaitEnd().status()).isEqualTo(ExecutionStatus.FAILED);

        VirtualExecution again = old.actingAs("ann").recovery().rerunFrom("send", "the carrier is back");

        assertThat(again.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("stock.look")).hasSize(1);
        assertThat(reeve.calls("parcel.send")).hasSize(2);
        assertThat(again.describe().steps().getFirst().status()).isEqualTo(StepStatus.COMPLETED);
        assertThat(reeve.story()).anyMatch(line -> line.contains("taken over as COMPLETED"));
        assertThat(old.actingAs("bob").recovery().rerunFrom("send", "again").id())
                .isEqualTo(again.id());
        assertThatThrownBy(() -> old.actingAs("bob").recovery().rerunFrom("look", Map.of("n", 1), "from the beginning"))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining(again.id().toString());
    }
}
