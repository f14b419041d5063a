package dev.reeve.internal.model.reading;

import static dev.reeve.internal.model.reading.RefusedDefinition.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.DefinitionFormat;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.Severity;
import dev.reeve.workflow.StepBuilder;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("S7: errors as data, and decisions by code, are read, built and checked")
final class ErrorsReadingTest {

    private static final String GIFT = """
            workflow: gift
            version: 1
            steps:
              wrap: { action: gift.wrap, onExhausted: { OUT_OF_PAPER: continue, otherwise: { pause: 1h, rounds: 3, then: escalate } } }
              charge:
                after: [wrap]
                action: card.charge
                retry: { maxAttempts: 4, on: [GATEWAY_BUSY, AGENT_LOST], never: [CARD_STOLEN] }
                onExhausted: { CARD_DECLINED: compensate, otherwise: escalate }
              ask: { after: [charge], await: paid, onExhausted: { AWAIT_TIMED_OUT: continue } }
              child: { after: [ask], workflow: other, onExhausted: { CARD_DECLINED: continue, CHILD_FAILED: escalate } }
              tell: { after: [wrap], when: "${ steps.wrap.error.code = 'OUT_OF_PAPER' }", action: mail.send }
            finally:
              report: { action: report.send, input: { step: "${ execution.error.step }" }, onExhausted: { FULL: continue } }
            """;

    private static StepBuilder charge(StepBuilder step) {
        return step.retry(Retry.DEFAULT.withMaxAttempts(4).withOn("GATEWAY_BUSY"))
                .onExhausted(OnExhausted.ESCALATE.withCode("CARD_DECLINED", OnExhausted.Then.COMPENSATE));
    }

    @Test
    void theBuilderBuildsTheSameWithTheSameWords() {
        Workflow built = Workflow.named("gift")
                .version(1)
                .step(
                        "wrap",
                        s -> s.action("gift.wrap")
                                .onExhausted(new OnExhausted(Duration.ofHours(1), 3, Then.ESCALATE)
                                        .withCode("OUT_OF_PAPER", Then.CONTINUE)))
                .step(
                        "charge",
                        s -> charge(s.after("wrap").action("card.charge"))
                                .retry(Retry.DEFAULT
                                        .withMaxAttempts(4)
                                        .withOn("GATEWAY_BUSY", "AGENT_LOST")
                                        .withNever("CARD_STOLEN")))
                .step(
                        "ask",
                        s -> s.after("charge")
                                .await("paid")
                                .onExhausted(OnExhausted.COMPENSATE.withCode("AWAIT_TIMED_OUT", Then.CONTINUE)))
                .step(
                        "child",
                        s -> s.after("ask")
                                .workflow("other")
                                .onExhausted(OnExhausted.COMPENSATE
                                        .withCode("CARD_DECLINED", Then.CONTINUE)
                                        .withCode("CHILD_FAILED", Then.ESCALATE)))
                .step(
                        "tell",
                        s -> s.after("wrap")
                                .when("${ steps.wrap.error.code = 'OUT_OF_PAPER' }")
                                .action("mail.send"))
                .finallyStep(
                        "report",
                        s -> s.action("report.send")
                                .input(Map.of("step", "${ execution.error.step }"))
                                .onExhausted(OnExhausted.ESCALATE.withCode("FULL", Then.CONTINUE)))
                .build();

        assertThat(DefinitionReader.of(built)).isEqualTo(DefinitionReader.parse(GIFT));
    }

    @Test
    @DisplayName("the order of the codes is kept in the text, and means nothing")
    void order() {
        String one = "workflow: w\nsteps: { a: { action: x.y, onExhausted: { B: continue, A: escalate } } }";
        String other = "workflow: w\nsteps: { a: { action: x.y, onExhausted: { A: escalate, B: continue } } }";

        assertThat(DefinitionReader.parse(one).toJson().text()).contains("{\"B\":\"continue\",\"A\":\"escalate\"}");
        assertThat(DefinitionReader.parse(one)).isEqualTo(DefinitionReader.parse(other));
    }

    @ParameterizedTest
    @DisplayName("a definition that reads errors, or decides by code, needs the format of the language")
    @ValueSource(
            strings = {
                "a: { action: x.y, retry: { on: [A] } }",
                "a: { action: x.y, retry: { never: [A] } }",
                "a: { action: x.y, compensate: { action: x.z, retry: { never: [A] } } }",
                "a: { action: x.y, probe: { action: x.z, retry: { on: [A] } } }",
                "a: { action: x.y, onExhausted: { A: continue } }",
                "a: { await: go, onExhausted: { A: continue } }",
                "a: { workflow: other, onExhausted: { A: continue } }",
                "a: { action: x.y, compensate: { action: x.z, input: '${ steps.a.error }' } }",
                "a: { action: x.y, compensate: { action: x.z, input: '${ execution.error.code }' } }",
                "a: { action: x.y, onExhausted: continue }\n  b: { after: [a], action: x.y, limit: { concurrency: 1, key: '${ steps.a.error.code }' } }",
                "a: { action: x.y, onExhausted: continue }\n  b: { after: [a], action: x.y, completeBy: '${ steps.a.error.details }' }",
                "a: { action: x.y, onExhausted: continue }\n  b: { after: [a], action: x.y, forEach: '${ steps.a.error.details }' }",
                "a: { action: x.y, onExhausted: continue }\n  b: { after: [a], switch: { c: '${ steps.a.error.code = 1 }' } }",
                "a: { action: x.y, onExhausted: continue }\n  b: { after: [a], value: { c: '${ $string(steps.a.error) }' } }",
                "a: { action: x.y, onExhausted: continue }\n  b: { after: [a], workflow: other, input: '${ steps.a.error }' }",
                "a: { action: x.y }\noutput: '${ steps.a.error.code }'",
                "a: { action: x.y }\noutput: '${ steps.a[0].error.code }'",
                "a: { action: x.y }\noutput: '${ ( $a := steps.a; $a.error ) }'",
                "a: { action: x.y }\noutput: '${ $lookup(steps.a, \"error\") }'",
                "a: { action: x.y }\nfinally: { b: { action: x.y, input: '${ $lookup(execution, \"error\") }' } }",
                "a: { action: x.y }\nfinally: { b: { action: x.y, when: '${ execution.error.step = 1 }' } }"
            })
    void format(String steps) {
        Definition workflow = DefinitionReader.parse("workflow: w\nsteps:\n  " + steps);

        assertThat(workflow.usesErrors()).isTrue();
        assertThat(workflow.format()).isEqualTo(DefinitionFormat.LANGUAGE);
        assertThat(DefinitionReader.restore(workflow.toJson())).isEqualTo(workflow);
    }

    @ParameterizedTest
    @DisplayName("an error that only a computed name reads is there, too")
    @ValueSource(
            strings = {
                "action: \"x.${ steps.a.error.code }\", oneOf: [x.y]",
                "action: x.y, probe: { action: \"x.${ steps.a.error.code }\", oneOf: [x.y] }",
                "action: x.y, compensate: { action: \"x.${ steps.a.error.code }\", oneOf: [x.y] }",
                "workflow: \"x_${ steps.a.error.code }\", oneOf: [x_y]"
            })
    void namesThatReadErrors(String step) {
        Definition workflow = DefinitionReader.parse(
                "workflow: w\nsteps:\n  a: { action: x.y, onExhausted: continue }\n  b: { after: [a], " + step + " }");

        assertThat(workflow.usesErrors()).isTrue();
    }

    @Test
    @DisplayName("a definition without errors and codes is as it was")
    void withoutErrors() {
        Definition workflow = DefinitionReader.parse("""
                workflow: w
                steps:
                  a: { action: x.y, retry: { maxAttempts: 2 }, onExhausted: { pause: 1h, rounds: 2, then: escalate } }
                  error: { action: x.y, input: "${ input.error.code }" }
                  whole: { after: [a], action: x.y, input: [ "${ steps.a }", "${ execution }" ] }
                output: "${ steps.error.output }"
                """);

        assertThat(workflow.usesErrors()).isFalse();
        assertThat(workflow.format()).isEqualTo(DefinitionFormat.FIRST);
    }

    @Test
    void whatCannotBe() {
        assertThat(problemsOf("""
                steps:
                  a: { action: x.y, retry: { on: [], never: card-stolen } }
                  b: { action: x.y, retry: { on: [A, A, card_declined, POISON], never: [A] } }
                  c: { action: x.y, onExhausted: { A: sometimes, declined: continue } }
                  d: { action: x.y, onExhausted: { A: continue, pause: 1h } }
                  e: { action: x.y, onExhausted: { otherwise: escalate } }
                  f: { action: x.y, onExhausted: { OTHERWISE: escalate } }
                  g: { await: go, onExhausted: { A: continue, otherwise: { pause: 1h } } }
                  h: { workflow: other, onExhausted: { pause: 1h } }
                  i: { after: [a], value: "${ steps.a.error.kode }" }
                  j: { value: "${ execution.error.code }" }
                finally:
                  k: { action: x.y, onExhausted: { A: compensate } }
                  l: { action: x.y, input: "${ execution.error.steps }" }
                """))
                .containsExactly(
                        "3:34: steps.a.retry.on: there is no code. Add one, or remove 'on'",
                        "3:45: steps.a.retry.never: expected a list of codes such as [CARD_DECLINED], found the"
                                + " string 'card-stolen'. Write [card-stolen]",
                        "4:34: steps.b.retry.on: 'POISON' is never retried. 'onExhausted' can name it",
                        "4:38: steps.b.retry.on[1]: 'A' is in the list twice. Remove it",
                        "4:41: steps.b.retry.on[2]: 'card_declined' is not a code: expected capital letters,"
                                + " digits and _, at most 255 characters. Did you mean CARD_DECLINED?",
                        "4:72: steps.b.retry.never: 'A' is in 'on', too. Remove one of them",
                        "5:39: steps.c.onExhausted.A: expected compensate or escalate or continue, found the"
                                + " string 'sometimes'",
                        "5:50: steps.c.onExhausted.declined: 'declined' is not a code: expected capital letters,"
                                + " digits and _, at most 255 characters. Did you mean DECLINED?",
                        "6:49: steps.d.onExhausted.pause: 'pause' belongs to 'otherwise', if there are codes."
                                + " Write otherwise: { pause: 1h, rounds: 3, then: escalate }",
                        "7:34: steps.e.onExhausted: there is no code. Write the word alone, or add a code such"
                                + " as CARD_DECLINED",
                        "8:36: steps.f.onExhausted.OTHERWISE: 'OTHERWISE' is no code. Did you mean otherwise?",
                        "9:58: steps.g.onExhausted.otherwise: expected compensate or escalate or continue, found"
                                + " an object",
                        "10:40: steps.h.onExhausted.pause: 'pause' is for a step with 'action', and this one is"
                                + " not retried. Remove it",
                        "11:27: steps.i.value: 'steps.a.error' has no member 'kode'. Did you mean code?",
                        "12:15: steps.j.value: 'execution.error' is only known in 'finally' and in 'compensate',"
                                + " once the execution has failed. The error of a step is steps.NAME.error",
                        "14:39: finally.k.onExhausted.A: expected escalate or continue, found the string"
                                + " 'compensate'",
                        "15:28: finally.l.input: 'execution.error' has no member 'steps'. Did you mean step?");
    }

    @Test
    @DisplayName("C6 no code may ask for undoing where a pivot may have completed")
    void pastPivot() {
        assertThat(problemsOf("""
                steps:
                  a: { action: x.y, pivot: true, onExhausted: { A: continue } }
                  b: { after: [a], action: x.y, onExhausted: { A: compensate, B: continue, otherwise: compensate } }
                """))
                .containsExactly(
                        "3:52: steps.a.onExhausted.A: a pivot cannot be passed over: it decides whether the"
                                + " execution goes forward or back. Write compensate or escalate",
                        "4:51: steps.b.onExhausted.A: the pivot 'a' may have completed by then, and past it"
                                + " nothing is undone. Write escalate or continue, or let 'b' come before it",
                        "4:87: steps.b.onExhausted.otherwise: the pivot 'a' may have completed by then, and past"
                                + " it nothing is undone. Write escalate or continue, or let 'b' come before it");
    }

    @Test
    @DisplayName("a warning names an error that is always null")
    void neverKnown() {
        List<String> warnings = Workflow.validate("""
                        workflow: w
                        steps:
                          a: { action: x.y }
                          b: { action: x.y, onExhausted: { A: continue } }
                          c: { after: [a, b], value: { a: "${ steps.a.error.code }", b: "${ steps.b.error.code }" } }
                          d: { after: [a], action: x.y, compensate: { action: x.z, input: "${ steps.a.error }" } }
                        finally:
                          e: { action: x.y, input: "${ steps.a.error }" }
                        """, "w.yaml").stream()
                .filter(problem -> problem.severity() == Severity.WARNING)
                .map(Problem::toString)
                .toList();

        assertThat(warnings)
                .containsExactly(
                        "5:35: steps.c.value.a: warning: the error of 'a' is always null here, as no failure of"
                                + " it lets the execution go on. Add 'onExhausted: continue' to it, also for"
                                + " single codes");
    }

    @ParameterizedTest
    @DisplayName("'otherwise' is no code: in Java it would be lost, so it is refused")
    @ValueSource(strings = {"otherwise", "OTHERWISE", "Otherwise"})
    void otherwise(String code) {
        assertThatThrownBy(() -> OnExhausted.ESCALATE.withCode(code, Then.CONTINUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'%s' is no code", code);
        assertThatThrownBy(() -> new OnExhausted(Duration.ZERO, 0, Then.ESCALATE, Map.of(code, Then.CONTINUE)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("a text that is no code is refused with its place when the workflow is built")
    void noCode() {
        assertThatThrownBy(() -> Workflow.named("w")
                        .step(
                                "a",
                                s -> s.action("x.y")
                                        .onExhausted(OnExhausted.ESCALATE.withCode("declined", Then.CONTINUE)))
                        .build())
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("steps.a.onExhausted.declined")
                .hasMessageContaining("Did you mean DECLINED?");
    }

    @Test
    @DisplayName("the policy of a task that is never retried is its own")
    void policies() {
        Definition gift = DefinitionReader.parse(GIFT);

        assertThat(((Task.Await) gift.steps().get(2).task()).onExhausted())
                .isEqualTo(OnExhausted.COMPENSATE.withCode("AWAIT_TIMED_OUT", Then.CONTINUE));
        assertThat(gift.finallySteps().getFirst().task().onExhausted())
                .isEqualTo(OnExhausted.ESCALATE.withCode("FULL", Then.CONTINUE));
    }
}
