package dev.reeve.core;

/** Why a command was refused. */
public enum Refusal {
    /** The token is not that of the open attempt. */
    STALE_ATTEMPT,
    /** The execution has ended. */
    ENDED,
    /** There is no such step. */
    UNKNOWN_STEP,
    /** The step is not in a state in which this can be asked of it. */
    WRONG_STATE,
    /** The other version of the workflow does not suit what has been done. */
    INCOMPATIBLE,
    /** The finding was stale: nothing is due. */
    NOT_DUE,
    /** A limit would be broken. */
    LIMIT,
    /** There is no step that waits for such a signal. */
    UNKNOWN_SIGNAL,
    /** What was sent is not what the definition says it must be. */
    INVALID_DATA
}
