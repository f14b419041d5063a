package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.ActionReferences;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.DefinitionFormat;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.graph.GraphFormat;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Tolerate;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S7: groups of steps are read, built, written and checked")
final class GroupsTest {

    private static final String ORDER = """
            workflow: order
            version: 3
            steps:
              reserve: { action: stock.reserve, compensate: stock.release }
              ship:
                after: [reserve]
                when: "${ input.parcels }"
                forEach: "${ input.parcels }"
                as: parcel
                batch: 2
                concurrency: 5
                tolerate: 1
                pivot: true
                input: { parcel: "${ parcel }", from: "${ steps.reserve.output }" }
                completeBy: 2d
                onExhausted: escalate
                priority: 3
                steps:
                  pack: { action: parcel.pack, compensate: parcel.unpack, input: "${ input.parcel }" }
                  arrive:
                    after: [pack]
                    repeat: { until: "${ output.ask.arrived }", delay: 1h, max: 20000 }
                    input: { patience: "${ input.parcel.patience }" }
                    steps:
                      ask: { action: parcel.ask, completeBy: "${ input.patience }" }
                output: { number: "${ steps.pack.output.number }" }
              bill: { after: [ship], action: bill.send, input: "${ steps.ship.output.number }", onExhausted: escalate }
            finally:
              tell: { input: { outcome: "${ outcome }" }, steps: { say: { action: mail.send } } }
            """;

    private static Definition order() {
        return DefinitionReader.parse(ORDER);
    }

    private static Task.Child child(Definition workflow, String step) {
        return (Task.Child) workflow.steps().stream()
                .filter(one -> one.name().equals(step))
                .findFirst()
                .orElseThrow()
                .task();
    }

    private static List<Problem> problems(String yaml) {
        return DefinitionReader.check(yaml, "order.yaml").problems();
    }

    private static String problemsOf(String yaml) {
        return problems(yaml).stream()
                .map(problem -> "%s (%d:%d): %s %s"
                        .formatted(
                                problem.path(),
                                problem.line(),
                                problem.column(),
                                problem.message(),
                                problem.suggestion()))
                .collect(Collectors.joining("\n"));
    }

    @Test
    @DisplayName("Each is a workflow of its own, named after the step, of the version of the whole")
    void names() {
        assertThat(Groups.of(order()).map(Definition::name))
                .containsExactly("order.ship", "order.ship.arrive", "order.tell");
        assertThat(Groups.of(order()).map(Definition::version)).containsOnly(3);
        Task.Child ship = child(order(), "ship");
        assertThat(ship.workflow()).isEqualTo("order.ship");
        assertThat(ship.version()).isEqualTo(3);
        assertThat(ship.completeBy()).isEqualTo(Duration.ofDays(2));
        assertThat(Groups.steps(order()).map(Step::name))
                .containsExactly("reserve", "ship", "bill", "tell", "pack", "arrive", "ask", "say");
        assertThat(Groups.isGroup("order.ship")).isTrue();
        assertThat(Groups.deployed("order.ship.arrive")).isEqualTo("order");
        assertThat(ActionReferences.of(order()))
                .contains("parcel.pack", "parcel.unpack", "parcel.ask", "mail.send", "bill.send");
        assertThat(order().format()).isEqualTo(DefinitionFormat.LANGUAGE);
    }

    @Test
    @DisplayName("Another version of the whole is another version of each group")
    void withVersion() {
        Definition next = order().withVersion(4);

        assertThat(next).isEqualTo(DefinitionReader.parse(ORDER.replace("version: 3", "version: 4")));
        assertThat(Groups.of(next).map(Definition::version)).containsOnly(4);
    }

    @Test
    @DisplayName("A definition that was written is read again, as JSON, as YAML, and from the store")
    void roundTrip() {
        assertThat(DefinitionReader.parse(order().toJson().text())).isEqualTo(order());
        assertThat(DefinitionReader.parse(order().toYaml())).isEqualTo(order());
        assertThat(DefinitionReader.restore(order().toJson())).isEqualTo(order());
    }

    @Test
    @DisplayName("The builder builds the same")
    void built() {
        Workflow built = Workflow.named("order")
                .version(3)
                .step("reserve", s -> s.action("stock.reserve").compensate("stock.release"))
                .step(
                        "ship",
                        s -> s.after("reserve")
                                .when("${ input.parcels }")
                                .forEach("${ input.parcels }")
                                .as("parcel")
                                .batch(2)
                                .concurrency(5)
                                .tolerate(Tolerate.items(1))
                                .pivot()
                                .input(new Json("{\"parcel\":\"${ parcel }\",\"from\":\"${ steps.reserve.output }\"}"))
                                .completeBy(Duration.ofDays(2))
                                .onExhausted(OnExhausted.Then.ESCALATE)
                                .priority(3)
                                .group(g -> g.step(
                                                "pack",
                                                p -> p.action("parcel.pack")
                                                        .compensate("parcel.unpack")
                                                        .input("${ input.parcel }"))
                                        .step(
                                                "arrive",
                                                a -> a.after("pack")
                                                        .input(Map.of("patience", "${ input.parcel.patience }"))
                                                        .repeat(
                                                                "${ output.ask.arrived }",
                                                                r -> r.delay(Duration.ofHours(1))
                                                                        .max(20_000))
                                                        .group(inner -> inner.step(
                                                                "ask",
                                                                ask -> ask.action("parcel.ask")
                                                                        .completeBy("${ input.patience }"))))
                                        .output(Map.of("number", "${ steps.pack.output.number }"))))
                .step(
                        "bill",
                        s -> s.after("ship")
                                .action("bill.send")
                                .input("${ steps.ship.output.number }")
                                .onExhausted(OnExhausted.Then.ESCALATE))
                .finallyStep(
                        "tell",
                        s -> s.input(Map.of("outcome", "${ outcome }"))
                                .group(g -> g.step("say", say -> say.action("mail.send"))))
                .build();

        assertThat(built).isEqualTo(order());
        assertThatThrownBy(() -> Workflow.named("order")
                        .step(
                                "ship",
                                s -> s.group(g -> g.step("pack", p -> p.action("parcel.pack"))
                                        .step("pack", p -> p.action("parcel.pack"))))
                        .build())
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("steps.ship.steps.pack")
                .hasMessageContaining("there is already a step 'pack'");
    }

    @Test
    @DisplayName("Problems within a group have their place in the whole")
    void problemsWithin() {
        assertThat(problemsOf("""
                        workflow: order
                        steps:
                          reserve: { action: stock.reserve }
                          ship:
                            after: [reserve]
                            steps:
                              pack: { action: parcel.pack, input: "${ steps.reserve.output }" }
                              send: { after: [pakc], action: parcel.send, input: "${ parcel }" }
                              wait: { after: [send], wait: nonsense }
                            output: "${ steps.sent.output }"
                        """)).isEqualTo("""
                        steps.ship.steps.pack.input (7:43): the step 'reserve' is outside of the group, whose steps see only each other Name its output in the 'input' of the group, and read that as input.…
                        steps.ship.steps.send.after[0] (8:23): there is no step 'pakc' Did you mean pack?
                        steps.ship.steps.send.input (8:58): there is no 'parcel' (at character 1 of the expression) Known names are input, steps, execution; text needs quotes
                        steps.ship.steps.wait.wait (9:36): 'nonsense' is not a duration: expected a number and a unit such as 250ms, 30s, 5m, 2h or 3d, or ISO-8601 such as PT1H30M\s
                        steps.ship.output (10:13): there is no step 'sent' Did you mean send?""");
    }

    @Test
    @DisplayName("Keys that a group does not have are refused")
    void refusedKeys() {
        assertThat(problemsOf("""
                        workflow: order
                        steps:
                          ship: { steps: { pack: { action: a.b } }, retry: { maxAttempts: 2 } }
                          none: { steps: {} }
                          both: { action: a.b, steps: { pack: { action: a.b } } }
                          text: { steps: pack }
                        """))
                .contains("steps.ship.retry")
                .contains("'retry' belongs to a step with 'action', and this one has 'steps'")
                .contains("steps.none.steps (4:18): there is no step Add at least one")
                .contains("found both 'action' and 'steps'")
                .contains("steps.text.steps");
    }

    @Test
    @DisplayName(
            "Groups are nested up to a limit, and there is a limit on their number and on the length of their names")
    void limits() {
        String inner = "{ action: a.b }";
        for (int i = 0; i < Groups.DEPTH_MAX; i++) {
            inner = "{ steps: { g: %s } }".formatted(inner);
        }
        assertThat(problems("workflow: w\nsteps: { g: %s }".formatted(inner))).isEmpty();
        assertThat(problemsOf("workflow: w\nsteps: { g: { steps: { g: %s } } }".formatted(inner)))
                .contains("groups are nested deeper than 5");

        String many = IntStream.rangeClosed(0, Groups.COUNT_MAX)
                .mapToObj(i -> "  g%d: { steps: { s: { action: a.b } } }\n".formatted(i))
                .collect(Collectors.joining());
        assertThat(problemsOf("workflow: w\nsteps:\n" + many))
                .contains("there are 1,001 groups, and the limit is 1,000");
        assertThat(problems("workflow: w\nsteps:\n" + many.substring(many.indexOf('\n') + 1)))
                .isEmpty();

        String name = "n".repeat(200);
        assertThat(problemsOf("workflow: %s\nsteps: { %s: { steps: { s: { action: a.b } } } }".formatted(name, name)))
                .contains("the limit is 255 characters");
    }

    @Test
    @DisplayName("A pivot and undoing are checked within a group as in a workflow of its own")
    void pivots() {
        assertThat(problemsOf("""
                        workflow: order
                        steps:
                          ship:
                            steps:
                              pack: { action: parcel.pack, pivot: true }
                              send: { after: [pack], action: parcel.send, onExhausted: compensate }
                        """))
                .contains("steps.ship.steps.send.onExhausted")
                .contains("the pivot 'pack' may have completed");
    }

    @Test
    @DisplayName("Graphs show the steps of a group within it")
    void graphs() {
        String text = GraphFormat.TEXT.of(order());
        assertThat(text).contains("ship     group of 2 steps", "         1  pack    parcel.pack", "ask  parcel.ask");
        String dot = GraphFormat.DOT.of(order());
        assertThat(dot)
                .contains("subgraph \"cluster_ship\" {", "\"ship\" -> \"ship.pack\" [style=dotted];")
                .contains("\"ship.pack\" -> \"ship.arrive\";")
                .contains("subgraph \"cluster_ship.arrive\" {");
        String mermaid = GraphFormat.MERMAID.of(order());
        assertThat(mermaid)
                .contains("subgraph s_ship_HAS_ [ship]", "s_ship -.-> s_ship_HAS_pack")
                .contains("s_ship_HAS_pack --> s_ship_HAS_arrive");
    }

    @Test
    @DisplayName("Reading a definition of many groups is fast, and so is restoring it")
    void manyGroups() {
        StringBuilder yaml = new StringBuilder("workflow: w\nsteps:\n");
        for (int i = 0; i < 900; i++) {
            yaml.append("  g%d: { steps: { a: { action: a.b }, b: { after: [a], action: a.b } } }\n".formatted(i));
        }
        long begin = System.nanoTime();
        Definition many = DefinitionReader.parse(yaml.toString());
        assertThat(DefinitionReader.restore(many.toJson())).isEqualTo(many);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
        assertThat(Objects.requireNonNull(Groups.of(many).toList())).hasSize(900);
    }
}
