package dev.reeve.internal.model.reading;

import static dev.reeve.internal.model.reading.RefusedDefinition.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.DefinitionFormat;
import dev.reeve.internal.model.graph.GraphFormat;
import dev.reeve.workflow.Workflow;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S7: values, failures on purpose and early ends are read, built, drawn and checked")
final class EndingsTest {

    private static final String LOAN = """
            workflow: loan
            version: 1
            steps:
              check: { action: credit.check }
              rate: { after: [check], value: { rate: "${ steps.check.output.score / 100 }" } }
              reject: { after: [check], fail: { code: TOO_RISKY, message: "${ input.a }!", details: { a: "${ input.b }" } } }
              plain: { after: [check], fail: { code: NO, message: "no" } }
              done: { after: [rate], complete: "${ steps.rate.output }" }
            """;

    @Test
    void theBuilderBuildsTheSameWithTheSameWords() {
        Definition built = DefinitionReader.of(Workflow.named("loan")
                .version(1)
                .step("check", s -> s.action("credit.check"))
                .step("rate", s -> s.after("check").value(Map.of("rate", "${ steps.check.output.score / 100 }")))
                .step("reject", s -> s.after("check").fail("TOO_RISKY", "${ input.a }!", Map.of("a", "${ input.b }")))
                .step("plain", s -> s.after("check").fail("NO", "no"))
                .step("done", s -> s.after("rate").complete(new Json("\"${ steps.rate.output }\"")))
                .build());

        assertThat(built).isEqualTo(DefinitionReader.parse(LOAN));
    }

    @Test
    @DisplayName("a definition with one of the words needs the format of the language, and others need none")
    void format() {
        assertThat(DefinitionReader.parse(LOAN).format()).isEqualTo(DefinitionFormat.LANGUAGE);
        assertThat(DefinitionReader.parse("workflow: w\nsteps: { a: { action: x.y, transactional: true } }")
                        .format())
                .isEqualTo(DefinitionFormat.PERMITS);
        assertThat(DefinitionReader.parse("workflow: w\nsteps: { a: { action: x.y } }")
                        .format())
                .isEqualTo(DefinitionFormat.FIRST);
    }

    @Test
    void theShortFormOfAFailure() {
        Definition read = DefinitionReader.parse("workflow: w\nsteps:\n  a: { fail: NO }\n");

        assertThat(read).isEqualTo(DefinitionReader.parse("workflow: w\nsteps:\n  a: { fail: { code: NO } }\n"));
        assertThat(read.toJson().text()).contains("{\"fail\":\"NO\"}");
    }

    @Test
    void whatCannotBe() {
        assertThat(problemsOf("""
                steps:
                  a: { fail: too-risky }
                  b: { fail: { message: x } }
                  c: { complete: 1 }
                  d: { after: [c], action: x.y }
                  e: { value: 1, onExhausted: continue }
                  f: { value: null }
                  g: { value: "${ steps.d.output }" }
                finally:
                  z: { complete: 1 }
                  y: { fail: NO }
                """))
                .containsExactly(
                        "3:14: steps.a.fail: 'too-risky' is not a code: expected capital letters, digits and _, at most 255"
                                + " characters. Did you mean TOO_RISKY?",
                        "4:14: steps.b.fail: the failure has no code. Add 'code: TOO_RISKY'",
                        "6:16: steps.d.after[0]: 'c' ends the execution, so that nothing comes after it. Remove it",
                        "7:18: steps.e.onExhausted: 'onExhausted' belongs to a step with 'action', 'await', 'workflow' or 'steps', and"
                                + " this one has 'value'. Remove it",
                        "8:8: steps.f.value: 'value' has no value. Give it one, or remove the key",
                        "9:15: steps.g.value: the step 'd' need not be settled by then: 'g' does not come after it. Add d to"
                                + " 'after' of g",
                        "11:8: finally.z.complete: the outcome is decided before 'finally' begins. Move it to 'steps'",
                        "12:8: finally.y.fail: the outcome is decided before 'finally' begins. Move it to 'steps'");
    }

    @Test
    @DisplayName("C6 nothing fails on purpose where a pivot may have completed, but may complete there")
    void pastPivot() {
        assertThat(problemsOf("""
                steps:
                  a: { action: x.y, pivot: true }
                  b: { after: [a], fail: NO }
                  c: { after: [a], complete: 1 }
                """))
                .containsExactly(
                        "4:26: steps.b.fail: the pivot 'a' may have completed by then, and past it nothing is undone."
                                + " Let 'b' come before it");
    }

    @Test
    void drawn() {
        Definition loan = DefinitionReader.parse(LOAN);

        assertThat(GraphFormat.TEXT.of(loan)).isEqualTo("""
                loan 1
                   1  check   credit.check
                   2  rate    value {"rate":"${ steps.check.output.score / 100 }"}  ← check
                      reject  fail TOO_RISKY  ← check
                      plain   fail NO  ← check
                   3  done    complete ${ steps.rate.output }  ← rate
                """);
        assertThat(GraphFormat.MERMAID.of(loan))
                .contains(
                        "s_rate[/\"rate<br/>value", "s_reject>\"reject<br/>fail TOO_RISKY\"]", "s_done(((\"done<br/>");
        assertThat(GraphFormat.DOT.of(loan)).contains("shape=note", "shape=octagon", "shape=doublecircle");
    }
}
