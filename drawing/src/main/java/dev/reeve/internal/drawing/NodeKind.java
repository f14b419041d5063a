package dev.reeve.internal.drawing;

/** The kinds of nodes. */
public enum NodeKind {
    /** Where the execution begins. */
    START,
    /** A step that calls an action. */
    ACTION,
    /** A step that starts another workflow. */
    CHILD,
    /** A step that waits for a time. */
    WAIT,
    /** A step that waits for a signal. */
    AWAIT,
    /** A step that chooses a case. */
    SWITCH,
    /** A case of a switch. */
    CASE,
    /** A step that computes a value. */
    VALUE,
    /** A step that fails the execution. */
    FAIL,
    /** A step that completes the execution. */
    COMPLETE,
    /** The action that undoes the step beside it. */
    COMPENSATION
}
