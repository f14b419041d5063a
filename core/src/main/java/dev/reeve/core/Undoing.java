package dev.reeve.core;

import dev.reeve.model.ExpressionException;
import dev.reeve.model.Json;
import dev.reeve.model.Template;
import java.util.Objects;

/**
 * Turns an execution round and undoes it, in three stages: nothing new begins and whatever waits is closed ({@link #start}); the
 * attempts that run are waited for, and what they leave in doubt is asked about ({@link #close}); then the steps that were or may
 * have been done are undone, in the order that {@link UndoOrder} gives ({@link #goOn}).
 */
final class Undoing {

    private Undoing() {}

    /** A step has failed, and its policy says that the execution is undone. */
    static void start(Draft draft, Node failed, Failure failure) {
        if (!isAskedFirst(draft, failed)) {
            draft.emit(new Event.StepFailed(failed.path, failure, false));
        }
        start(draft, failure);
    }

    /** The execution is undone for a reason that is not a step's. Looks at every step, once in an execution's life. */
    static void start(Draft draft, Failure failure) {
        draft.emit(new Event.CompensationStarted(failure));
        for (Node node : draft.state().nodes()) {
            if (!node.isFinally) {
                close(draft, node);
            }
        }
    }

    /**
     * Closes a step that nobody is at work on, so that it holds up the undoing no longer: withdrawn if it was certainly not done,
     * given up otherwise; but first the service is asked, if it can be asked: no execution ends with an outcome unknown that
     * somebody knows.
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
                    giveUp(draft, node, failure(step)); // it was just asked about in vain
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

    /** Whether a step whose attempt has just failed is asked about before it is given up; it is not asked about twice. */
    private static boolean isAskedFirst(Draft draft, Node node) {
        return draft.step(node).status() == StepStatus.RUNNING && canBeAsked(draft, node);
    }

    /**
     * Once nobody is at work on any step, the undoing itself begins.
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
     * Begins whatever can be undone now, and ends the execution when nothing is left.
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

    /** Queues a step's compensation for an agent, or puts it in front of a person if its input cannot be computed. */
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
