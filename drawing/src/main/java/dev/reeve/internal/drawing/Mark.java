package dev.reeve.internal.drawing;

/** Small marks at a node. */
public enum Mark {
    /** The step runs for each item of a list: a stack of cards. */
    ITEMS,
    /** The node stands for several steps that are alike: a stack of cards. */
    GROUP,
    /** The step is repeated until a condition holds: a loop. */
    LOOP,
    /** Nothing is undone after the step: the point of no return. */
    PIVOT,
    /** An action undoes the step. */
    UNDONE
}
