package dev.reeve;

import org.jspecify.annotations.Nullable;

/**
 * The step of another execution that this child was started for. The child reports to it when it ends.
 *
 * @param token the token of the parent's attempt
 * @param depth the nesting depth: 1 for a child of an execution without parent, 2 for a child of that child, and so on
 * @param undoes the completed child that this one undoes; null if this one does the step
 */
public record Parent(
        AttemptToken token, int depth, @Nullable ExecutionId undoes) {

    public ExecutionId execution() {
        return token.execution();
    }
}
