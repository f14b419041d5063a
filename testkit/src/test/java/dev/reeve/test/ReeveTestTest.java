package dev.reeve.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.ReeveException;
import dev.reeve.Situation;
import dev.reeve.Start;
import dev.reeve.agent.Probe;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@ReeveTest
final class ReeveTestTest {

    private static final Definition PAY = DefinitionReader.parse("""
            workflow: pay
            version: 1
            steps:
              charge: { action: card.charge, completeBy: 30s, compensate: card.refund }
              send: { action: parcel.send, after: [charge], retry: { maxAttempts: 2 }, compensate: parcel.recall }
            """);

    private static final Definition ASKED = DefinitionReader.parse("""
            workflow: asked
            version: 1
            steps:
              charge: { action: card.charge, completeBy: 30s, probe: card.status }
            """);

    @Test
    void thirtyDaysPassWithoutAnybodyWaitingForThem(VirtualReeve reeve) {
        Definition reminder = DefinitionReader.parse("""
                workflow: reminder
                version: 1
                steps:
                  sleep: { wait: 30d }
                  mail: { action: mail.send, after: [sleep] }
                """);
        Thread test = Thread.currentThread();
        List<Thread> threads = new ArrayList<>();
        reeve.deploy(reminder).handle("mail.send", (input, step) -> threads.add(Thread.currentThread()));
        Instant begin = reeve.now();

        VirtualExecution execution = reeve.start("reminder", Map.of());
        reeve.advance(Duration.ofDays(29));
        assertThat(execution.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(execution.explain().steps().getFirst().situation()).isInstanceOf(Situation.Waiting.class);
        reeve.advance(Duration.ofDays(2));

        assertThat(execution.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("mail.send").getFirst().at())
                .isBetween(
                        begin.plus(Duration.ofDays(30)),
                        begin.plus(Duration.ofDays(30).plusSeconds(5)));
        assertThat(Duration.between(begin, reeve.now()).toDays()).isEqualTo(31);
        // All of it on the thread of the test, which never waited: a blocking wait in virtual time is refused.
        assertThat(threads).containsExactly(test);
    }

    @Test
    void whatIsDueIsDoneThenAndNotAtTheNextFullHour(VirtualReeve reeve) {
        reeve.deploy(DefinitionReader.parse("""
                workflow: alarm
                steps:
                  sleep: { waitUntil: "${ input.at }" }
                """));
        Instant at = reeve.now().plus(Duration.ofDays(3)).plus(Duration.ofMinutes(35));

        VirtualExecution execution = reeve.start("alarm", Map.of("at", at.toString()));
        execution.awaitEnd();

        assertThat(execution.history().getLast().at()).isBetween(at, at.plusSeconds(2));
    }

    @Test
    void timePassesAsFarAsIsNeeded(VirtualReeve reeve) {
        reeve.deploy(PAY).otherActionsSucceed(PAY);
        reeve.on("parcel.send").answers(Map.of("parcel", 7)).taking(Duration.ofSeconds(40));
        Instant begin = reeve.now();

        assertThat(reeve.start("pay", Map.of()).await(Json.class).text()).contains("\"parcel\":7");

        assertThat(Duration.between(begin, reeve.now())).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(42));
    }

    @Test
    void aScriptIsFollowedCallByCall(VirtualReeve reeve) {
        reeve.deploy(PAY).otherActionsSucceed(PAY);
        reeve.on("card.charge")
                .failsWithTransientError("NO_CONNECTION")
                .timesOut()
                .succeedsButTheReportIsLost(Map.of("payment", 1))
                .dies()
                .answers(Map.of("payment", 1));

        VirtualExecution execution = reeve.start("pay", Map.of());
        execution.awaitEnd();

        assertThat(execution.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("card.charge"))
                .hasSize(5)
                .extracting(ActionCall::idempotencyKey)
                .containsOnly(execution.id() + "/charge");
        assertThat(execution.history())
                .filteredOn(entry -> entry.event() instanceof Event.AttemptFailed)
                .hasSize(4);
        assertThat(reeve.effects()).extracting(Effect::times).containsOnly(1);
    }

    @Test
    void aServiceThatIgnoresTheKeyActsTwice(VirtualReeve reeve) {
        reeve.deploy(PAY).otherActionsSucceed(PAY);
        reeve.on("card.charge").succeedsAndDies(null).answers(null).ignoresIdempotencyKey();

        reeve.start("pay", Map.of()).awaitEnd();

        assertThat(reeve.effects().getFirst().times()).isEqualTo(2);
    }

    @Test
    void aProbeIsToldWhatTheServiceDid(VirtualReeve reeve) {
        reeve.deploy(ASKED);
        reeve.on("card.charge").succeedsButTheReportIsLate(Map.of("payment", 1));
        reeve.on("card.status");

        VirtualExecution execution = reeve.start("asked", Map.of());
        execution.awaitEnd();

        assertThat(reeve.calls()).extracting(ActionCall::purpose).containsExactly(Purpose.FORWARD, Purpose.PROBE);
        assertThat(execution.status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    void aProbeCanBeScripted(VirtualReeve reeve) {
        reeve.deploy(ASKED);
        reeve.on("card.charge").timesOut().answers(null);
        reeve.on("card.status").answers(Probe.running()).answers(Probe.notDone());

        reeve.start("asked", Map.of()).awaitEnd();

        assertThat(reeve.calls("card.status")).hasSize(2);
        assertThat(reeve.calls("card.charge")).hasSize(2);
    }

    record Charge(String card) {}

    @Test
    void realHandlersRunAsTheyDoInProduction(VirtualReeve reeve) {
        reeve.deploy(PAY)
                .handle("card.charge", Charge.class, (charge, step) -> {
                    if (step.attempt() == 1) {
                        step.heartbeat("half");
                        throw new IllegalStateException("boom");
                    }
                    return Map.of(
                            "card",
                            charge.card(),
                            "found",
                            step.checkpoint(String.class).orElse("nothing"));
                })
                .handle("parcel.send", (input, step) -> {
                    throw StepFailure.businessError("NO_CARRIER", "nobody drives there");
                })
                .handle("card.refund", (undo, step) -> undo.path("output").path("found"));

        VirtualExecution execution = reeve.start("pay", new Charge("4242"));

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("card.refund").getFirst().input().text()).contains("half");
        assertThat(reeve.effects()).singleElement().matches(Effect::isUndone);
        assertThat(reeve.story()).anyMatch(line -> line.contains("NO_CARRIER"));
    }

    @Test
    void heartbeatsKeepALongCallAlive(VirtualReeve reeve) {
        Definition slow = DefinitionReader.parse("""
                workflow: slow
                version: 1
                steps:
                  film: { action: film.encode, completeBy: 2h, heartbeat: 30s }
                """);
        reeve.deploy(slow).on("film.encode").answers(null).taking(Duration.ofMinutes(90));

        reeve.start("slow", Map.of()).awaitEnd();

        assertThat(reeve.calls("film.encode")).hasSize(1);
    }

    @Test
    void whatNeedsAPersonIsInTheInboxAndAPersonCanAct(VirtualReeve reeve) {
        reeve.deploy(PAY).otherActionsSucceed(PAY);
        reeve.on("parcel.send").failsWithBusinessError("NO_CARRIER");
        reeve.on("card.refund").failsWithBusinessError("ACCOUNT_CLOSED");

        VirtualExecution execution = reeve.start("pay", Map.of(), Start.key("o-1"));
        assertThat(execution.awaitRest()).isEqualTo(ExecutionStatus.ESCALATED);
        assertThatThrownBy(execution::awaitEnd)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("ACCOUNT_CLOSED");
        assertThat(reeve.inbox().groups()).hasSize(1);

        execution.actingAs("ada").recovery().resolve("charge", Map.of("paid", "by hand"));
        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    /** An execution whose parcel is being sent. */
    private static VirtualExecution sending(VirtualReeve reeve) {
        reeve.deploy(PAY).otherActionsSucceed(PAY);
        reeve.on("parcel.send").answers(null).taking(Duration.ofMinutes(1));
        VirtualExecution execution = reeve.start("pay", Map.of());
        reeve.advance(Duration.ofSeconds(10));
        return execution;
    }

    @Test
    void aCancelledExecutionIsUndone(VirtualReeve reeve) {
        VirtualExecution execution = sending(reeve);
        execution.actingAs("ada").cancel("changed her mind");

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(reeve.effects()).hasSize(2).allMatch(Effect::isUndone);
    }

    @Test
    void aCrashLosesNothingThatWasStored(VirtualReeve reeve) {
        VirtualExecution execution = sending(reeve);
        reeve.crash();
        execution.awaitEnd();

        assertThat(execution.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("card.charge")).hasSize(1);
        assertThat(reeve.calls("parcel.send")).hasSize(2);
    }

    @Test
    void anOutageOfTheStoreIsSatOut(VirtualReeve reeve) {
        reeve.deploy(PAY).otherActionsSucceed(PAY);
        reeve.on("card.charge").answers(null).taking(Duration.ofSeconds(5));

        VirtualExecution execution = reeve.start("pay", Map.of());
        reeve.storeIsAwayFor(Duration.ofHours(1));
        assertThatThrownBy(() -> reeve.start("pay", Map.of())).isInstanceOf(ReeveException.class);
        reeve.advance(Duration.ofMinutes(30));
        assertThat(execution.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(reeve.calls("parcel.send")).isEmpty();
        reeve.advance(Duration.ofMinutes(31));

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    void whoeverCancelsTooLateIsTold(VirtualReeve reeve) {
        reeve.deploy(PAY).otherActionsSucceed(PAY);
        VirtualExecution execution = reeve.start("pay", Map.of());
        execution.awaitEnd();

        assertThatThrownBy(() -> execution.actingAs("ada").cancel("changed her mind"))
                .isInstanceOf(ReeveException.class);
    }

    @Test
    void aStepThatNobodyPerformsWaitsForAnAgent(VirtualReeve reeve) {
        VirtualExecution execution = reeve.deploy(ASKED).start("asked", Map.of());
        reeve.advance(Duration.ofDays(1));

        assertThat(execution.explain().steps().getFirst().situation()).isInstanceOf(Situation.Unoffered.class);
        reeve.on("card.charge").answers(null);
        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    void theSameTestDoesTheSameEachTime() {
        assertThat(lived()).isEqualTo(lived());
    }

    private static List<String> lived() {
        try (VirtualReeve reeve = VirtualReeve.open()) {
            reeve.deploy(PAY).otherActionsSucceed(PAY);
            reeve.on("card.charge")
                    .failsWithTransientError("NO_CONNECTION")
                    .dies()
                    .answers(null);
            reeve.start("pay", Map.of("n", 1)).awaitEnd();
            return reeve.story();
        }
    }

    @Test
    void whatMakesNoSenseIsRefused(VirtualReeve reeve) {
        assertThatThrownBy(() -> reeve.on("card.charge").taking(Duration.ofSeconds(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("card.charge");
        assertThatThrownBy(() -> reeve.start("unknown", Map.of())).hasMessageContaining("unknown");
    }
}
