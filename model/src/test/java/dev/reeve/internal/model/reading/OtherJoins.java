package dev.reeve.internal.model.reading;

import dev.reeve.internal.model.definition.OtherSteps;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.workflow.Others;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Lets some steps of random graphs end others, where there are any. */
final class OtherJoins {

    private OtherJoins() {}

    static void add(List<Step> steps, boolean isMain, Random random) {
        OtherSteps graph = OtherSteps.of(steps);
        List<String> some = graph.having(step -> true);
        List<String> undoable = new ArrayList<>(graph.having(OtherJoins::isUndoable));
        undoable.removeAll(graph.having(Step::pivot));
        steps.replaceAll(step -> {
            if (step.join().count() == 0 || !some.contains(step.name()) || random.nextBoolean()) {
                return step;
            }
            boolean undo = isMain && undoable.contains(step.name()) && random.nextBoolean();
            return new Step(
                    step.name(),
                    step.after(),
                    step.join().withOthers(undo ? Others.UNDO : Others.CANCEL),
                    step.when(),
                    step.forEach(),
                    step.repeat(),
                    step.pivot(),
                    step.output(),
                    step.task(),
                    step.times());
        });
    }

    private static boolean isUndoable(Step step) {
        return step.task() instanceof Task.Child
                || (step.task() instanceof Task.Action action && action.compensate() != null);
    }
}
