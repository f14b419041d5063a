package dev.reeve.benchmark.workload;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.Tolerate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The definitions that the workloads run. */
public final class Workflows {

    public static final String SLEEPER = "sleeper";

    /** The elements of a batch in {@link Shape#BATCHES}. */
    public static final int BATCH = 100;

    private static final int PREDECESSORS = 2;

    private Workflows() {}

    /** A chain of steps. Its output is the object of all results. */
    public static Definition chain(int steps) {
        List<Step> chain = new ArrayList<>();
        for (int i = 1; i <= steps; i++) {
            chain.add(call("step" + i, i == 1 ? List.of() : List.of("step" + (i - 1))));
        }
        return workflow("chain" + steps, chain, null);
    }

    /** One step that waits. */
    public static Definition sleeper(Duration wait) {
        Step step = new Step("wait", List.of(), Join.ALL, null, new Task.WaitFor(wait));
        return workflow(SLEEPER, List.of(step), null);
    }

    /** One step, for workloads with children. */
    public static Definition child() {
        return workflow(
                MixedGraph.CHILD_WORKFLOW, List.of(call("work", List.of())), Template.of(new Json("{\"done\":true}")));
    }

    /**
     * A graph of this many steps with a small output. {@link Shape#MIXED} has approximately this many steps, items,
     * rounds and steps of children.
     */
    public static Definition graph(Shape shape, int steps) {
        List<Step> graph = switch (shape) {
            case WIDE -> wide(steps);
            case DEEP -> deep(steps);
            case LAYERED -> layered(steps);
            case MIXED -> MixedGraph.of(steps);
            case ITEMS -> List.of(forEach(ForEach.SINGLY));
            case BATCHES -> List.of(forEach(BATCH));
        };
        String name = "graph_" + shape.name().toLowerCase(Locale.ROOT) + "_" + steps;
        return workflow(name, graph, Template.of(new Json("{\"done\":true}")));
    }

    /** For each element of {@code input.list}, or each batch of them. */
    private static Step forEach(int batch) {
        ForEach items = new ForEach(
                Template.of(new Json("\"${ input.list }\"")),
                batch,
                ForEach.DEFAULT_AS,
                ForEach.DEFAULT_CONCURRENCY,
                Tolerate.NONE);
        Template input = Template.of(new Json("{\"item\":\"${ item }\",\"order\":\"${ input.order }\"}"));
        return new Step("each", List.of(), Join.ALL, null, items, null, false, null, NoopCall.with(input));
    }

    private static List<Step> wide(int steps) {
        List<Step> graph = new ArrayList<>(steps);
        List<String> middle = new ArrayList<>(steps);
        graph.add(call(name(0), List.of()));
        for (int i = 1; i < steps - 1; i++) {
            graph.add(call(name(i), List.of(name(0))));
            middle.add(name(i));
        }
        if (steps > 1) {
            graph.add(call(name(steps - 1), middle.isEmpty() ? List.of(name(0)) : middle));
        }
        return graph;
    }

    private static List<Step> deep(int steps) {
        List<Step> graph = new ArrayList<>(steps);
        for (int i = 0; i < steps; i++) {
            graph.add(call(name(i), i == 0 ? List.of() : List.of(name(i - 1))));
        }
        return graph;
    }

    private static List<Step> layered(int steps) {
        int width = Math.max(1, (int) Math.sqrt(steps));
        List<Step> graph = new ArrayList<>(steps);
        for (int i = 0; i < steps; i++) {
            Set<String> after = new LinkedHashSet<>();
            int layerBefore = (i / width - 1) * width;
            for (int k = 0; k < PREDECESSORS && layerBefore >= 0; k++) {
                after.add(name(layerBefore + (i + k) % width));
            }
            graph.add(call(name(i), List.copyOf(after)));
        }
        return graph;
    }

    /** Three characters, so that 20,000 steps fit into a definition of 1 MiB. */
    private static String name(int step) {
        String digits = Integer.toString(step % 1296 + 1296, 36).substring(1);
        return (char) ('a' + step / 1296) + digits;
    }

    private static Step call(String name, List<String> after) {
        return new Step(name, Predecessor.steps(after), Join.ALL, null, NoopCall.withoutInput());
    }

    private static Definition workflow(String name, List<Step> steps, @Nullable Template output) {
        return new Definition(name, 1, "A workload of the benchmark.", null, null, steps, List.of(), output);
    }
}
