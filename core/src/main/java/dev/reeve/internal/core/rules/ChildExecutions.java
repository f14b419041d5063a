package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Hold;
import dev.reeve.Json;
import dev.reeve.Parent;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ErrorData;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Phase;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.UnneededSteps;
import java.util.Objects;

/** Steps that are done by child executions. */
public final class ChildExecutions {

    private static final String IN = " [in execution ";
    private static final String BY_WAY_OF = ", by way of ";

    private ChildExecutions() {}

    /** Records the start of a child. The child exists already, or from the transaction on that stores this event. */
    static Decision start(DecisionDraft draft, Command.StartChild command) {
        PlanNode node = draft.state().node(command.step());
        if (node == null) {
            return draft.refuseUnknown(command.step());
        }
        StepState step = draft.step(node);
        if (node.child == null || !(step.open() instanceof Open.Ready)) {
            return draft.refuse(
                    Refusal.WRONG_STATE,
                    "step '%s' does not wait for another execution: it is %s".formatted(node, step));
        }
        Hold hold = draft.state().paused();
        if (hold != null) {
            return draft.refuse(Refusal.WRONG_STATE, "nothing is started: the execution is " + hold);
        }
        Purpose purpose = step.purpose();
        int attempt = step.attempts(purpose) + 1;
        long nonce = node.nonce(draft.state().started().seed(), purpose, attempt);
        draft.emit(new Event.ChildStarted(node.path, purpose, attempt, command.child(), nonce));
        return Consequences.accept(draft);
    }

    /** Undoes the round before the one that was undone; or records that the step is undone, if there is none. */
    static Decision findRound(DecisionDraft draft, Command.FindRound command) {
        PlanNode node = draft.state().node(command.step());
        if (node == null) {
            return draft.refuseUnknown(command.step());
        }
        StepState step = draft.step(node);
        if (!step.isRoundUndone() || !(step.open() instanceof Open.Ready)) {
            return draft.refuse(
                    Refusal.WRONG_STATE, "no round of step '%s' has just been undone: it is %s".formatted(node, step));
        }
        ExecutionId child = command.child();
        draft.emit(
                child == null
                        ? new Event.StepCompensated(node.path, step.attempts(Purpose.COMPENSATION), Json.NULL, null)
                        : new Event.RoundFound(node.path, child));
        return Consequences.accept(draft);
    }

    /** The event after a child has undone a step, or one round of it. */
    static Event undone(PlanNode node, int attempt, Json output) {
        return node.undoesRounds()
                ? new Event.RoundUndone(node.path, attempt, output, null, null)
                : new Event.StepCompensated(node.path, attempt, output, null);
    }

    /**
     * Starts the compensation in an execution whose only purpose is to undo another one. It has taken over all steps
     * by now.
     */
    static void undo(DecisionDraft draft, Parent parent) {
        String by = "execution " + parent.execution();
        String why = "step '%s' of it is undone, and execution %s had done it"
                .formatted(parent.token().step(), parent.undoes());
        draft.emit(new Event.CompensationRequested(by, why));
        Compensation.start(draft, EngineFailures.undoRequested(by, why));
    }

    /**
     * The command to send to the child that does a step of {@link UnneededSteps}, so that it stops.
     */
    public static Command stop(ExecutionState parent, StepPath step) {
        String by = "execution " + parent.id();
        if (parent.phase != Phase.CLOSING) {
            return new Command.Cancel(by, "it goes on without step '%s'".formatted(step));
        }
        if (parent.endedBy != null) {
            return new Command.Cancel(by, "step '%s' of it completed it".formatted(parent.endedBy));
        }
        Failure why = Objects.requireNonNull(parent.undoneFor, "what turns round does so for a reason");
        return parent.cancelReason == null
                ? new Command.Compensate(by, why.code() + ": " + why.message())
                : new Command.Cancel(by, parent.cancelReason);
    }

    /** The report to the parent after a child has ended. */
    public static Command report(Parent parent, ExecutionState ended) {
        ExecutionStatus wanted = parent.undoes() == null ? ExecutionStatus.COMPLETED : ExecutionStatus.COMPENSATED;
        Json output = ended.output();
        return ended.status() == wanted
                ? new Command.CompleteAttempt(parent.token(), output == null ? Json.NULL : output)
                : new Command.FailAttempt(parent.token(), failure(ended));
    }

    /**
     * The failure of a step whose child execution failed: the root cause first, then the execution it is in, then the
     * executions between.
     */
    private static Failure failure(ExecutionState ended) {
        return EngineFailures.child(ended.status(), why(ended), ErrorData.of(ended));
    }

    private static String why(ExecutionState ended) {
        Failure failure = ended.failure();
        String here = "%s of %s, which ended as %s".formatted(ended.id(), ended.plan(), ended.status());
        if (failure == null) {
            return "execution " + here;
        }
        int in = failure.message().lastIndexOf(IN);
        if (!EngineFailures.isOfChild(failure) || in < 0) {
            return failure.code() + ": " + failure.message() + IN + here + "]";
        }
        int between = failure.message().indexOf(BY_WAY_OF, in);
        String whole =
                failure.message().substring(0, between < 0 ? failure.message().length() - 1 : between);
        return whole + BY_WAY_OF + "execution " + here + "]";
    }
}
