package dev.reeve.internal.model.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.model.reading.RefusedDefinition;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Problem;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C6: past a pivot the execution only goes forward, and policies must allow that")
final class PivotsTest {

    private static OnExhausted.Then then(Definition workflow, String name) {
        return workflow.steps().stream()
                .filter(step -> step.name().equals(name))
                .map(step -> ((Task.Action) step.task()).onExhausted().then())
                .findFirst()
                .orElseThrow();
    }

    private static List<String> problemsOf(String steps) {
        return RefusedDefinition.problemsOf("steps:\n" + steps);
    }

    @Test
    void whatMayFailPastThePivotIsEscalatedByDefault() {
        Definition workflow = DefinitionReader.parse("""
                workflow: w
                steps:
                  before: { action: x.y, compensate: x.z }
                  pivot: { after: [before], action: x.y, pivot: true, compensate: x.z }
                  beside: { action: x.y, compensate: x.z }
                  later: { after: [pivot, beside], action: x.y }
                """);

        assertThat(then(workflow, "before")).isEqualTo(OnExhausted.Then.COMPENSATE);
        assertThat(then(workflow, "pivot")).isEqualTo(OnExhausted.Then.COMPENSATE);
        assertThat(then(workflow, "beside")).isEqualTo(OnExhausted.Then.ESCALATE);
        assertThat(then(workflow, "later")).isEqualTo(OnExhausted.Then.ESCALATE);
        assertThat(workflow.toYaml()).doesNotContain("onExhausted");
        assertThat(DefinitionReader.parse(workflow.toYaml())).isEqualTo(workflow);
    }

    @Test
    void nothingIsUndonePastThePivot() {
        assertThat(problemsOf("""
                  pivot: { action: x.y, pivot: true, onExhausted: continue }
                  beside: { action: x.y, onExhausted: compensate, onUnknown: compensate, compensate: x.z }
                  after: { after: [pivot], action: x.y, compensate: x.z, onExhausted: { pause: 1h, then: compensate } }
                  wait: { after: [after], await: s, onExhausted: compensate }
                  child: { after: [wait], workflow: x, onExhausted: compensate }
                """))
                .containsExactly(
                        "3:51: steps.pivot.onExhausted: a pivot cannot be passed over: it decides whether the execution goes"
                                + " forward or back. Write compensate or escalate",
                        "4:39: steps.beside.onExhausted: the pivot 'pivot' may have completed by then, and past it nothing is"
                                + " undone. Write escalate or continue, or let 'beside' come before it",
                        "4:62: steps.beside.onUnknown: the pivot 'pivot' may have completed by then, and past it nothing is"
                                + " undone. Write retry or escalate",
                        "5:53: steps.after.compensate: the step comes after the pivot 'pivot', and is never undone. Remove it,"
                                + " or move the pivot",
                        "5:71: steps.after.onExhausted: the pivot 'pivot' may have completed by then, and past it nothing is"
                                + " undone. Write escalate or continue, or let 'after' come before it",
                        "6:50: steps.wait.onExhausted: the pivot 'pivot' may have completed by then, and past it nothing is"
                                + " undone. Write escalate or continue, or let 'wait' come before it",
                        "7:53: steps.child.onExhausted: the pivot 'pivot' may have completed by then, and past it nothing is"
                                + " undone. Write escalate or continue, or let 'child' come before it");
    }

    @Test
    @DisplayName("A step that the pivot does not await, because of join: any, is not before it")
    void aJoinOfSomeLetsThePivotStartEarly() {
        Definition workflow = DefinitionReader.parse("""
                workflow: w
                steps:
                  a: { action: x.y }
                  b: { action: x.y }
                  first: { after: [a, b], join: any, action: x.y }
                  pivot: { after: [first], action: x.y, pivot: true }
                """);

        assertThat(then(workflow, "first")).isEqualTo(OnExhausted.Then.COMPENSATE);
        assertThat(then(workflow, "a")).isEqualTo(OnExhausted.Then.ESCALATE);
        assertThat(then(workflow, "b")).isEqualTo(OnExhausted.Then.ESCALATE);
    }

    @Test
    void whatRunsInsteadOfThePivotIsLeftAlone() {
        Definition workflow = DefinitionReader.parse("""
                workflow: w
                steps:
                  how: { switch: { card: "${ input.card }", invoice: otherwise } }
                  charge: { after: [how.card], action: x.y, pivot: true }
                  invoice: { after: [how.invoice], action: x.y, compensate: x.z }
                  post: { after: [invoice], action: x.y, pivot: true }
                  ship: { after: [charge, post], action: x.y }
                """);

        assertThat(then(workflow, "invoice")).isEqualTo(OnExhausted.Then.COMPENSATE);
        assertThat(then(workflow, "post")).isEqualTo(OnExhausted.Then.COMPENSATE);
        assertThat(then(workflow, "ship")).isEqualTo(OnExhausted.Then.ESCALATE);
    }

    @Test
    void twoPivotsThatMayBothRunAreRefused() {
        assertThat(problemsOf("""
                  a: { action: x.y, pivot: true }
                  b: { after: [a], action: x.y, pivot: true }
                """))
                .containsExactly(
                        "4:40: steps.b.pivot: the pivot 'a' may have completed already, and past it the execution only goes"
                                + " forward. Remove one of them, or let them come after different cases of one switch");
        assertThat(problemsOf("""
                  a: { wait: 1s, pivot: true }
                  b: { action: x.y, pivot: 1 }
                """)).hasSize(2);
        assertThat(catchThrowableOfType(
                                InvalidWorkflowException.class,
                                () -> DefinitionReader.parse("workflow: w\nsteps: { a: { action: x.y } }\n"
                                        + "finally: { b: { action: x.y, pivot: true } }"))
                        .problems())
                .extracting(Problem::message)
                .containsExactly("no step is undone in 'finally'");
    }
}
