package dev.reeve.internal.core.state;

import dev.reeve.StepPath;
import org.jspecify.annotations.Nullable;

/** An immutable stack of steps and items. Null is the empty stack. */
public final class PathList {

    public final StepPath head;
    final @Nullable PathList tail;

    PathList(StepPath head, @Nullable PathList tail) {
        this.head = head;
        this.tail = tail;
    }

    /** Compares in a loop, not by recursion, because the stack may be as long as the workflow. */
    @Override
    public boolean equals(@Nullable Object other) {
        PathList mine = this;
        PathList theirs = other instanceof PathList list ? list : null;
        while (mine != null && theirs != null && mine.head.equals(theirs.head)) {
            mine = mine.tail;
            theirs = theirs.tail;
        }
        return mine == null && theirs == null;
    }

    @Override
    public int hashCode() {
        return head.hashCode();
    }
}
