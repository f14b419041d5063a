package dev.reeve.internal.core;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Hold;
import dev.reeve.Json;
import dev.reeve.Parent;
import dev.reeve.Purpose;

/** Steps that are done by child executions. */
public final class Children {

    private Children() {}

    /** Records the start of a child. The child exists already, or from the transaction on that stores this event. */
    static Decision start(Draft draft, Command.StartChild command) {
        Node node = draft.state().node(command.step());
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
        long nonce = Chance.nonce(draft.state().started().seed(), node, purpose, attempt);
        draft.emit(new Event.ChildStarted(node.path, purpose, attempt, command.child(), nonce));
        return draft.accept();
    }

    /**
     * Starts the compensation in an execution whose only purpose is to undo another one. It has taken over all steps
     * by now.
     */
    static void undo(Draft draft, Parent parent) {
        String by = "execution " + parent.execution();
        String why = "step '%s' of it is undone, and execution %s had done it"
                .formatted(parent.token().step(), parent.undoes());
        draft.emit(new Event.CompensationRequested(by, why));
        Undoing.start(draft, Failures.undoRequested(by, why));
    }

    /** The report to the parent after a child has ended. */
    public static Command report(Parent parent, ExecutionState ended) {
        ExecutionStatus wanted = parent.undoes() == null ? ExecutionStatus.COMPLETED : ExecutionStatus.COMPENSATED;
        Json output = ended.output();
        return ended.status() == wanted
                ? new Command.CompleteAttempt(parent.token(), output == null ? Json.NULL : output)
                : new Command.FailAttempt(parent.token(), Failures.child(ended));
    }
}
