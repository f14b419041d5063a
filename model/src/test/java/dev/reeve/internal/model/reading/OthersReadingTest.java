package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.DefinitionFormat;
import dev.reeve.internal.model.definition.OtherSteps;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.Others;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: {@code others} of a join, and {@code repeat} of an await. */
final class OthersReadingTest {

    private static Definition read(String steps) {
        return DefinitionReader.parse("workflow: w\nsteps:\n" + steps.indent(2));
    }

    @Test
    @DisplayName("S7 others are read, written, built in Java and drawn")
    void others() {
        Definition definition = read("""
                a: { action: x.a, compensate: x.b }
                b: { action: x.a, compensate: x.b }
                j: { after: [a, b], join: { any: 1, others: undo }, action: x.c }
                k: { after: [a, b], join: { any: 2 }, action: x.c }
                """.replace("k: { after: [a, b]", "k: { after: [j, l]") + "l: { action: x.a }");
        Step joined = definition.steps().get(2);

        assertThat(joined.join()).isEqualTo(Join.ANY.withOthers(Others.UNDO));
        assertThat(definition.steps().get(3).join()).isEqualTo(Join.of(2));
        assertThat(definition.format()).isEqualTo(DefinitionFormat.LANGUAGE);
        assertThat(definition.toJson().text()).contains("\"join\":{\"any\":1,\"others\":\"undo\"}", "\"join\":2");
        assertThat(DefinitionReader.parse(definition.toYaml())).isEqualTo(definition);
        Definition built = DefinitionReader.of(Workflow.named("w")
                .step("a", step -> step.action("x.a").compensate("x.b"))
                .step("b", step -> step.action("x.a").compensate("x.b"))
                .step(
                        "j",
                        step -> step.after("a", "b")
                                .join(Join.ANY.withOthers(Others.UNDO))
                                .action("x.c"))
                .step("k", step -> step.after("j", "l").join(Join.of(2)).action("x.c"))
                .step("l", step -> step.action("x.a"))
                .build());
        assertThat(built.toJson()).isEqualTo(definition.toJson());
    }

    @Test
    @DisplayName("S7 others that do not exist or cannot be undone are refused")
    void refused() {
        assertThatThrownBy(() -> read("""
                        a: { action: x.a }
                        b: { action: x.a }
                        j: { after: [a, b], join: { any: 1, others: cancel }, action: x.c }
                        k: { after: [a, b], action: x.c }
                        l: { after: [j, k], join: { any: 1, others: undo }, action: x.c }
                        p: { action: x.a, compensate: x.b, pivot: true, onExhausted: escalate }
                        q: { after: [p, a], join: { any: 1, others: undo }, action: x.c, onExhausted: escalate }
                        """))
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("steps.j.join.others: no step leads only to this one")
                .hasMessageContaining("steps.l.join.others: none of the others is undone")
                .hasMessageContaining("steps.q.join.others: the pivot 'p' is one of the others");
        assertThatThrownBy(() -> read("j: { after: [a], join: { others: keep }, action: x.c }\na: { action: x.a }"))
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("how many steps are enough")
                .hasMessageContaining("leave or cancel or undo");
    }

    @Test
    @DisplayName("S7 C6 a group with a pivot is not undone as one of the others")
    void pivotInGroup() {
        assertThatThrownBy(() -> read("""
                        a: { action: x.a }
                        g:
                          steps:
                            h: { steps: { p: { action: x.p, pivot: true, onExhausted: escalate } } }
                        j: { after: [a, g], join: { any: 1, others: undo }, action: x.c, onExhausted: escalate }
                        """))
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("steps.j.join.others: the group 'g' with the pivot 'p' is one of the others");
    }

    @Test
    @DisplayName("S7 C6 what is undone as one of the others may come after a pivot")
    void behindPivot() {
        String steps = """
                p: { action: x.p, pivot: true, onExhausted: escalate }
                a: { after: [p], action: x.a, compensate: x.b, onExhausted: escalate }
                b: { after: [p], action: x.a, compensate: x.b, onExhausted: escalate }
                j: { after: [a, b], join: { any: 1, others: OTHERS }, action: x.c, onExhausted: escalate }
                z: { after: [p], action: x.d, onExhausted: escalate }
                """;
        assertThat(read(steps.replace("OTHERS", "undo")).steps()).hasSize(5);
        assertThatThrownBy(() -> read(steps.replace("OTHERS", "cancel")))
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("steps.a.compensate: the step comes after the pivot 'p'");
    }

    @Test
    @DisplayName("S7 others are the steps all of whose paths lead to the joined one")
    void graph() {
        List<Step> steps = read("""
                        s: { action: x.a }
                        a: { after: [s], action: x.a }
                        b: { after: [s], action: x.a }
                        c: { after: [s], action: x.a }
                        j: { after: [a, b], join: any, action: x.c }
                        k: { after: [j, c], join: any, action: x.c }
                        e: { after: [c], action: x.c }
                        """).steps();
        OtherSteps others = OtherSteps.of(steps);

        assertThat(others.having(step -> step.name().equals("a"))).containsExactly("j", "k");
        assertThat(others.isOther("a", "j")).isTrue();
        assertThat(others.isOther("a", "k")).isTrue();
        assertThat(others.isOther("j", "k")).isTrue();
        assertThat(others.isOther("s", "k")).as("it leads to e, too").isFalse();
        assertThat(others.isOther("c", "k")).isFalse();
        assertThat(others.isOther("j", "j")).isFalse();
    }

    @Test
    @DisplayName("S7 a chain of thousands of joins is checked quickly")
    void large() {
        StringBuilder steps = new StringBuilder("s0: { action: x.a, compensate: x.b }\n");
        for (int i = 1; i < 6000; i++) {
            steps.append("s%d: { after: [s%d, w%d], join: { any: 1, others: undo }, action: x.a, compensate: x.b }\n"
                            .formatted(i, i - 1, i))
                    .append("w%d: { await: go }\n".formatted(i));
        }

        assertThat(read(steps.toString()).steps()).hasSize(11_999);
    }

    @Test
    @DisplayName("S7 several signals are read, written and built in Java; other keys of repeat do not belong there")
    void signals() {
        Definition definition = read("""
                a:
                  await: { signal: go, timeout: 1m, default: "${ output }", schema: { type: object } }
                  repeat: { until: "${ $count(output) = 2 or round = 3 }", max: 7 }
                """);

        assertThat(definition.format()).isEqualTo(DefinitionFormat.LANGUAGE);
        assertThat(definition.steps().getFirst().repeat()).isNotNull();
        assertThat(definition.toJson().value())
                .isEqualTo(DefinitionReader.of(Workflow.named("w")
                                .step(
                                        "a",
                                        step -> step.await(
                                                        "go",
                                                        await -> await.timeout(Duration.ofMinutes(1))
                                                                .defaultOutput("${ output }")
                                                                .schema(new Json("{\"type\":\"object\"}")))
                                                .repeat(
                                                        "${ $count(output) = 2 or round = 3 }",
                                                        repeat -> repeat.max(7)))
                                .build())
                        .toJson()
                        .value());
        assertThat(DefinitionReader.parse(definition.toYaml())).isEqualTo(definition);
        assertThatThrownBy(() -> read("a: { await: go, repeat: { until: \"${ input.x }\", delay: 1s, max: 10001 } }"))
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("delay")
                .hasMessageContaining("10,000");
        assertThatThrownBy(() -> read("a: { await: go, repeat: { until: \"${ previous.x }\" } }"))
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("previous");
    }
}
