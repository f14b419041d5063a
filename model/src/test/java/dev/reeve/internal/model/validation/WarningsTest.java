package dev.reeve.internal.model.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Workflow;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Warnings: steps that never run, cases that are never chosen, outputs that are never known")
final class WarningsTest {

    /** Every one of them is accepted, also when it is restored from a store. */
    private static List<String> warnings(String steps) {
        String text = "workflow: w\nsteps:\n" + steps;
        assertThatCode(() ->
                        DefinitionReader.restore(DefinitionReader.parse(text).toJson()))
                .doesNotThrowAnyException();
        return Workflow.validate(text, "w.yaml").stream().map(Problem::toString).toList();
    }

    @Test
    @DisplayName("A constant condition, and what comes after only such steps")
    void neverRuns() {
        assertThat(warnings("""
                  off: { when: "${ false }", action: a.b }
                  next: { after: [off], action: a.b }
                  beside: { action: a.b }
                  both: { after: [off, beside], action: a.b }
                """))
                .containsExactly(
                        "3:8: steps.off: warning: the step never runs: its condition is always false. Remove it, or"
                                + " correct this",
                        "4:9: steps.next: warning: the step never runs: nothing that it comes after is ever reached."
                                + " Remove it, or correct this");
    }

    @Test
    @DisplayName("Cases behind one that always holds, or with the same condition, and the steps after them")
    void neverChosen() {
        assertThat(warnings("""
                  size: { switch: { big: "${ input.n > 9 }", large: "${ input.n > 9 }", no: "${ 1 > 2 }", all: "${ 1 < 2 }", rest: otherwise } }
                  huge: { after: [size.large], action: a.b }
                  done: { after: [size.big, size.large], action: a.b }
                """))
                .containsExactly(
                        "3:53: steps.size.switch.large: warning: this case is never chosen, as the case 'big' before it has"
                                + " the same condition. Remove it, or correct the condition",
                        "3:77: steps.size.switch.no: warning: this case is never chosen, as its condition is always false."
                                + " Remove it, or correct the condition",
                        "3:116: steps.size.switch.rest: warning: this case is never chosen, as the case 'all' before it"
                                + " always holds. Remove it, or correct the condition",
                        "4:9: steps.huge: warning: the step never runs: nothing that it comes after is ever reached."
                                + " Remove it, or correct this");
    }

    @Test
    @DisplayName("A join of more steps than run together")
    void neverTogether() {
        String choice = """
                  way: { switch: { a: "${ input.x }", b: otherwise } }
                  one: { after: [way.a], action: a.b }
                  two: { after: [way.b], action: a.b }
                  more: { after: [two], action: a.b }
                  free: { action: a.b }
                """;

        assertThat(warnings(choice + "  end: { after: [one, two], join: 2, action: a.b }\n"))
                .containsExactly(
                        "8:8: steps.end: warning: the step never runs: it waits for 2 of 'after', and never more"
                                + " than 1 of them run together. Remove it, or correct this");
        assertThat(warnings(choice + "  end: { after: [one, two, free], join: 2, action: a.b }\n"))
                .isEmpty();
        assertThat(warnings(choice + "  end: { after: [one, two, more], join: 2, action: a.b }\n"))
                .isEmpty();
        assertThat(warnings(choice + "  end: { after: [one, two, more], join: 3, action: a.b }\n"))
                .hasSize(1);
        assertThat(warnings(choice + "  end: { after: [one, two], action: a.b }\n"))
                .isEmpty();
    }

    @Test
    @DisplayName("Outputs that nobody can have")
    void neverKnown() {
        String graph = """
                  way: { switch: { a: "${ input.x }", b: otherwise } }
                  one: { after: [way.a], action: a.b }
                  rest: { after: [one], wait: 1s }
                  off: { when: "${ false }", action: a.b }
                """;

        assertThat(
                        warnings(
                                graph
                                        + "  end: { after: [rest, way.b, off], action: a.b, input: { a: \"${ steps.one.output }\", "
                                        + "b: \"${ steps.rest.output }\", c: \"${ steps.way.output.a }\", d: \"${ steps.off.output }\", e: \"${ steps.way.output }\" } }\n"))
                .extracting(problem -> problem.substring(problem.indexOf("steps.")))
                .contains(
                        "steps.end.input.b: warning: the output of 'rest' is always null, as it only waits",
                        "steps.end.input.c: warning: the output of the switch 'way' is the name of a case, and has no"
                                + " members. Write steps.way.output",
                        "steps.end.input.d: warning: the output of 'off' is never known, as the step never runs")
                .hasSize(4);
        assertThat(warnings("""
                  way: { switch: { a: "${ input.x }", b: otherwise } }
                  one: { after: [way.a], action: a.b }
                  two: { after: [way.b], action: a.b }
                  three: { after: [one, two], action: a.b, input: "${ [steps.one.output, steps.two.output] }" }
                """)).isEmpty();
    }

    @Test
    @DisplayName("A definition with errors has no warnings; a large graph is checked at once")
    void errorsComeFirst() {
        assertThat(Workflow.validate("workflow: w\nsteps: { off: { when: \"${ false }\", acton: a.b } }", "w.yaml"))
                .isNotEmpty()
                .noneMatch(Problem::isWarning);
        StringBuilder chain = new StringBuilder("workflow: w\nsteps:\n  s0: { switch: { a: \"${ input.x }\" } }\n");
        for (int i = 1; i < 5_000; i++) {
            chain.append("  s%d: { after: [s%d.a], switch: { a: \"${ input.x }\" } }\n".formatted(i, i - 1));
        }
        assertThat(Workflow.validate(chain.toString(), "w.yaml")).isEmpty();
    }
}
