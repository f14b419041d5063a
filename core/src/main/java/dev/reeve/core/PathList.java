package dev.reeve.core;

import org.jspecify.annotations.Nullable;

/** An immutable stack of steps and items; null is the empty one. */
final class PathList {

    final StepPath head;
    final @Nullable PathList tail;

    PathList(StepPath head, @Nullable PathList tail) {
        this.head = head;
        this.tail = tail;
    }

    /** Not by recursion: there may be as many as there are steps. */
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
