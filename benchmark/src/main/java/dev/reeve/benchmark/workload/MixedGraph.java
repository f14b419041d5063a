package dev.reeve.benchmark.workload;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Tolerate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A graph with all language constructs: two large {@code forEach}, one of them with a child execution for each item,
 * and blocks in layers of equal width, as in {@link Shape#LAYERED}. In a block, a {@code switch} chooses one of two
 * branches, which join. Eight items follow, and in parallel four rounds and a child execution. A block depends on two
 * blocks of the layer before. In every other layer it depends on the first of the two that is done.
 *
 * <p>Only the end depends on the rounds, because the time between them would be measured otherwise.
 */
final class MixedGraph {

    static final String CHILD_WORKFLOW = "child";

    private static final int ITEMS = 8;
    private static final int ROUNDS = 4;

    /** A step with a child execution, and the child's only step. */
    private static final int CHILD = 2;

    /** The switch, its two branches, their join, the items and their step, the rounds and the child. */
    private static final int BLOCK = 4 + ITEMS + 1 + ROUNDS + CHILD;

    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final int CONCURRENCY = 100;

    private final List<Step> steps = new ArrayList<>();

    private MixedGraph() {}

    /** @param count approximate total of steps, items, rounds, and steps of children */
    static List<Step> of(int count) {
        MixedGraph graph = new MixedGraph();
        int many = Math.max(1, count / 4);
        int children = Math.max(1, count / 20);
        int blocks = Math.max(1, (count - many - children * CHILD) / BLOCK);
        int width = (int) Math.ceil(Math.sqrt(blocks));
        graph.add("many", List.of(), items(many), null, NoopCall.withoutInput());
        graph.add("children", List.of(), items(children), null, child());
        for (int block = 0; block < blocks; block++) {
            graph.addBlock(block, width);
        }
        return graph.steps;
    }

    private void addBlock(int block, int width) {
        int layer = block / width;
        List<Predecessor> before = new ArrayList<>();
        if (layer > 0) {
            before.add(Predecessor.step("items" + (block - width)));
            if (width > 1) {
                before.add(Predecessor.step("items" + ((layer - 1) * width + (block + 1) % width)));
            }
        }
        Task ways = new Task.Switch(List.of(
                new Task.Switch.Case("even", Expression.of(block % 2 == 0 ? "1 = 1" : "1 = 2")),
                new Task.Switch.Case("odd", null)));
        steps.add(new Step("route" + block, before, layer % 2 == 0 ? Join.ALL : Join.ANY, null, ways));
        add("even" + block, List.of(new Predecessor("route" + block, "even")), null, null, NoopCall.withoutInput());
        add("odd" + block, List.of(new Predecessor("route" + block, "odd")), null, null, NoopCall.withoutInput());
        List<Predecessor> either = Predecessor.steps(List.of("even" + block, "odd" + block));
        steps.add(new Step("join" + block, either, Join.ANY, null, NoopCall.withoutInput()));
        List<Predecessor> joined = Predecessor.steps(List.of("join" + block));
        add("items" + block, joined, items(ITEMS), null, NoopCall.withoutInput());
        Repeat rounds = new Repeat(Expression.of("round = " + ROUNDS), PAUSE, 1, PAUSE, ROUNDS);
        add("rounds" + block, joined, null, rounds, NoopCall.withoutInput());
        add("child" + block, joined, null, null, child());
    }

    private void add(
            String name, List<Predecessor> after, @Nullable ForEach forEach, @Nullable Repeat repeat, Task task) {
        steps.add(new Step(name, after, Join.ALL, null, forEach, repeat, false, null, task));
    }

    private static Task child() {
        return new Task.Child(CHILD_WORKFLOW, null, null, null, OnExhausted.Then.COMPENSATE, 0);
    }

    private static ForEach items(int count) {
        String numbers = IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(","));
        return new ForEach(Template.of(new Json("[" + numbers + "]")), ForEach.DEFAULT_AS, CONCURRENCY, Tolerate.NONE);
    }
}
