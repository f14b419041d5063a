package dev.reeve.internal.core;

/** Why a command was refused. */
public enum Refusal {
    /** The token does not belong to the open attempt. */
    STALE_ATTEMPT,
    /** The execution has ended. */
    ENDED,
    /** The execution has no such step. */
    UNKNOWN_STEP,
    /** The step is in a state that does not allow the command. */
    WRONG_STATE,
    /** The other version of the workflow does not fit the steps that have begun. */
    INCOMPATIBLE,
    /** Nothing is due; the command was based on stale data. */
    NOT_DUE,
    /** The command would exceed a limit. */
    LIMIT,
    /** No step waits for this signal. */
    UNKNOWN_SIGNAL,
    /** The data does not match its definition. */
    INVALID_DATA
}
