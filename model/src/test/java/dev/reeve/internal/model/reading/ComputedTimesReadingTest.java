package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.DefinitionFormat;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.graph.GraphFormat;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.Workflow;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: durations as expressions, and the signal that moves a time, in each form of a definition. */
class ComputedTimesReadingTest {

    private static final String YAML = """
            workflow: times
            completeBy: "${ input.days & 'd' }"
            steps:
              charge:
                action: bank.charge
                completeBy: "${ input.patience }"
                startBy: "${ 60000 }"
                retry: { maxAttempts: 3, backoff: "${ input.backoff }", maxBackoff: "${ input.most }" }
                compensate: { action: bank.refund, completeBy: "${ steps.charge.output.time }" }
                probe: { action: bank.ask, retry: { backoff: "${ input.backoff }" } }
                repeat: { until: "${ output.done }", delay: "${ output.wait }", maxDelay: "${ round & 'm' }" }
              pause: { after: [charge], wait: "${ input.pause }" }
              until: { after: [pause], waitUntil: "${ signal ? signal.at : input.at }", updateOn: moved }
              paid:
                after: [until]
                await: { signal: paid, timeout: "${ signal.more ? '5d' : '2d' }", updateOn: more_time }
              ship: { after: [paid], workflow: shipping, completeBy: "${ input.patience }" }
            """;

    private static List<String> problems(String steps) {
        try {
            DefinitionReader.parse("workflow: w\nsteps:\n" + steps);
            return List.of();
        } catch (InvalidWorkflowException e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }

    @Test
    @DisplayName("Each key that may be an expression is read, and written as it was")
    void readAndWritten() {
        Definition definition = DefinitionReader.parse(YAML);
        Step charge = definition.steps().getFirst();

        assertThat(charge.times().expressions())
                .containsOnlyKeys(
                        "completeBy",
                        "startBy",
                        "retry.backoff",
                        "retry.maxBackoff",
                        "compensate.completeBy",
                        "probe.retry.backoff",
                        "repeat.delay",
                        "repeat.maxDelay");
        assertThat(definition.steps().get(3).times().at(ComputedTimes.TIMEOUT)).isNotNull();
        assertThat(definition.steps().get(2).task().updateOn()).isEqualTo("moved");
        assertThat(((Task.Await) definition.steps().get(3).task()).updateOn()).isEqualTo("more_time");
        assertThat(definition.execution().completeBy()).isNotNull();
        assertThat(DefinitionReader.parse(definition.toJson().text())).isEqualTo(definition);
        assertThat(DefinitionReader.parse(definition.toYaml())).isEqualTo(definition);
        assertThat(DefinitionReader.restore(definition.toJson())).isEqualTo(definition);
    }

    @Test
    @DisplayName("Each of them needs a store whose releases know the language")
    void format() {
        assertThat(DefinitionReader.parse(YAML).format()).isEqualTo(DefinitionFormat.LANGUAGE);
        assertThat(DefinitionReader.parse("workflow: w\ncompleteBy: \"${ input.x }\"\nsteps:\n  a: { wait: 1s }")
                        .format())
                .isEqualTo(DefinitionFormat.LANGUAGE);
        assertThat(DefinitionReader.parse("workflow: w\nsteps:\n  a: { wait: \"${ input.x }\" }")
                        .format())
                .isEqualTo(DefinitionFormat.LANGUAGE);
        assertThat(DefinitionReader.parse(
                                "workflow: w\nsteps:\n  a: { waitUntil: \"${ signal ? signal : input }\", updateOn: b }")
                        .format())
                .isEqualTo(DefinitionFormat.LANGUAGE);
    }

    @Test
    @DisplayName("The builder gives the same definition")
    void builder() {
        Workflow built = Workflow.named("times")
                .completeBy("${ input.days & 'd' }")
                .step(
                        "charge",
                        s -> s.action("bank.charge")
                                .completeBy("${ input.patience }")
                                .startBy("${ 60000 }")
                                .retry(Retry.DEFAULT.withMaxAttempts(3))
                                .backoff("${ input.backoff }")
                                .maxBackoff("${ input.most }")
                                .compensate("bank.refund", c -> c.completeBy("${ steps.charge.output.time }"))
                                .probe("bank.ask", p -> p.backoff("${ input.backoff }"))
                                .repeat(
                                        "${ output.done }",
                                        r -> r.delay("${ output.wait }").maxDelay("${ round & 'm' }")))
                .step("pause", s -> s.after("charge").wait("${ input.pause }"))
                .step("until", s -> s.after("pause").waitUntil("${ signal ? signal.at : input.at }", "moved"))
                .step(
                        "paid",
                        s -> s.after("until")
                                .await(
                                        "paid",
                                        a -> a.timeout("${ signal.more ? '5d' : '2d' }")
                                                .updateOn("more_time")))
                .step("ship", s -> s.after("paid").workflow("shipping").completeBy("${ input.patience }"))
                .build();

        assertThat(built.toJson()).isEqualTo(DefinitionReader.parse(YAML).toJson());
    }

    @Test
    @DisplayName("References of these expressions are checked, as those of all others")
    void references() {
        assertThat(problems("  a: { wait: \"${ steps.b.output }\" }\n  b: { action: x.y }"))
                .singleElement()
                .asString()
                .contains("steps.a.wait", "'a' does not come after it");
        assertThat(problems("  a: { action: x.y, retry: { backoff: \"${ output.x }\" } }"))
                .singleElement()
                .asString()
                .contains("steps.a.retry.backoff", "'output' is only known");
        assertThat(problems("  a: { wait: \"${ signal.x }\" }"))
                .singleElement()
                .asString()
                .contains("'signal' is only known");
        assertThat(problems("  a: { action: x.y, completeBy: \"${ steps.a.output }\" }"))
                .singleElement()
                .asString()
                .contains("refers to itself");
        assertThat(problems("  a: { wait: \"for ${ input.x }\" }"))
                .singleElement()
                .asString()
                .contains("one expression");
    }

    @Test
    @DisplayName("updateOn needs a time that it can change, and another signal than the awaited one")
    void updateOn() {
        assertThat(problems("  a: { waitUntil: \"${ input.at }\", updateOn: moved }"))
                .singleElement()
                .asString()
                .contains("does not refer to 'signal'");
        assertThat(problems("  a: { await: { signal: paid, timeout: 2d, updateOn: more } }"))
                .singleElement()
                .asString()
                .contains("'timeout' is no expression");
        assertThat(problems("  a: { await: { signal: paid, timeout: \"${ signal.x }\", updateOn: paid } }"))
                .singleElement()
                .asString()
                .contains("takes the signal 'paid'");
        assertThat(problems("  a: { wait: 2d, updateOn: more }"))
                .singleElement()
                .asString()
                .contains("'updateOn' belongs to a step with 'waitUntil'");
    }

    @Test
    @DisplayName("A check against a duration does not apply to an expression")
    void notCompared() {
        assertThat(problems("  a: { action: x.y, completeBy: \"${ input.x }\", heartbeat: 10m, expected: 20m }"))
                .isEmpty();
        assertThat(problems("  a: { action: x.y, retry: { backoff: \"${ input.x }\", maxBackoff: 1ms } }"))
                .isEmpty();
    }

    @Test
    @DisplayName("The graph shows the expressions, and the signal that moves a time")
    void graph() {
        Definition definition = DefinitionReader.parse(YAML);

        assertThat(GraphFormat.TEXT.of(definition))
                .contains("wait input.pause", "updated by moved", "await paid signal.more ? '5d' : '2d'");
        assertThat(GraphFormat.MERMAID.of(definition)).contains("updated by moved");
        assertThat(GraphFormat.DOT.of(definition)).contains("updated by more_time");
    }

    @Test
    @DisplayName("A definition without expressions keeps its text")
    void unchanged() {
        Definition plain = DefinitionReader.parse(
                "workflow: w\nsteps:\n  a: { action: x.y, completeBy: 7s, onExhausted: continue }\n  b: { await: go }");

        assertThat(plain.format()).isEqualTo(DefinitionFormat.FIRST);
        assertThat(plain.steps().getFirst().times()).isEqualTo(ComputedTimes.NONE);
        assertThat(((Task.Action) plain.steps().getFirst().task()).onExhausted().then())
                .isEqualTo(OnExhausted.Then.CONTINUE);
        assertThat(plain.toJson().text())
                .isEqualTo(
                        "{\"workflow\":\"w\",\"version\":1,\"steps\":{\"a\":{\"action\":\"x.y\",\"completeBy\":\"7s\","
                                + "\"onExhausted\":\"continue\"},\"b\":{\"await\":\"go\"}}}");
    }
}
