package dev.reeve.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.ExecutionStatus;
import dev.reeve.agent.StepContext;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.Workflow;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A check that can find nothing fails")
final class HonestCheckTest {

    private static final Definition PARENT = DefinitionReader.parse("""
            workflow: order
            version: 1
            steps:
              ship: { workflow: shipping }
              book: { action: ledger.book, after: [ship], compensate: ledger.unbook }
            """);

    private static final Definition CHILD = DefinitionReader.parse("""
            workflow: shipping
            version: 1
            steps:
              pack: { action: parcel.pack, compensate: parcel.unpack }
            """);

    private static final Definition ONE = DefinitionReader.parse("""
            workflow: one
            version: 1
            steps:
              charge: { action: card.charge, compensate: card.refund }
            """);

    private static InvariantViolatedError violated(FailureModes<?> modes) {
        InvariantViolatedError error = catchThrowableOfType(InvariantViolatedError.class, modes::check);
        assertThat(error).isNotNull();
        return error;
    }

    @Test
    @DisplayName("a workflow with a missing child is not tried")
    void undeployedChild() {
        assertThatThrownBy(() -> FailureModes.of(PARENT).check())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("step 'ship' of 'order' starts the workflow 'shipping'")
                .hasMessageContaining(".children(");
    }

    @Test
    @DisplayName("faults also happen in children, and their steps are undone with the parents")
    void children() {
        FailureReport report = FailureModes.of(PARENT).children(CHILD).check();

        assertThat(report.ended(ExecutionStatus.COMPLETED)).isPositive();
        assertThat(report.ended(ExecutionStatus.COMPENSATED)).isPositive();
        assertThat(report.ends())
                .hasEntrySatisfying(
                        ExecutionStatus.COMPENSATED,
                        ends -> assertThat(ends.faults()).contains("@"));
        assertThat(report.neverUndone()).isEmpty();
        assertThat(report.missed()).isZero();
        assertThat(report.leftOut()).isZero();
        assertThat(report.toString())
                .contains("ended COMPLETED: ")
                .contains("(such as the one without faults)")
                .contains("ended ESCALATED: ");
    }

    @Test
    @DisplayName("faults also happen in groups, which are deployed with their workflow, and are undone with it")
    void groups() {
        Definition order = DefinitionReader.parse("""
                workflow: order
                version: 1
                steps:
                  ship: { steps: { pack: { action: parcel.pack, compensate: parcel.unpack } } }
                  book: { action: ledger.book, after: [ship], compensate: ledger.unbook }
                """);

        FailureReport report = FailureModes.of(order).check();

        assertThat(report.ended(ExecutionStatus.COMPLETED)).isPositive();
        assertThat(report.ended(ExecutionStatus.COMPENSATED)).isPositive();
        assertThat(report.neverUndone()).isEmpty();
        assertThat(report.missed()).isZero();
        assertThat(FailureModes.of(order).replay("report-lost@ship/pack#1"))
                .anyMatch(line -> line.contains("ship/ pack: done"))
                .anyMatch(line -> line.contains("  ends COMPLETED"));
    }

    @Test
    @DisplayName("a fault in a child can be reproduced, and its story has the child's events")
    void faultsOfChildren() {
        FailureModes<Workflow> modes = FailureModes.of(PARENT).children(CHILD);

        assertThat(modes.replay("report-lost@ship/pack#1"))
                .anyMatch(line -> line.contains("ship/ pack: done"))
                .anyMatch(line -> line.contains("  ends COMPLETED"));
        // The child has completed, and is undone by an execution of its own.
        assertThat(modes.replay("refused@book#1 + unavailable@ship.undo/pack.undo#1"))
                .anyMatch(line -> line.contains("ship.undo/ pack: undone"))
                .anyMatch(line -> line.contains("  ends COMPENSATED"));
    }

    @Test
    @DisplayName("finally steps and notifications of a child may remain")
    void whatStaysInChildren() {
        Definition child = DefinitionReader.parse("""
                workflow: shipping
                version: 1
                steps:
                  pack: { action: parcel.pack, compensate: parcel.unpack }
                finally:
                  note: { action: log.write }
                """);

        FailureReport report =
                FailureModes.of(PARENT).children(child).runsMax(120).check();

        assertThat(report.missed()).isZero();
        assertThat(report.ends().keySet()).contains(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("a run without faults that does not complete is a finding, unless the test says so")
    void faultlessRunsComplete() {
        FailureModes<Workflow> refused = FailureModes.of(ONE)
                .services((nobody, services) -> services.on("card.charge").failsWithBusinessError("DECLINED"));

        InvariantViolatedError error = violated(refused);
        assertThat(error.invariant()).isEqualTo("it ends COMPLETED if nothing goes wrong");
        assertThat(error)
                .hasMessageContaining("it ends FAILED")
                .hasMessageContaining(".faultlessEnd(ExecutionStatus.FAILED)")
                .hasMessageContaining("although nothing goes wrong");

        FailureReport report = refused.faultlessEnd(ExecutionStatus.FAILED).check();
        assertThat(report.ended(ExecutionStatus.COMPLETED)).isZero();
    }

    @Test
    @DisplayName("a compensation whose input never evaluates is found, although a person retries it")
    void compensationThatNeverWorks() {
        FailureModes<Workflow> modes = FailureModes.of(ONE)
                .services((nobody, services) ->
                        services.handle("card.refund", Integer.class, (Integer undo, StepContext step) -> undo));

        InvariantViolatedError error = violated(modes);

        assertThat(error.invariant()).isEqualTo("what is to be undone can be undone");
        assertThat(error)
                .hasMessageContaining("step 'charge' was to be undone in ")
                .hasMessageContaining("card.refund, which undoes it, did not succeed in one of them")
                .hasMessageContaining("INPUT_MISMATCH")
                .hasMessageContaining(".compensationMayFail(\"card.refund\")")
                .hasMessageContaining("undoing charge: needs a person");
        assertThat(modes.compensationMayFail("card.refund").check().ended(ExecutionStatus.ESCALATED))
                .isPositive();
    }

    @Test
    @DisplayName("a compensation that works sometimes is not reported as never working")
    void compensationThatWorks() {
        assertThat(FailureModes.of(ONE).check().ended(ExecutionStatus.COMPENSATED))
                .isPositive();
    }

    @Test
    @DisplayName("An action without a script is refused at once, with advice")
    void unsaidActions() {
        FailureModes<String> modes =
                FailureModes.of(ONE, () -> "the world").services((world, services) -> services.on("card.charge"));

        assertThatThrownBy(modes::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "nothing performs card.refund: say services.handle(\"card.refund\", …) or services.on(\"card.refund\"), or let them succeed with .otherActionsSucceed()");
        assertThat(modes.otherActionsSucceed().check().ended(ExecutionStatus.COMPLETED))
                .isPositive();
    }
}
