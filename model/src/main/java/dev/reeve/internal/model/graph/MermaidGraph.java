package dev.reeve.internal.model.graph;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import java.util.List;

/** Writes a Mermaid flowchart. */
final class MermaidGraph {

    /** Between a group and its step. No name has capital letters. */
    private static final String HAS = "_HAS_";

    private final StringBuilder out = new StringBuilder();

    private MermaidGraph() {}

    static String of(Definition workflow) {
        MermaidGraph graph = new MermaidGraph();
        graph.out.append("flowchart TD\n");
        graph.steps(workflow.steps(), "  ", "");
        if (!workflow.finallySteps().isEmpty()) {
            graph.out.append("  subgraph after_all [finally]\n");
            graph.steps(workflow.finallySteps(), "    ", "");
            graph.out.append("  end\n");
        }
        return graph.out.toString();
    }

    /** @param prefix the names of the groups that the steps are in, each with {@link #HAS} */
    private void steps(List<Step> steps, String indent, String prefix) {
        for (Step step : steps) {
            if (step.task() instanceof Task.Child child && child.group() != null) {
                group(step, child.group(), indent, prefix);
            } else {
                out.append(indent)
                        .append(id(prefix + step.name()))
                        .append(node(step))
                        .append('\n');
            }
        }
        for (Step step : steps) {
            for (Predecessor after : step.after()) {
                out.append(indent).append(id(prefix + after.step()));
                out.append(after.caseName() == null ? " --> " : " -- " + after.caseName() + " --> ");
                out.append(id(prefix + step.name())).append('\n');
            }
        }
    }

    /** A box with the node of the group, and its steps below that. */
    private void group(Step step, Definition group, String indent, String prefix) {
        String name = prefix + step.name();
        String inner = indent + "  ";
        out.append(indent)
                .append("subgraph ")
                .append(id(name + HAS))
                .append(" [")
                .append(step.name())
                .append("]\n");
        out.append(inner).append(id(name)).append(node(step)).append('\n');
        steps(group.steps(), inner, name + HAS);
        for (Step first : group.steps()) {
            if (first.after().isEmpty()) {
                out.append(inner).append(id(name)).append(" -.-> ");
                out.append(id(name + HAS + first.name())).append('\n');
            }
        }
        out.append(indent).append("end\n");
    }

    /** Some names, such as {@code end}, are keywords of Mermaid. */
    private static String id(String name) {
        return "s_" + name;
    }

    private static String node(Step step) {
        StringBuilder label = new StringBuilder(escaped(step.name()));
        label.append("<br/>").append(escaped(StepText.task(step)));
        StepText.notes(step).forEach(note -> label.append("<br/>").append(escaped(note)));
        return switch (step.task()) {
            case Task.Switch choice -> "{\"" + label + "\"}";
            case Task.WaitFor wait -> "([\"" + label + "\"])";
            case Task.WaitUntil wait -> "([\"" + label + "\"])";
            case Task.Await await -> "([\"" + label + "\"])";
            case Task.Child child -> "[[\"" + label + "\"]]";
            case Task.Value computed -> "[/\"" + label + "\"/]";
            case Task.Fail fail -> ">\"" + label + "\"]";
            case Task.Complete complete -> "(((\"" + label + "\")))";
            case Task.Action action -> step.pivot() ? "{{\"" + label + "\"}}" : "[\"" + label + "\"]";
        };
    }

    private static String escaped(String text) {
        return text.replace("#", "#35;")
                .replace("\"", "#quot;")
                .replace("<", "#lt;")
                .replace(">", "#gt;");
    }
}
