package dev.reeve.simulation.world;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.OtherSteps;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.Others;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets steps that need some of their predecessors end the others. Derived from what was drawn, so that the rest of the
 * world does not change.
 */
final class OtherFlows {

    private OtherFlows() {}

    /** Two ways to one step, of which one is enough. The other one is longer, and undone. */
    private static final String RACE = """
            workflow: race
            steps:
              ra: { action: bank.do, completeBy: 20s, onExhausted: continue, compensate: { action: bank.undo, completeBy: 20s } }
              rb: { action: mail.do, completeBy: 20s, onExhausted: continue, compensate: { action: mail.undo, completeBy: 20s } }
              rc: { after: [rb], action: stock.do, completeBy: 20s, onExhausted: continue, compensate: { action: stock.undo, completeBy: 20s } }
              rd: { after: [rc], wait: 3s }
              rj: { after: [ra, rd], join: { any: 1, others: undo }, action: mail.do, completeBy: 20s, onExhausted: continue }
            """;

    /** The definition, with {@code others} where it has any, and sometimes with a race beside its steps. */
    static Definition of(Definition drawn) {
        List<Step> steps = new ArrayList<>(ended(drawn.steps(), true));
        int lot = (drawn.toString().hashCode() * 0x9E3779B9) >>> 20;
        if (lot % 5 == 0 && steps.stream().noneMatch(Step::pivot)) {
            steps.addAll(DefinitionReader.parse(RACE).steps());
        }
        List<Step> finallySteps = ended(drawn.finallySteps(), false);
        Definition definition = new Definition(
                drawn.name(),
                drawn.version(),
                drawn.description(),
                drawn.completeBy(),
                drawn.input(),
                drawn.execution(),
                steps,
                finallySteps,
                drawn.output());
        return DefinitionReader.parse(definition.toJson().text());
    }

    private static List<Step> ended(List<Step> steps, boolean isMain) {
        OtherSteps graph = OtherSteps.of(steps);
        Set<String> some = new HashSet<>(graph.having(step -> true));
        Set<String> undoable = new HashSet<>(graph.having(OtherFlows::isUndoable));
        undoable.removeAll(graph.having(Step::pivot));
        boolean mayComplete = steps.stream().noneMatch(Step::pivot);
        List<Step> result = new ArrayList<>();
        for (Step step : steps) {
            int lot = (step.toString().hashCode() * 0x9E3779B9) >>> 20;
            Others others = lot % 4 == 0 || step.join().count() == 0 || !some.contains(step.name())
                    ? Others.LEAVE
                    : lot % 4 > 1 && isMain && undoable.contains(step.name()) ? Others.UNDO : Others.CANCEL;
            result.add(new Step(
                    step.name(),
                    step.after(),
                    step.join().withOthers(others),
                    step.when(),
                    step.forEach(),
                    step.repeat(),
                    step.pivot(),
                    step.output(),
                    step.task(),
                    step.times()));
            if (others == Others.UNDO && lot % 5 < 3 && mayComplete && isLast(step, steps)) {
                result.add(completing(step));
            }
        }
        return result;
    }

    private static boolean isLast(Step step, List<Step> steps) {
        return steps.stream().noneMatch(other -> other.predecessors().contains(step.name()));
    }

    /** Completes the execution after the step, perhaps before all its others are undone. */
    private static Step completing(Step step) {
        return new Step(
                "o" + step.name(),
                List.of(Predecessor.step(step.name())),
                Join.ALL,
                null,
                new Task.Complete(Template.of(new Json("{\"by\":\"${ input.n }\"}"))));
    }

    private static boolean isUndoable(Step step) {
        return step.task() instanceof Task.Child
                || (step.task() instanceof Task.Action action && action.compensate() != null);
    }
}
