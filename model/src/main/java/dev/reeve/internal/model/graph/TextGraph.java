package dev.reeve.internal.model.graph;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists the steps, ordered by the length of the longest chain before them. */
final class TextGraph {

    private static final int NAME_WIDTH_MAX = 30;

    /** Before the steps of a group. */
    private static final String INDENT = "      ";

    private final StringBuilder out = new StringBuilder();

    private TextGraph() {}

    static String of(Definition workflow) {
        TextGraph graph = new TextGraph();
        graph.out.append(workflow.name()).append(' ').append(workflow.version()).append('\n');
        graph.steps(workflow.steps(), "");
        if (!workflow.finallySteps().isEmpty()) {
            graph.out.append("finally\n");
            graph.steps(workflow.finallySteps(), "");
        }
        return graph.out.toString();
    }

    private void steps(List<Step> steps, String indent) {
        Map<String, Integer> levels = levels(steps);
        Map<Integer, List<Step>> byLevel = new LinkedHashMap<>();
        steps.forEach(step -> byLevel.computeIfAbsent(levels.getOrDefault(step.name(), 0), level -> new ArrayList<>())
                .add(step));
        int width = Math.min(
                NAME_WIDTH_MAX,
                steps.stream().mapToInt(step -> step.name().length()).max().orElse(0));
        byLevel.keySet().stream().sorted().forEach(level -> {
            String number = Integer.toString(level + 1);
            for (Step step : byLevel.getOrDefault(level, List.of())) {
                line(indent, number, step, width);
                if (step.task() instanceof Task.Child child && child.group() != null) {
                    steps(child.group().steps(), indent + INDENT);
                }
                number = "";
            }
        });
    }

    private void line(String indent, String level, Step step, int width) {
        out.append(indent).append("%4s  ".formatted(level)).append(step.name());
        out.append(" ".repeat(Math.max(0, width - step.name().length())))
                .append("  ")
                .append(StepText.task(step));
        StepText.notes(step).forEach(note -> out.append(", ").append(note));
        if (!step.after().isEmpty()) {
            out.append("  ← ");
            out.append(String.join(
                    ", ", step.after().stream().map(Predecessor::toString).toList()));
        }
        out.append('\n');
    }

    /** The length of the longest path to each step. */
    private static Map<String, Integer> levels(List<Step> steps) {
        Map<String, List<String>> successors = new HashMap<>();
        Map<String, Integer> missing = new HashMap<>();
        Deque<String> ready = new ArrayDeque<>();
        for (Step step : steps) {
            missing.put(step.name(), step.predecessors().size());
            step.predecessors()
                    .forEach(before -> successors
                            .computeIfAbsent(before, name -> new ArrayList<>())
                            .add(step.name()));
            if (step.predecessors().isEmpty()) {
                ready.add(step.name());
            }
        }
        Map<String, Integer> levels = new HashMap<>();
        while (!ready.isEmpty()) {
            String step = ready.remove();
            int next = levels.computeIfAbsent(step, name -> 0) + 1;
            for (String successor : successors.getOrDefault(step, List.of())) {
                levels.merge(successor, next, Math::max);
                if (missing.merge(successor, -1, Integer::sum) == 0) {
                    ready.add(successor);
                }
            }
        }
        return levels;
    }
}
