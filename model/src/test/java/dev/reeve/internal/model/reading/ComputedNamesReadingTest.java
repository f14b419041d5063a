package dev.reeve.internal.model.reading;

import static dev.reeve.internal.model.reading.RefusedDefinition.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.model.definition.ActionReferences;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.DefinitionFormat;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.graph.GraphFormat;
import dev.reeve.internal.model.graph.StepText;
import dev.reeve.workflow.Workflow;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("S7: computed names of actions and workflows are read, built, drawn and checked")
final class ComputedNamesReadingTest {

    private static final String CHECKOUT = """
            workflow: checkout
            version: 1
            steps:
              pay:
                action: "payment.${ input.method }"
                oneOf: [payment.card, payment.invoice]
                probe: { action: "ask.${ input.method }", oneOf: [ask.card] }
                compensate: { action: "undo.${ steps.pay.output.by }", oneOf: [undo.card, undo.invoice] }
              deliver:
                after: [pay]
                forEach: "${ input.parcels }"
                workflow: "${ item.abroad ? 'export' : 'send' }"
                oneOf: [send, export]
                version: 3
            """;

    @Test
    void theBuilderBuildsTheSameWithTheSameWords() {
        Workflow built = Workflow.named("checkout")
                .version(1)
                .step(
                        "pay",
                        s -> s.action("payment.${ input.method }")
                                .oneOf("payment.card", "payment.invoice")
                                .probe("ask.${ input.method }", c -> c.oneOf("ask.card"))
                                .compensate("undo.${ steps.pay.output.by }", c -> c.oneOf("undo.card", "undo.invoice")))
                .step(
                        "deliver",
                        s -> s.after("pay")
                                .forEach("${ input.parcels }")
                                .workflow("${ item.abroad ? 'export' : 'send' }")
                                .oneOf("send", "export")
                                .version(3))
                .build();

        assertThat(DefinitionReader.of(built)).isEqualTo(DefinitionReader.parse(CHECKOUT));
    }

    @Test
    @DisplayName("all names that can come are known")
    void names() {
        Definition checkout = DefinitionReader.parse(CHECKOUT);

        assertThat(ActionReferences.of(checkout))
                .containsExactly("payment.card", "payment.invoice", "ask.card", "undo.card", "undo.invoice");
        assertThat(((Task.Child) checkout.steps().get(1).task()).names()).containsExactly("send", "export");
        assertThat(checkout.format()).isEqualTo(DefinitionFormat.LANGUAGE);
        assertThat(DefinitionReader.restore(checkout.toJson())).isEqualTo(checkout);
        assertThat(DefinitionReader.parse(checkout.toYaml())).isEqualTo(checkout);
    }

    @ParameterizedTest
    @DisplayName("one computed name is enough to need the format of the language")
    @ValueSource(
            strings = {
                "action: \"x.${ input.a }\", oneOf: [x.y]",
                "action: x.y, probe: { action: \"x.${ input.a }\", oneOf: [x.y] }",
                "action: x.y, compensate: { action: \"x.${ input.a }\", oneOf: [x.y] }",
                "workflow: \"${ input.a }\", oneOf: [other]"
            })
    void format(String step) {
        Definition workflow = DefinitionReader.parse("workflow: w\nsteps: { a: { " + step + " } }");

        assertThat(workflow.format()).isEqualTo(DefinitionFormat.LANGUAGE);
        assertThat(workflow.usesErrors()).isFalse();
    }

    @Test
    void whatCannotBe() {
        String many = IntStream.range(0, 1_001).mapToObj(i -> "x.y" + i).collect(Collectors.joining(", "));

        assertThat(problemsOf("""
                steps:
                  a: { action: "x.${ input.a }" }
                  b: { action: x.y, oneOf: [x.y] }
                  c: { action: "x.${ input.a }", oneOf: [] }
                  d: { action: "x.${ input.a }", oneOf: [x.y, x.y, "X Y", 1] }
                  e: { action: "x.${ input.a }", oneOf: x.y }
                  f: { workflow: "${ input.a }", oneOf: [Other] }
                  g: { action: x.y, compensate: "x.${ input.a }" }
                  h: { wait: 1s, oneOf: [x.y] }
                  i: { action: "x.${ steps.j.output }", oneOf: [x.y] }
                  j: { action: "x.$${ a }", oneOf: [x.y] }
                  k: { action: "x.${ input. }", oneOf: [x.y] }
                  l: { action: "x.${ input.a }", oneOf: [%s] }
                """.formatted(many)))
                .containsExactly(
                        "3:16: steps.a.action: the action is computed, and the names that can come are not"
                                + " listed. Add them, for example oneOf: [payment.card, payment.invoice]",
                        "4:21: steps.b.oneOf: 'oneOf' belongs to 'action' with an expression, and this one is a"
                                + " literal. Remove it",
                        "5:41: steps.c.oneOf: there are 0 names, and a list has 1 to 1,000",
                        "6:47: steps.d.oneOf[1]: 'x.y' is in the list twice. Remove it",
                        "6:52: steps.d.oneOf[2]: 'X Y' is not the name of an action: expected noun.verb of"
                                + " letters, digits, _ and -. For example payment.charge",
                        "6:59: steps.d.oneOf[3]: expected the name of an action, found the number 1",
                        "7:41: steps.e.oneOf: expected a list of the names that can come, found the string"
                                + " 'x.y'. Write [x.y]",
                        "8:42: steps.f.oneOf[0]: 'Other' is not a name: expected small letters, digits and _,"
                                + " beginning with a letter. For example other",
                        "9:33: steps.g.compensate: the action is computed, and the names that can come are not"
                                + " listed. Write { action: …, oneOf: [payment.refund, invoice.cancel] }",
                        "10:18: steps.h.oneOf: 'oneOf' belongs to a step with 'action' or 'workflow', and this"
                                + " one has 'wait'. Remove it",
                        "11:16: steps.i.action: the step 'j' need not be settled by then: 'i' does not come"
                                + " after it. Add j to 'after' of i",
                        "12:16: steps.j.action: there is no expression in the name. Remove the $ before ${",
                        "13:16: steps.k.action: Unexpected end of expression (at character 6)",
                        "14:41: steps.l.oneOf: there are 1,001 names, and a list has 1 to 1,000");
    }

    @Test
    @DisplayName("a step that always starts its own workflow has no other name to come")
    void recursion() {
        assertThat(problemsOf("steps: { a: { workflow: \"${ input.a }\", oneOf: [w] } }"))
                .containsExactly(
                        "2:25: steps.a.workflow: the workflow starts itself in any case, and so would never end."
                                + " Add 'when'");
        assertThat(DefinitionReader.parse("workflow: w\nsteps: { a: { workflow: \"${ input.a }\", oneOf: [w, v] } }")
                        .steps())
                .hasSize(1);
    }

    @Test
    void drawn() {
        Definition checkout = DefinitionReader.parse(CHECKOUT);

        assertThat(GraphFormat.TEXT.of(checkout)).isEqualTo("""
                checkout 1
                   1  pay      one of payment.card, payment.invoice, undone by one of undo.card, undo.invoice
                   2  deliver  workflow one of send, export 3, for each input.parcels  ← pay
                """);
        assertThat(StepText.whole(checkout.steps().getLast())).isEqualTo("workflow one of send, export 3");
    }

    @Test
    @DisplayName("habits of other languages are answered with the words to write")
    void habits() {
        assertThat(problemsOf("""
                steps:
                  a: { action: x.y, dynamicTaskNameParam: b }
                  b: { action: x.y, retry: { retryOn: [A], nonRetryableErrorTypes: [B] } }
                """))
                .containsExactly(
                        "3:21: steps.a.dynamicTaskNameParam: unknown key 'dynamicTaskNameParam'. Write the"
                                + " expression as 'action' or 'workflow', and the names that it can give as"
                                + " 'oneOf'",
                        "4:30: steps.b.retry.retryOn: unknown key 'retryOn'. Write the codes that are retried as"
                                + " 'on' in 'retry'",
                        "4:44: steps.b.retry.nonRetryableErrorTypes: unknown key 'nonRetryableErrorTypes'. Write"
                                + " the codes as 'never' in 'retry'; the agent's StepFailure.businessError(…) is"
                                + " not retried anyway");
    }
}
