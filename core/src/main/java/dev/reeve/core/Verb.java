package dev.reeve.core;

/** What a person can do about an execution. */
public enum Verb {
    /** Have an escalated step tried again, with fresh budgets. */
    RETRY,
    /** Say that an escalated step is done, with an output; or undone, if it was its compensation that failed. */
    RESOLVE,
    /** Go on without an escalated step; or leave it done, if it was its compensation that failed. */
    SKIP,
    /** End the execution: whatever was or may have been done is undone. */
    CANCEL
}
