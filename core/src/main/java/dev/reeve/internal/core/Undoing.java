package dev.reeve.internal.core;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepStatus;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Template;
import java.util.Objects;

/**
 * Compensates an execution, in three stages. First nothing new begins, and each waiting step is closed
 * ({@link #start}). Then running attempts are waited for, and steps in doubt are probed ({@link #close}). Then the
 * steps that were done or possibly done are undone, in the order of {@link UndoOrder} ({@link #goOn}).
 */
final class Undoing {

    private Undoing() {}

    /** Starts the compensation because a step has failed and its policy says so. */
    static void start(Draft draft, Node failed, Failure failure) {
        if (!isAskedFirst(draft, failed)) {
            draft.emit(new Event.StepFailed(failed.path, failure, false));
        }
        start(draft, failure);
    }

    /** Starts the compensation for a reason outside the steps. Looks at each step, once per execution. */
    static void start(Draft draft, Failure failure) {
        draft.emit(new Event.CompensationStarted(failure));
        for (Node node : draft.state().nodes()) {
            if (!node.isFinally) {
                close(draft, node);
            }
        }
    }

    /**
     * Closes a step without an open attempt, so that it does not delay the compensation. The step is withdrawn if it
     * was certainly not done, and given up otherwise. A possible probe comes first, so that no outcome stays unknown
     * that the service knows.
     */
    static void close(Draft draft, Node node) {
        StepState step = draft.step(node);
        if (step.isUnderWay()) {
            return; // its report still counts
        }
        if (node.hasItems() && step.status() == StepStatus.RUNNING) {
            draft.emit(new Event.StepSkipped(node.path, SkipReason.WITHDRAWN, null));
            return; // its items are closed one by one
        }
        switch (step.status()) {
            case READY, WAITING, ESCALATED -> {
                if (step.inDoubt()) {
                    askOrGiveUp(draft, node);
                } else if (step.rounds() != null) {
                    giveUp(draft, node, Failures.roundsCutShort(step.rounds().done()));
                } else {
                    draft.emit(new Event.StepSkipped(node.path, SkipReason.WITHDRAWN, null));
                }
            }
            case RUNNING -> askOrGiveUp(draft, node); // an attempt has just ended without a result
            case PROBING -> {
                if (step.open() instanceof Open.Idle) {
                    giveUp(draft, node, failure(step)); // its probe has just failed to give an answer
                }
            }
            case PENDING, COMPLETED, FAILED, SKIPPED, COMPENSATING, COMPENSATED -> {}
        }
    }

    private static void askOrGiveUp(Draft draft, Node node) {
        Failure failure = failure(draft.step(node));
        if (canBeAsked(draft, node)) {
            Probing.begin(draft, node, failure);
        } else {
            giveUp(draft, node, failure);
        }
    }

    static void giveUp(Draft draft, Node node, Failure failure) {
        draft.emit(new Event.StepFailed(node.path, failure, false));
    }

    private static Failure failure(StepState step) {
        return Objects.requireNonNull(step.failure(), "what was tried and not done has failed");
    }

    private static boolean canBeAsked(Draft draft, Node node) {
        return node.probe != null && draft.step(node).inDoubt();
    }

    /** Whether a step whose attempt has just failed is probed before it is given up. It is not probed twice. */
    private static boolean isAskedFirst(Draft draft, Node node) {
        return draft.step(node).status() == StepStatus.RUNNING && canBeAsked(draft, node);
    }

    /**
     * Begins to undo steps, once no forward attempt is open.
     *
     * @return whether anything happened
     */
    static boolean closeForward(Draft draft) {
        if (draft.state().openForward > 0) {
            return false;
        }
        draft.emit(new Event.ForwardClosed());
        return true;
    }

    /**
     * Begins to undo a step whose turn it is, and ends the execution when no step is left.
     *
     * @return whether anything happened
     */
    static boolean goOn(Draft draft) {
        PathList undoable = draft.state().undoable;
        if (undoable != null) {
            undo(draft, Objects.requireNonNull(draft.state().node(undoable.head), "what can be undone is there"));
            return true;
        }
        return draft.state().undoPending == 0 && Finishing.allUndone(draft);
    }

    /** Queues a step's compensation for an agent, or escalates the step if its input cannot be computed. */
    static void undo(Draft draft, Node node) {
        if (node.compensate == null) {
            Failure failure = node.undoesItems() ? Failures.itemsUnknown() : Failures.pivotPassed();
            draft.emit(new Event.StepEscalated(node.path, Purpose.COMPENSATION, failure));
            return;
        }
        Template template = node.call(Purpose.COMPENSATION).input();
        Json input = null;
        if (template != null) {
            try {
                input = template.evaluate(ExecutionScope.ofUndoing(draft.state(), node));
            } catch (ExpressionException e) {
                draft.emit(new Event.StepEscalated(
                        node.path, Purpose.COMPENSATION, Failures.expression("the input of the compensation", e)));
                return;
            }
            if (Payloads.isTooLarge(input)) {
                draft.emit(new Event.StepEscalated(
                        node.path, Purpose.COMPENSATION, Payloads.tooLarge("the input of the compensation", false)));
                return;
            }
        }
        draft.emit(new Event.StepReady(node.path, Purpose.COMPENSATION, input));
    }
}
