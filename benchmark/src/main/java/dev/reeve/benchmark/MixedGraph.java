package dev.reeve.benchmark;

import dev.reeve.model.After;
import dev.reeve.model.Expression;
import dev.reeve.model.ForEach;
import dev.reeve.model.Join;
import dev.reeve.model.Json;
import dev.reeve.model.Repeat;
import dev.reeve.model.Step;
import dev.reeve.model.Task;
import dev.reeve.model.Template;
import dev.reeve.model.Tolerate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A graph with all that the language has: one large {@code forEach}, and blocks in layers of equal width, as in {@link
 * Shape#LAYERED}. In a block a {@code switch} has two ways, one of which is gone; both join; then come eight items, and beside them
 * four rounds. A block comes after two of the layer before, in every other layer after the first of them that is done.
 *
 * <p>Nothing waits for the rounds but the end, since there is some time between them that would be measured.
 */
final class MixedGraph {

    private static final int ITEMS = 8;
    private static final int ROUNDS = 4;

    /** The switch, its two ways, where they join, the items and the step that they belong to, and the rounds. */
    private static final int BLOCK = 4 + ITEMS + 1 + ROUNDS;

    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final int CONCURRENCY = 100;

    private final List<Step> steps = new ArrayList<>();

    private MixedGraph() {}

    /** @param count how many steps, items, and rounds there are, about */
    static List<Step> of(int count) {
        MixedGraph graph = new MixedGraph();
        int many = Math.max(1, count / 4);
        int blocks = Math.max(1, (count - many) / BLOCK);
        int width = (int) Math.ceil(Math.sqrt(blocks));
        graph.add("many", List.of(), Join.ALL, items(many), null);
        for (int block = 0; block < blocks; block++) {
            graph.addBlock(block, width);
        }
        return graph.steps;
    }

    private void addBlock(int block, int width) {
        int layer = block / width;
        List<After> before = new ArrayList<>();
        if (layer > 0) {
            before.add(After.step("items" + (block - width)));
            if (width > 1) {
                before.add(After.step("items" + ((layer - 1) * width + (block + 1) % width)));
            }
        }
        Task ways = new Task.Switch(List.of(
                new Task.Switch.Case("even", Expression.of(block % 2 == 0 ? "1 = 1" : "1 = 2")),
                new Task.Switch.Case("odd", null)));
        steps.add(new Step("route" + block, before, layer % 2 == 0 ? Join.ALL : Join.ANY, null, ways));
        add("even" + block, List.of(new After("route" + block, "even")), Join.ALL, null, null);
        add("odd" + block, List.of(new After("route" + block, "odd")), Join.ALL, null, null);
        add("join" + block, After.steps(List.of("even" + block, "odd" + block)), Join.ANY, null, null);
        add("items" + block, After.steps(List.of("join" + block)), Join.ALL, items(ITEMS), null);
        Repeat rounds = new Repeat(Expression.of("round = " + ROUNDS), PAUSE, 1, PAUSE, ROUNDS);
        add("rounds" + block, After.steps(List.of("join" + block)), Join.ALL, null, rounds);
    }

    private void add(String name, List<After> after, Join join, @Nullable ForEach forEach, @Nullable Repeat repeat) {
        steps.add(new Step(name, after, join, null, forEach, repeat, false, null, Workflows.noop()));
    }

    private static ForEach items(int count) {
        String numbers = IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(","));
        return new ForEach(Template.of(new Json("[" + numbers + "]")), ForEach.DEFAULT_AS, CONCURRENCY, Tolerate.NONE);
    }
}
