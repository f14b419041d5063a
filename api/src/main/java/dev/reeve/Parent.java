package dev.reeve;

import org.jspecify.annotations.Nullable;

/**
 * The step of another execution that this child was started for. The child reports to it when it ends.
 *
 * @param token the token of the parent's attempt
 * @param depth the nesting depth: 1 for a child of an execution without parent, 2 for a child of that child, and so on
 * @param undoes the completed child that this one undoes; null if this one does the step
 * @param previous the child that did the round before, if the step repeats; null in the first round, and if this one
 *     undoes another
 */
public record Parent(
        AttemptToken token,
        int depth,
        @Nullable ExecutionId undoes,
        @Nullable ExecutionId previous) {

    /** A child of a step that does not repeat, or of its first round. */
    public Parent(AttemptToken token, int depth, @Nullable ExecutionId undoes) {
        this(token, depth, undoes, null);
    }

    /** The execution that the step belongs to. */
    public ExecutionId execution() {
        return token.execution();
    }
}
