package dev.reeve.internal.core.rules;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Purpose;
import dev.reeve.internal.core.recovery.Recovery;
import dev.reeve.internal.core.recovery.Recovery.Remedy;
import dev.reeve.internal.core.state.Items;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.workflow.OnUnknown;
import java.util.Objects;

/**
 * Fails steps: carries out the final decisions of {@link Recovery}.
 */
final class StepFailures {

    private StepFailures() {}

    /** Fails a step without an attempt. */
    static void failWithoutAttempt(DecisionDraft draft, PlanNode node, Failure failure) {
        fail(draft, node, Purpose.FORWARD, Recovery.withoutAttempt(node.policy(Purpose.FORWARD), failure));
    }

    /** Carries out the final decision about a step that is not retried any more. */
    static void fail(DecisionDraft draft, PlanNode node, Purpose purpose, Remedy.Final last) {
        Failure failure = last.failure();
        switch (last) {
            case Remedy.Compensate compensate -> giveUp(draft, node, failure);
            case Remedy.Escalate escalate -> {
                if (purpose == Purpose.FORWARD && isTolerated(draft, node, failure)) {
                    draft.emitSettled(node, new Event.StepFailed(node.path, failure, true));
                } else {
                    draft.emit(new Event.StepEscalated(node.path, purpose, failure));
                }
            }
            case Remedy.Continue goOn -> draft.emitSettled(node, new Event.StepFailed(node.path, failure, true));
        }
    }

    /**
     * Gives a step up. The execution is compensated, unless the failure of the item is tolerated. After a pivot the
     * step is escalated instead.
     */
    private static void giveUp(DecisionDraft draft, PlanNode node, Failure failure) {
        if (isTolerated(draft, node, failure)) {
            draft.emitSettled(node, new Event.StepFailed(node.path, failure, true));
        } else if (draft.state().pastPivot) {
            draft.emit(new Event.StepEscalated(node.path, Purpose.FORWARD, failure));
        } else {
            Compensation.start(draft, node, failure);
        }
    }

    /** Whether this is an item whose failure is tolerated. A poison item is always escalated. */
    private static boolean isTolerated(DecisionDraft draft, PlanNode node, Failure failure) {
        return node.parent != null
                && draft.state().phase.goesForward()
                && failure.cause() != Cause.POISON
                && mayFail(draft, node);
    }

    /**
     * Whether one more item may fail without failing the step. An item in doubt is not tolerated (V5), unless
     * {@code onUnknown} is retry.
     */
    private static boolean mayFail(DecisionDraft draft, PlanNode item) {
        OnUnknown onUnknown = item.policy(Purpose.FORWARD).onUnknown();
        if (draft.step(item).inDoubt() && onUnknown != OnUnknown.RETRY) {
            return false;
        }
        PlanNode node = Objects.requireNonNull(item.parent, "an item belongs to a step");
        Items items = Objects.requireNonNull(draft.step(node).items(), "a step with an item has items");
        return items.failed() < forEach(node).tolerate().of(items.size());
    }

    private static ForEach forEach(PlanNode node) {
        return Objects.requireNonNull(node.step.forEach(), "a step with items");
    }
}
