package dev.reeve.core;

/** What a person can do about an execution. */
public enum Verb {
    /** Have an escalated step tried again, with fresh budgets, and with another input if need be. */
    RETRY,
    /** Ask the service now what became of a step whose outcome is not known. */
    PROBE,
    /** Say that an escalated step is done, with an output; or undone, if it was its compensation that failed. */
    RESOLVE,
    /** Go on without an escalated step; or leave it done, if it was its compensation that failed. */
    SKIP,
    /** End the execution: whatever was or may have been done is undone. */
    CANCEL,
    /** Have the execution undone, although it could go on: it ends as compensated, not as cancelled. */
    COMPENSATE,
    /** Hold the execution: nothing more is handed out, and no time acts on it. */
    PAUSE,
    /** Let a paused execution go on. */
    RESUME,
    /** Do an execution that has ended again, from one of its steps on, as a new one. */
    RERUN
}
