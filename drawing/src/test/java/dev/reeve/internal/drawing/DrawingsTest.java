package dev.reeve.internal.drawing;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.document.DocumentReader;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.reading.DefinitionGenerator;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The drawing of a definition")
final class DrawingsTest {

    private static final List<DrawingOptions> OPTIONS = List.of(
            DrawingOptions.defaults(),
            DrawingOptions.defaults().withCompensations(true),
            DrawingOptions.defaults().withFolded(false));

    @Test
    @DisplayName("It has every step once and every edge, no two nodes touch, and all is within the frame that it says")
    void drawsEveryDefinition() {
        for (long seed = 0; seed < 300; seed++) {
            Definition definition = new DefinitionGenerator(seed).workflow();
            for (DrawingOptions options : OPTIONS) {
                Drawing drawing = Drawings.of(definition, options);

                checkSteps(definition, drawing);
                checkNodes(drawing);
                checkEdges(definition, drawing);
                assertThat(Drawings.of(definition, options)).isEqualTo(drawing);
                assertThat(Drawings.of(definition.toJson(), options)).isEqualTo(drawing);
                assertThat(DocumentReader.read(DocumentWriter.write(drawing), Drawing.class))
                        .isEqualTo(drawing);
            }
        }
    }

    @Test
    @DisplayName("A node has all names that can come in its text, and steps with different ones are not folded")
    void computedNames() {
        StringBuilder text = new StringBuilder("workflow: w\nsteps:\n");
        for (int i = 0; i < 10; i++) {
            String names = "pay.a_rather_long_name_of_an_action, pay.another_rather_long_name_of_one, pay.n" + i;
            text.append("""
                      s%d: { action: "pay.${ input.by }", oneOf: [%s], compensate: { action: "undo.${ input.by }", oneOf: [%s] } }
                    """.formatted(i, names, names.replace("pay.", "undo.")));
        }
        Definition definition = DefinitionReader.parse(text.toString());
        Drawing drawing = Drawings.of(definition, DrawingOptions.defaults().withCompensations(true));

        assertThat(drawing.nodes()).as("the start, steps and compensations").hasSize(21);
        assertThat(drawing.nodes().stream().map(Drawing.Node::text))
                .anyMatch(node ->
                        node.contains("one of pay.a_rather_long_name_of_an_action,") && node.contains("pay.n7\n"))
                .anyMatch(node -> node.endsWith("undo.n7\nundoes s7"));
    }

    private static void checkSteps(Definition definition, Drawing drawing) {
        List<String> names = new ArrayList<>();
        addNames("", definition, names);
        assertThat(drawing.nodes().stream()
                        .filter(node ->
                                !Set.of(NodeKind.CASE, NodeKind.COMPENSATION).contains(node.kind()))
                        .flatMap(node -> node.steps().stream()))
                .containsExactlyInAnyOrderElementsOf(names);
        assertThat(drawing.nodes().stream().map(Drawing.Node::id)).doesNotHaveDuplicates();
    }

    private static Stream<Step> steps(Definition definition) {
        return Stream.concat(definition.steps().stream(), definition.finallySteps().stream());
    }

    private static void addNames(String prefix, Definition definition, List<String> names) {
        steps(definition).forEach(step -> {
            names.add(prefix + step.name());
            if (step.task() instanceof Task.Child child && child.group() != null) {
                addNames(prefix + step.name() + ".", child.group(), names);
            }
        });
    }

    private static void checkNodes(Drawing drawing) {
        for (Drawing.Node one : drawing.nodes()) {
            assertThat(one.x()).isNotNegative();
            assertThat(one.y()).isNotNegative();
            assertThat(one.x() + one.width()).isLessThanOrEqualTo(drawing.width());
            assertThat(one.y() + one.height()).isLessThanOrEqualTo(drawing.height());
            for (Drawing.Node other : drawing.nodes()) {
                boolean apart = one.equals(other)
                        || one.x() + one.width() <= other.x()
                        || other.x() + other.width() <= one.x()
                        || one.y() + one.height() <= other.y()
                        || other.y() + other.height() <= one.y();
                assertThat(apart).as("%s and %s", one.id(), other.id()).isTrue();
            }
            for (Drawing.Frame frame : drawing.frames()) {
                boolean within = one.y() > frame.y()
                        && (!frame.label().isEmpty()
                                || (one.y() < frame.y() + frame.height()
                                        && one.x() > frame.x()
                                        && one.x() < frame.x() + frame.width()));
                assertThat(within
                                || one.y() + one.height() < frame.y()
                                || one.y() > frame.y() + frame.height()
                                || one.x() + one.width() < frame.x()
                                || one.x() > frame.x() + frame.width())
                        .as("%s and %s", one.id(), frame)
                        .isTrue();
                if (within) {
                    assertThat(one.x()).isGreaterThan(frame.x());
                    assertThat(one.x() + one.width()).isLessThan(frame.x() + frame.width());
                    assertThat(one.y() + one.height()).isLessThan(frame.y() + frame.height());
                }
            }
        }
    }

    private static void checkEdges(Definition definition, Drawing drawing) {
        Map<String, Drawing.Node> nodes = drawing.nodes().stream().collect(toMap(Drawing.Node::id, node -> node));
        for (Drawing.Edge edge : drawing.edges()) {
            Drawing.Frame from = box(drawing, node(nodes, edge.from()));
            Drawing.Frame to = box(drawing, node(nodes, edge.to()));
            List<Integer> points = edge.points();
            int end = points.size();
            boolean undo = edge.kind() == EdgeKind.UNDO;
            assertThat(points.get(0)).isBetween(from.x(), from.x() + from.width());
            assertThat(points.get(1)).isBetween(from.y(), from.y() + from.height());
            assertThat(points.get(0) == from.x() + from.width() || points.get(1) == from.y() + from.height())
                    .isTrue();
            assertThat(points.get(end - 2)).isBetween(to.x(), to.x() + to.width());
            assertThat(undo ? points.get(end - 2) : points.get(end - 1)).isEqualTo(undo ? to.x() : to.y());
        }
        long after =
                Groups.steps(definition).mapToLong(step -> step.after().size()).sum();
        long cases = drawing.nodes().stream()
                .filter(node -> node.kind() == NodeKind.CASE)
                .count();
        long roots = definition.steps().stream()
                .filter(step -> step.after().isEmpty())
                .count();
        long drawn = drawing.edges().stream()
                .filter(edge -> edge.kind() != EdgeKind.UNDO)
                .count();
        boolean folded = drawing.nodes().stream().anyMatch(node -> node.steps().size() > 1);
        assertThat(drawn).isLessThanOrEqualTo(after + cases + roots);
        if (!folded) {
            assertThat(drawn).isEqualTo(after + cases + roots);
        }
    }

    /** The border where edges come and go: for a group, that of the frame of which its node is the first. */
    private static Drawing.Frame box(Drawing drawing, Drawing.Node node) {
        Drawing.Frame own = new Drawing.Frame("", node.x(), node.y(), node.width(), node.height());
        return drawing.frames().stream()
                .filter(frame -> frame.label().isEmpty()
                        && frame.y() + 18 == node.y()
                        && frame.x() < node.x()
                        && frame.x() + frame.width() > node.x() + node.width())
                .findFirst()
                .orElse(own);
    }

    private static Drawing.Node node(Map<String, Drawing.Node> nodes, String id) {
        Drawing.Node node = nodes.get(id);
        if (node == null) {
            throw new AssertionError("there is no node " + id);
        }
        return node;
    }

    @Test
    @DisplayName("A group is a frame with its node and its steps below that, and groups are within groups")
    void showsGroups() {
        Drawing drawing = Drawings.of(Workflow.parse("""
                        workflow: order
                        steps:
                          reserve: { action: stock.reserve }
                          ship:
                            after: [reserve]
                            forEach: "${ input.parcels }"
                            steps:
                              pack: { action: parcel.pack }
                              arrive: { after: [pack], steps: { ask: { action: parcel.ask } } }
                          bill: { after: [ship], action: bill.send }
                        """), DrawingOptions.defaults());

        assertThat(drawing.nodes().stream().map(Drawing.Node::id))
                .containsExactly("!start", "reserve", "ship", "ship.pack", "ship.arrive", "ship.arrive.ask", "bill");
        assertThat(drawing.edges().stream().map(edge -> edge.from() + " " + edge.to()))
                .containsExactlyInAnyOrder("!start reserve", "reserve ship", "ship bill", "ship.pack ship.arrive");
        assertThat(drawing.frames()).hasSize(2).allMatch(frame -> frame.label().isEmpty());
        Drawing.Frame ship = drawing.frames().getFirst();
        Drawing.Frame arrive = drawing.frames().getLast();
        assertThat(arrive.x()).isGreaterThan(ship.x());
        assertThat(arrive.y() + arrive.height()).isLessThan(ship.y() + ship.height());
        assertThat(drawing.nodes().get(2).task()).isEqualTo("group of 2 steps");
        assertThat(drawing.nodes().get(2).marks()).containsExactly(Mark.ITEMS);
    }

    @Test
    @DisplayName("Compensations are nodes beside their steps if that is wanted, and marks otherwise")
    void showsCompensations() {
        Workflow workflow = Workflow.parse("workflow: w\nsteps:\n  a: { action: x.do, compensate: x.undo }\n");

        Drawing plain = Drawings.of(workflow, DrawingOptions.defaults());
        Drawing full = Drawings.of(workflow, DrawingOptions.defaults().withCompensations(true));

        assertThat(plain.nodes()).noneMatch(node -> node.kind() == NodeKind.COMPENSATION);
        assertThat(plain.nodes().getLast().marks()).containsExactly(Mark.UNDONE);
        assertThat(full.nodes().getLast().task()).isEqualTo("x.undo");
        assertThat(full.edges())
                .anyMatch(edge -> edge.kind() == EdgeKind.UNDO && edge.from().equals("a"));
    }

    @Test
    @DisplayName("Many steps that are alike are one node that names them all, unless that is not wanted")
    void foldsSteps() {
        StringBuilder text = new StringBuilder("workflow: w\nsteps:\n  first: { action: x.y }\n");
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            names.add("part_" + i);
            text.append("  part_%d: { action: x.part, after: [first] }\n".formatted(i));
        }
        text.append("  other: { action: x.other, after: [first] }\n");
        text.append("  last: { action: x.y, after: [%s, other] }\n".formatted(String.join(", ", names)));
        Workflow workflow = Workflow.parse(text.toString());

        Drawing folded = Drawings.of(workflow, DrawingOptions.defaults());
        Drawing.Node group = folded.nodes().stream()
                .filter(node -> node.marks().contains(Mark.GROUP))
                .findFirst()
                .orElseThrow();

        assertThat(group.steps()).isEqualTo(names);
        assertThat(group.notes()).contains("12 steps alike");
        assertThat(folded.nodes()).hasSize(5);
        assertThat(folded.edges()).hasSize(5);
        assertThat(Drawings.of(workflow, DrawingOptions.defaults().withFolded(false))
                        .nodes())
                .hasSize(16);
    }

    @Test
    @DisplayName("A long name is broken, then cut, and whole in the text; a node says how it starts, repeats and ends")
    void cutsNames() {
        Workflow workflow = Workflow.parse("""
                workflow: w
                steps:
                  a_name_that_is_much_longer_than_any_card_of_a_drawing_can_ever_be: { action: x.y }
                  withoutanyplacewhereitcouldbebrokenintotwolinesofacard: { action: x.y }
                  third: { action: x.y, repeat: { until: "${ output.done }" } }
                  last:
                    after: [third, a_name_that_is_much_longer_than_any_card_of_a_drawing_can_ever_be]
                    join: any
                    action: x.y
                    forEach: "${ input.list }"
                    pivot: true
                """);
        List<Drawing.Node> nodes =
                Drawings.of(workflow, DrawingOptions.defaults()).nodes();

        assertThat(nodes.get(1).label()).hasSize(2);
        assertThat(nodes.get(1).label().getLast()).endsWith("…");
        assertThat(nodes.get(1).text())
                .startsWith("a_name_that_is_much_longer_than_any_card_of_a_drawing_can_ever_be\nx.y");
        assertThat(nodes.get(2).label()).singleElement().asString().endsWith("…");
        assertThat(nodes.get(3).marks()).containsExactly(Mark.LOOP);
        assertThat(nodes.get(4).marks()).containsExactly(Mark.ITEMS, Mark.PIVOT);
        assertThat(nodes.get(4).notes()).containsExactly("after 1 of 2", "for each input.list", "point of no return");
    }

    @Test
    @DisplayName("Each kind of task has a kind of node")
    void hasEachKind() {
        assertThat(Task.class.getPermittedSubclasses()).hasSize(9);
        assertThat(NodeKind.values()).hasSize(11);
    }
}
