package dev.reeve.cli.definition;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import java.util.ArrayList;
import java.util.List;

/** Finds the signals that steps await. */
final class SignalReferences {

    /**
     * A step that awaits a signal.
     *
     * @param path the place of the step in its definition
     */
    record Reference(String path, String signal) {}

    private SignalReferences() {}

    static List<Reference> of(Definition workflow) {
        List<Reference> found = new ArrayList<>();
        add(found, "", workflow);
        return found;
    }

    /** @param at the place of the workflow or the group, with a dot; empty for a workflow */
    private static void add(List<Reference> found, String at, Definition workflow) {
        add(found, at + "steps.", workflow.steps());
        add(found, at + "finally.", workflow.finallySteps());
    }

    private static void add(List<Reference> found, String section, List<Step> steps) {
        for (Step step : steps) {
            if (step.task() instanceof Task.Await await) {
                await.signals().forEach(signal -> found.add(new Reference(section + step.name() + ".await", signal)));
            }
            if (step.task() instanceof Task.Child child && child.group() != null) {
                add(found, section + step.name() + ".", child.group());
            }
            String updateOn = step.task().updateOn();
            if (updateOn != null) {
                boolean awaits = step.task() instanceof Task.Await;
                found.add(new Reference(section + step.name() + (awaits ? ".await" : "") + ".updateOn", updateOn));
            }
        }
    }
}
