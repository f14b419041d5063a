package dev.reeve.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.ExecutionStatus;
import dev.reeve.agent.Probe;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class FailureModesTest {

    private static final Definition SAGA = DefinitionReader.parse("""
            workflow: saga
            version: 1
            steps:
              reserve: { action: stock.reserve, compensate: stock.release }
              charge:
                action: card.charge
                after: [reserve]
                completeBy: 30s
                retry: { never: [CARD_EXPIRED] }
                probe: card.status
                compensate: card.refund
              send: { action: parcel.send, after: [charge], compensate: parcel.recall }
            """);

    private static final Definition ONE = workflow("{ action: card.charge, compensate: card.refund }");

    private static Definition workflow(String step) {
        return DefinitionReader.parse("workflow: one\nversion: 1\nsteps:\n  charge: " + step + "\n");
    }

    private static InvariantViolatedError violated(FailureModes<?> modes) {
        InvariantViolatedError error = catchThrowableOfType(InvariantViolatedError.class, modes::check);
        assertThat(error).isNotNull();
        return error;
    }

    @Test
    @DisplayName("A code that the definition names is tried, and is the fault that shows a mistake")
    void codesOfTheDefinition() {
        Definition parcel = DefinitionReader.parse("""
                workflow: parcel
                version: 1
                steps:
                  charge: { action: card.charge, compensate: card.refund }
                  send: { after: [charge], action: parcel.send, onExhausted: { NO_ADDRESS: continue, otherwise: compensate } }
                """);
        InvariantViolatedError error = violated(FailureModes.of(parcel)
                .invariant(
                        "a customer who paid gets the parcel",
                        (outside, end) -> assertThat(end.effects().stream()
                                        .filter(effect -> effect.action().equals("parcel.send"))
                                        .count())
                                .isEqualTo(end.status() == ExecutionStatus.COMPLETED ? 1 : 0)));

        assertThat(error.faults()).isEqualTo("refused-with=NO_ADDRESS@send#1");
        assertThat(error).hasMessageContaining("from send#1 on the service refuses with NO_ADDRESS");
    }

    @Test
    @DisplayName("A fault of a code is read as it is written, and refused without its code")
    void codesAreRead() {
        assertThat(Fault.write(Fault.read("refused-with=NO_ADDRESS@send#1")))
                .isEqualTo("refused-with=NO_ADDRESS@send#1");
        assertThatThrownBy(() -> Fault.read("refused-with@send#1")).hasMessageContaining("refused-with=CODE");
        assertThatThrownBy(() -> Fault.read("refused=X@send#1")).hasMessageContaining("refused-with=CODE");
    }

    @Test
    void aGoodSagaSurvivesEachKindOfFault() {
        FailureReport report = FailureModes.of(SAGA).withCancels().check();

        assertThat(report.faults().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(FaultKind.values()).map(FaultKind::code).toList());
        assertThat(report.runs()).isGreaterThan(200);
        assertThat(report.missed()).isZero();
        assertThat(report.leftOut()).isZero();
    }

    @Test
    void whileNothingHappensNothingCanGoWrong() {
        Definition waits = DefinitionReader.parse("""
                workflow: waits
                version: 1
                steps:
                  first: { action: mail.send }
                  sleep: { wait: 3d, after: [first] }
                  last: { action: mail.send, after: [sleep] }
                """);

        FailureReport report = FailureModes.of(waits).mayStay("mail.send").check();

        assertThat(report.runs()).isLessThan(200);
        assertThat(report.missed()).isZero();
    }

    @Test
    void theSameCheckDoesTheSameEachTime() {
        List<String> calls = new ArrayList<>();
        List<List<String>> lived = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            FailureModes.of(ONE)
                    .invariant("none", (nobody, end) -> calls.add(end.toString()))
                    .check();
            lived.add(List.copyOf(calls));
            calls.clear();
        }

        assertThat(lived.getFirst()).isNotEmpty().isEqualTo(lived.getLast());
    }

    // Each kind of mistake is found

    @Test
    void aServiceThatIgnoresTheKeyIsFound() {
        InvariantViolatedError error = violated(FailureModes.of(ONE)
                .services((nobody, services) ->
                        services.on("card.charge").answers(null).ignoresIdempotencyKey()));

        assertThat(error.invariant()).isEqualTo("nothing is done twice under one idempotency key");
        assertThat(error).hasMessageContaining("card.charge of step 'charge' was done 2 times");
        assertThat(error.story()).anyMatch(line -> line.contains("FAULT: "));
    }

    @Test
    void aServiceThatIgnoresTheKeyIsNoTroubleIfItIsAskedFirst() {
        FailureModes.of(workflow("{ action: card.charge, probe: card.status, compensate: card.refund }"))
                .services((nobody, services) ->
                        services.on("card.charge").answers(null).ignoresIdempotencyKey())
                .check();
    }

    @Test
    @DisplayName("I5: a transactional step happens exactly once under all failures, without any help of its service")
    void aTransactionalStepHappensOnce() {
        FailureReport report = FailureModes.of(
                        workflow("{ action: card.charge, transactional: true, compensate: card.refund }"))
                .services((nobody, services) ->
                        services.on("card.charge").answers(null).ignoresIdempotencyKey())
                .withCancels()
                .check();

        assertThat(report.runs()).isGreaterThan(30);
        assertThat(report.missed()).isZero();
    }

    @Test
    void aStepThatCannotBeUndoneIsFound() {
        InvariantViolatedError error = violated(FailureModes.of(workflow("{ action: card.charge }")));

        assertThat(error.invariant()).isEqualTo("what was done is undone unless the execution is completed");
    }

    @Test
    void aStepThatCannotBeUndoneIsFoundByACancelIfNothingElseEndsBadly() {
        Definition pivot = DefinitionReader.parse("""
                workflow: pivot
                version: 1
                steps:
                  send: { action: parcel.send, onUnknown: escalate, onExhausted: escalate }
                  mail: { action: mail.send, after: [send], onExhausted: continue }
                """);

        FailureModes.of(pivot).mayStay("mail.send").check();
        assertThat(violated(FailureModes.of(pivot).mayStay("mail.send").withCancels()))
                .hasMessageContaining("an operator cancels the execution");
    }

    @Test
    void whatIsGivenUpWhileItsRequestIsLostIsNotDoneAfterwards() {
        FailureModes.of(workflow("{ action: card.charge, completeBy: 10s, heartbeat: 3s, compensate: card.refund }"))
                .check();
    }

    @Test
    void aStepThatCannotBeUndoneIsNoTroubleIfItMayStay() {
        FailureModes.of(workflow("{ action: mail.send }")).mayStay("mail.send").check();
    }

    @Test
    void aStepThatCannotBeUndoneIsNoTroubleIfAPersonIsAsked() {
        FailureModes.of(workflow("{ action: card.charge, onUnknown: escalate, onExhausted: escalate }"))
                .check();
    }

    @Test
    void aProbeThatLiesIsFound() {
        InvariantViolatedError error = violated(
                FailureModes.of(workflow("{ action: card.charge, probe: card.status, compensate: card.refund }"))
                        .services((nobody, services) -> {
                            services.on("card.charge").answers(null).ignoresIdempotencyKey();
                            services.on("card.status").answers(Probe.notDone());
                        }));

        assertThat(error.invariant()).isEqualTo("nothing is done twice under one idempotency key");
    }

    @Test
    void anExecutionThatDoesNotEndIsFound() {
        Definition waits = DefinitionReader.parse("""
                workflow: waits
                version: 1
                steps:
                  sleep: { wait: 3d }
                """);

        assertThat(violated(FailureModes.of(waits).patience(Duration.ofDays(2))))
                .hasMessageContaining("it ends, or is in front of a person")
                .hasMessageContaining("although nothing goes wrong")
                .extracting(InvariantViolatedError::faults)
                .isEqualTo("");
    }

    /** An account that handlers book on, as they like. */
    private static final class Account {
        private final Map<String, Integer> booked = new HashMap<>();
        private int balance;
    }

    @Test
    void ofARealHandlerTheUsersOwnInvariantTells() {
        FailureModes<Account> careless = FailureModes.of(ONE, Account::new)
                .services((account, services) -> services.handle("card.charge", (input, step) -> account.balance++)
                        .handle("card.refund", (input, step) -> account.balance--))
                .invariant("the balance is what it should be", (account, end) -> {
                    if (end.status().isTerminal()) {
                        assertThat(account.balance).isEqualTo(end.status() == ExecutionStatus.COMPLETED ? 1 : 0);
                    }
                });
        InvariantViolatedError error = violated(careless);

        assertThat(error.invariant()).isEqualTo("the balance is what it should be");
        assertThat(error).hasMessageContaining("To make this run again: replay(\"" + error.faults() + "\")");
        assertThatThrownBy(() -> careless.replay(error.faults()))
                .isInstanceOf(InvariantViolatedError.class)
                .extracting(again -> ((InvariantViolatedError) again).story())
                .isEqualTo(error.story());
    }

    @Test
    void aHandlerThatUsesTheKeyPasses() {
        FailureModes.of(ONE, Account::new)
                .services((account, services) -> services.handle(
                                "card.charge", (input, step) -> account.booked.put(step.step() + "", 1))
                        .handle("card.refund", (input, step) -> account.booked.put(step.step() + "", 0)))
                .invariant("the balance is what it should be", (account, end) -> {
                    if (end.status().isTerminal()) {
                        assertThat(account.booked.values().stream()
                                        .mapToInt(n -> n)
                                        .sum())
                                .isEqualTo(end.status() == ExecutionStatus.COMPLETED ? 1 : 0);
                    }
                })
                .check();
    }

    @Test
    void anInvariantThatThrowsWhateverItLikesIsViolated() {
        assertThatThrownBy(() -> FailureModes.check(ONE, (nobody, end) -> {
                    if (end.status() != ExecutionStatus.COMPLETED) {
                        throw new IllegalStateException("oh");
                    }
                }))
                .isInstanceOf(InvariantViolatedError.class)
                .hasMessageContaining("oh");
    }

    // The tried faults

    @Test
    void aCompensationFailsOnceAndForEver() {
        FailureModes<Workflow> modes = FailureModes.of(ONE);
        // what is refused at the second attempt may have been done at the first
        String refused = "report-lost@charge#1 + refused@charge#2";

        List<String> once = modes.faultsPerRun(2).replay(refused + " + unavailable@charge.undo#1");
        List<String> forEver = modes.replay(refused + " + unavailable-for-ever@charge.undo#1");

        assertThat(once).anyMatch(line -> line.contains("ends COMPENSATED"));
        assertThat(forEver).noneMatch(line -> line.contains("ends ")).anyMatch(line -> line.contains("needs a person"));
    }

    @Test
    void pairsOfFaultsAreTriedUpToALimit() {
        Definition impatient = workflow("{ action: card.charge, retry: { maxAttempts: 1 }, compensate: card.refund }");

        FailureReport pairs =
                FailureModes.of(impatient).faultsPerRun(2).runsMax(500).check();
        FailureReport single = FailureModes.of(impatient).check();

        assertThat(pairs.runs()).isGreaterThan(single.runs());
        assertThat(single.leftOut()).isZero();
        FailureReport some = FailureModes.of(impatient).runsMax(20).check();
        assertThat(some.runs()).isEqualTo(20);
        assertThat(some.leftOut()).isPositive();
        assertThat(some.toString()).contains("20 runs").contains("the limit was reached");
    }

    @Test
    void whatCannotBeReplayedIsSaid() {
        FailureModes<Workflow> modes = FailureModes.of(ONE);

        assertThat(modes.replay("")).anyMatch(line -> line.contains("ends COMPLETED"));
        assertThatThrownBy(() -> modes.replay("report-lost@nothing#1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("never came to report-lost@nothing#1");
        assertThatThrownBy(() -> modes.replay("thunder@charge#1")).hasMessageContaining("thunder");
        assertThatThrownBy(() -> modes.replay("thunder")).hasMessageContaining("thunder");
    }

    @Test
    void inputThatTheWorkflowRefusesIsNoFinding() {
        Definition picky = DefinitionReader.parse("""
                workflow: picky
                version: 1
                input: { schema: { type: object, required: [card] } }
                steps:
                  charge: { action: card.charge }
                """);

        assertThatThrownBy(() -> FailureModes.of(picky).check()).hasMessageContaining("card");
    }
}
