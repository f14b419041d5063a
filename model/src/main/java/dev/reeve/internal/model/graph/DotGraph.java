package dev.reeve.internal.model.graph;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import java.util.List;

/** Writes a Graphviz directed graph. */
final class DotGraph {

    private final StringBuilder out = new StringBuilder();

    private DotGraph() {}

    static String of(Definition workflow) {
        DotGraph graph = new DotGraph();
        graph.out.append("digraph ").append(quoted(workflow.name())).append(" {\n  node [shape=box];\n");
        graph.steps(workflow.steps(), "  ", "");
        if (!workflow.finallySteps().isEmpty()) {
            graph.out.append("  subgraph cluster_finally {\n    label=finally;\n");
            graph.steps(workflow.finallySteps(), "    ", "");
            graph.out.append("  }\n");
        }
        return graph.out.append("}\n").toString();
    }

    /** @param prefix the names of the groups that the steps are in, each with a dot */
    private void steps(List<Step> steps, String indent, String prefix) {
        for (Step step : steps) {
            if (step.task() instanceof Task.Child child && child.group() != null) {
                group(step, child.group(), indent, prefix);
            } else {
                node(step, indent, prefix);
            }
        }
        for (Step step : steps) {
            for (Predecessor after : step.after()) {
                out.append(indent).append(quoted(prefix + after.step())).append(" -> ");
                out.append(quoted(prefix + step.name()));
                if (after.caseName() != null) {
                    out.append(" [label=").append(quoted(after.caseName())).append(']');
                }
                out.append(";\n");
            }
        }
    }

    private void node(Step step, String indent, String prefix) {
        out.append(indent)
                .append(quoted(prefix + step.name()))
                .append(" [label=")
                .append(label(step));
        out.append(shape(step)).append("];\n");
    }

    /** A box with the node of the group, and its steps below that. */
    private void group(Step step, Definition group, String indent, String prefix) {
        String name = prefix + step.name();
        String inner = indent + "  ";
        out.append(indent).append("subgraph ").append(quoted("cluster_" + name)).append(" {\n");
        node(step, inner, prefix);
        steps(group.steps(), inner, name + ".");
        for (Step first : group.steps()) {
            if (first.after().isEmpty()) {
                out.append(inner).append(quoted(name)).append(" -> ");
                out.append(quoted(name + "." + first.name())).append(" [style=dotted];\n");
            }
        }
        out.append(indent).append("}\n");
    }

    private static String label(Step step) {
        StringBuilder label = new StringBuilder(step.name()).append('\n').append(StepText.task(step));
        StepText.notes(step).forEach(note -> label.append('\n').append(note));
        return quoted(label.toString());
    }

    private static String shape(Step step) {
        return switch (step.task()) {
            case Task.Switch choice -> ", shape=diamond";
            case Task.WaitFor wait -> ", style=rounded";
            case Task.WaitUntil wait -> ", style=rounded";
            case Task.Await await -> ", style=rounded";
            case Task.Child child -> ", peripheries=2";
            case Task.Value computed -> ", shape=note";
            case Task.Fail fail -> ", shape=octagon";
            case Task.Complete complete -> ", shape=doublecircle";
            case Task.Action action -> step.pivot() ? ", shape=hexagon" : "";
        };
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
