package dev.reeve.core;

import dev.reeve.model.Json;
import org.jspecify.annotations.Nullable;

/**
 * Which step of another execution this one was started for, and reports to when it ends.
 *
 * @param token of the parent's attempt that this execution is
 * @param depth 1 for a child of an execution that nobody started for another, 2 for a child of that, and so on
 * @param undoes the child that had completed and that this one undoes; null if this one does the step
 */
public record Parent(
        AttemptToken token, int depth, @Nullable ExecutionId undoes) {

    public ExecutionId execution() {
        return token.execution();
    }

    /** What the parent is told about this execution when it has ended. */
    public Command report(ExecutionState ended) {
        ExecutionStatus wanted = undoes == null ? ExecutionStatus.COMPLETED : ExecutionStatus.COMPENSATED;
        Json output = ended.output();
        return ended.status() == wanted
                ? new Command.CompleteAttempt(token, output == null ? Json.NULL : output)
                : new Command.FailAttempt(token, Failures.child(ended));
    }
}
