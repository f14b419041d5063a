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
        graph.steps(workflow.steps(), "  ");
        if (!workflow.finallySteps().isEmpty()) {
            graph.out.append("  subgraph cluster_finally {\n    label=finally;\n");
            graph.steps(workflow.finallySteps(), "    ");
            graph.out.append("  }\n");
        }
        return graph.out.append("}\n").toString();
    }

    private void steps(List<Step> steps, String indent) {
        for (Step step : steps) {
            out.append(indent).append(quoted(step.name())).append(" [label=").append(label(step));
            out.append(shape(step)).append("];\n");
        }
        for (Step step : steps) {
            for (Predecessor after : step.after()) {
                out.append(indent).append(quoted(after.step())).append(" -> ").append(quoted(step.name()));
                if (after.caseName() != null) {
                    out.append(" [label=").append(quoted(after.caseName())).append(']');
                }
                out.append(";\n");
            }
        }
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
