package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.model.definition.Task;

/** Completes an execution although other steps are open or have not begun. */
final class EarlyEnd {

    private EarlyEnd() {}

    /**
     * Decides that the execution completes with the output of this step. Closes the open steps as a compensation does:
     * their attempts end first, and what they did stays done.
     */
    static void begin(DecisionDraft draft, PlanNode node, Json output) {
        if (PayloadLimit.isTooLarge(output)) {
            StepFailures.failWithoutAttempt(draft, node, PayloadLimit.tooLarge("the output of the workflow", false));
            return;
        }
        draft.emitSettled(node, new Event.StepCompleted(node.path, 0, output));
        end(draft, node);
    }

    /** Called when a person has given the output of a step. One that completes the execution does so with it. */
    static void resolved(DecisionDraft draft, PlanNode node) {
        if (node.step.task() instanceof Task.Complete && draft.state().phase.goesForward()) {
            end(draft, node);
        }
    }

    private static void end(DecisionDraft draft, PlanNode node) {
        draft.emit(new Event.CompletionStarted(node.path));
        Compensation.closeAll(draft);
    }
}
