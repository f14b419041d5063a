package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.internal.core.state.PlanNode;

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
        draft.emit(new Event.CompletionStarted(node.path));
        Compensation.closeAll(draft);
    }
}
