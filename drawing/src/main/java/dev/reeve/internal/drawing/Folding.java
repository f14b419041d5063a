package dev.reeve.internal.drawing;

import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.graph.StepText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts many steps that are alike into one group: they do the same, after the same steps and before the same ones. */
final class Folding {

    /** Fewer steps are drawn one by one. */
    private static final int STEPS_MIN = 8;

    private Folding() {}

    /**
     * The common properties of the steps of a group.
     *
     * @param after in the order of the definition
     * @param before steps that come after them
     * @param task what they do
     * @param notes further properties
     */
    private record Alike(List<Predecessor> after, List<String> before, String task, List<String> notes) {}

    /** Whether it is drawn with more than its own card, such as cases or the steps of a group. */
    private static boolean isAlone(Step step) {
        return step.task() instanceof Task.Switch || (step.task() instanceof Task.Child child && child.group() != null);
    }

    /** The action and its compensation, with all names that can come. */
    private static String whole(Step step) {
        return step.task() instanceof Task.Action action && action.compensate() != null
                ? StepText.whole(step) + ", undone by " + StepText.called(action.compensate())
                : StepText.whole(step);
    }

    /** The steps, each in exactly one group, in the order of the definition. Most groups have one step. */
    static List<List<Step>> groups(List<Step> steps, boolean folded) {
        if (!folded || steps.size() < STEPS_MIN) {
            return steps.stream().map(List::of).toList();
        }
        Map<String, List<String>> before = new HashMap<>();
        for (Step step : steps) {
            step.after()
                    .forEach(each -> before.computeIfAbsent(each.step(), name -> new ArrayList<>())
                            .add(step.name()));
        }
        Map<Alike, List<Step>> alike = new LinkedHashMap<>();
        for (Step step : steps) {
            Alike key = new Alike(
                    step.after(),
                    before.getOrDefault(step.name(), List.of()),
                    isAlone(step) ? step.name() : whole(step),
                    StepText.notes(step));
            alike.computeIfAbsent(key, common -> new ArrayList<>()).add(step);
        }
        Map<String, List<Step>> groupOfFirst = new HashMap<>();
        for (List<Step> group : alike.values()) {
            if (group.size() >= STEPS_MIN) {
                groupOfFirst.put(group.getFirst().name(), group);
                group.stream().skip(1).forEach(step -> groupOfFirst.put(step.name(), List.of()));
            }
        }
        return steps.stream()
                .map(step -> groupOfFirst.getOrDefault(step.name(), List.of(step)))
                .filter(group -> !group.isEmpty())
                .toList();
    }
}
