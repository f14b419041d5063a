package dev.reeve.internal.core.rules;

import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.state.PlanNode;

/**
 * Decides on all consequences of an event, until no more follow. Loops instead of recursing, because graphs may be
 * very deep.
 */
final class Consequences {

    private Consequences() {}

    /** Decides on all consequences and accepts the command. */
    static Decision accept(DecisionDraft draft) {
        follow(draft);
        return draft.accepted();
    }

    static void follow(DecisionDraft draft) {
        boolean more = true;
        while (more) {
            more = switch (draft.state().phase) {
                case FORWARD, FINALLY -> goForward(draft);
                case CLOSING ->
                    draft.state().endedBy == null ? Compensation.closeForward(draft) : ExecutionEnd.allClosed(draft);
                case UNDOING -> goBack(draft);
                case NEW, ENDED -> false;
            };
        }
    }

    private static boolean goForward(DecisionDraft draft) {
        PlanNode settled = draft.nextSettled();
        if (settled != null) {
            if (settled.parent != null) {
                ForEachItems.goOn(draft, settled.parent);
            } else {
                StepActivation.begin(draft, settled.successors);
            }
            return true;
        }
        return Compensation.goOn(draft)
                || (draft.state().unsettled == 0 && draft.state().undoPending == 0 && ExecutionEnd.allSettled(draft));
    }

    private static boolean goBack(DecisionDraft draft) {
        return Compensation.goOn(draft) || (draft.state().undoPending == 0 && ExecutionEnd.allUndone(draft));
    }
}
