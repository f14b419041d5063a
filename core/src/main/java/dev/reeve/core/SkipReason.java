package dev.reeve.core;

/** Why a step was skipped. */
public enum SkipReason {
    /** Its {@code when} was false. */
    CONDITION,
    /** All its predecessors were skipped. */
    PREDECESSORS,
    /** The execution is being undone, and the step was between attempts and certainly not done. */
    WITHDRAWN,
    /** An operator said so. */
    OPERATOR
}
