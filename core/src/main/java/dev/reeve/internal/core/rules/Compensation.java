package dev.reeve.internal.core.rules;

import dev.reeve.CallTimes;
import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.PathList;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Template;
import java.util.Objects;

/**
 * Compensates an execution, in three stages. First nothing new begins, and each waiting step is closed
 * ({@link #start}). Then running attempts are waited for, and steps in doubt are probed ({@link #close}). Then the
 * steps that were done or possibly done are undone, in the order of {@code UndoOrder} ({@link #goOn}).
 */
final class Compensation {

    private Compensation() {}

    /** Starts the compensation because a step has failed and its policy says so. */
    static void start(DecisionDraft draft, PlanNode failed, Failure failure) {
        if (!isAskedFirst(draft, failed)) {
            draft.emit(new Event.StepFailed(failed.path, failure, false));
        }
        start(draft, failure);
    }

    /** Starts the compensation for a reason outside the steps. Looks at each step, once per execution. */
    static void start(DecisionDraft draft, Failure failure) {
        draft.emit(new Event.CompensationStarted(failure));
        closeAll(draft);
    }

    /** Closes each step without an open attempt. */
    static void closeAll(DecisionDraft draft) {
        for (PlanNode node : draft.state().nodes()) {
            if (!node.isFinally) {
                close(draft, node);
            }
        }
    }

    /**
     * Closes a step without an open attempt, whose result is not needed any more. The step is withdrawn if it was
     * certainly not done, and given up otherwise. A possible probe comes first, so that no outcome stays unknown that
     * the service knows.
     */
    static void close(DecisionDraft draft, PlanNode node) {
        StepState step = draft.step(node);
        if (step.isUnderWay()) {
            return; // its report still counts
        }
        if (node.hasItems() && step.status() == StepStatus.RUNNING) {
            withdraw(draft, node); // its items are closed together with it
            return;
        }
        switch (step.status()) {
            case READY, WAITING, ESCALATED -> {
                if (step.purpose() == Purpose.COMPENSATION) {
                    return; // it is undone although the execution goes on, and still has to be
                }
                if (step.inDoubt()) {
                    askOrGiveUp(draft, node);
                } else if (step.rounds() != null) {
                    giveUp(
                            draft,
                            node,
                            EngineFailures.roundsCutShort(step.rounds().done()));
                } else {
                    withdraw(draft, node);
                }
            }
            case RUNNING -> askOrGiveUp(draft, node); // an attempt has just ended without a result
            case PROBING -> {
                if (step.open() instanceof Open.Idle) {
                    giveUp(draft, node, failure(step)); // its probe has just failed to give an answer
                }
            }
            case PENDING -> {
                if (!draft.state().isNeeded(node) && node.parent == null) {
                    withdraw(draft, node); // the execution goes on without it
                }
            }
            case COMPLETED, FAILED, SKIPPED, COMPENSATING, COMPENSATED -> {}
        }
    }

    /** Skips a step or an item that was certainly not done. */
    static void withdraw(DecisionDraft draft, PlanNode node) {
        boolean goesOn = draft.state().phase.goesForward();
        draft.emitSettled(
                node, new Event.StepSkipped(node.path, goesOn ? SkipReason.NOT_NEEDED : SkipReason.WITHDRAWN, null));
    }

    private static void askOrGiveUp(DecisionDraft draft, PlanNode node) {
        Failure failure = failure(draft.step(node));
        Failure problem = canBeAsked(draft, node) ? Probes.begin(draft, node, failure) : failure;
        if (problem != null) {
            giveUp(draft, node, problem);
        }
    }

    static void giveUp(DecisionDraft draft, PlanNode node, Failure failure) {
        boolean goesOn = draft.state().phase.goesForward();
        draft.emitSettled(node, new Event.StepFailed(node.path, failure, goesOn));
    }

    private static Failure failure(StepState step) {
        return Objects.requireNonNull(step.failure(), "what was tried and not done has failed");
    }

    private static boolean canBeAsked(DecisionDraft draft, PlanNode node) {
        return node.probe != null && draft.step(node).inDoubt();
    }

    /** Whether a step whose attempt has just failed is probed before it is given up. It is not probed twice. */
    private static boolean isAskedFirst(DecisionDraft draft, PlanNode node) {
        return draft.step(node).status() == StepStatus.RUNNING && canBeAsked(draft, node);
    }

    /**
     * Begins to undo steps, once no forward attempt is open.
     *
     * @return whether anything happened
     */
    static boolean closeForward(DecisionDraft draft) {
        if (draft.state().openForward > 0) {
            return false;
        }
        draft.emit(new Event.ForwardClosed());
        return true;
    }

    /**
     * Begins to undo a step whose turn it is.
     *
     * @return whether anything happened
     */
    static boolean goOn(DecisionDraft draft) {
        PathList undoable = draft.state().undoable;
        if (undoable != null) {
            undo(draft, Objects.requireNonNull(draft.state().node(undoable.head), "what can be undone is there"));
            return true;
        }
        return false;
    }

    /** Begins to undo all steps whose turn it is. */
    static void goOnWithAll(DecisionDraft draft) {
        boolean more = true;
        while (more) {
            more = goOn(draft);
        }
    }

    /** Queues a step's compensation for an agent, or escalates the step if its input cannot be computed. */
    static void undo(DecisionDraft draft, PlanNode node) {
        if (node.compensate == null) {
            Failure failure = node.undoesItems() ? EngineFailures.itemsUnknown() : EngineFailures.pivotPassed();
            draft.emit(new Event.StepEscalated(node.path, Purpose.COMPENSATION, failure));
            return;
        }
        if (draft.step(node).isLastRoundByHand()) {
            escalate(draft, node, EngineFailures.roundByHand());
            return;
        }
        Template template = node.call(Purpose.COMPENSATION).input();
        Json input = null;
        CallTimes times = null;
        String name = null;
        if (template != null || node.isTimed(Purpose.COMPENSATION) || node.isNamed(Purpose.COMPENSATION)) {
            ExecutionScope scope = ExecutionScope.ofUndoing(draft.state(), node);
            try {
                name = StepNames.of(node, Purpose.COMPENSATION, scope);
                input = template == null ? null : template.evaluate(scope);
                times = StepTimes.ofCall(node, Purpose.COMPENSATION, scope);
            } catch (ExpressionException e) {
                escalate(draft, node, EngineFailures.expression("the input of the compensation", e));
                return;
            } catch (StepTimes.Unusable e) {
                escalate(draft, node, e.failure());
                return;
            }
            if (input != null && PayloadLimit.isTooLarge(input)) {
                escalate(draft, node, PayloadLimit.tooLarge("the input of the compensation", false));
                return;
            }
        }
        draft.emit(new Event.StepReady(node.path, Purpose.COMPENSATION, input, null, times, name));
    }

    private static void escalate(DecisionDraft draft, PlanNode node, Failure failure) {
        draft.emit(new Event.StepEscalated(node.path, Purpose.COMPENSATION, failure));
    }
}
