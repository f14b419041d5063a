package dev.reeve;

/** Why a step was skipped. */
public enum SkipReason {
    /** Its {@code when} was false. */
    CONDITION,
    /**
     * All its predecessors were skipped or chose another case; or too many of them, for a join that needs a number of
     * them.
     */
    PREDECESSORS,
    /** The execution is being compensated, and the step was between attempts and certainly not done. */
    WITHDRAWN,
    /** A step with {@code others} had enough of its predecessors, and this one was not needed any more. */
    NOT_NEEDED,
    /** An operator skipped it. */
    OPERATOR
}
