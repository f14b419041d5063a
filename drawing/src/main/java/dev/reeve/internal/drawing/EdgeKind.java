package dev.reeve.internal.drawing;

/** The kinds of edges. */
public enum EdgeKind {
    /** The target comes after the source. */
    AFTER,
    /** From a switch to one of its cases. */
    CHOICE,
    /** From a step to the action that undoes it. */
    UNDO
}
