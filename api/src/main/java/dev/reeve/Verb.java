package dev.reeve;

/** An operator action for an execution. */
public enum Verb {
    /** Retries an escalated step with fresh retry budgets, optionally with another input. */
    RETRY,
    /** Asks the service now for the outcome of a step in doubt. */
    PROBE,
    /** Marks an escalated step as done, with an output; or as undone, if its compensation failed. */
    RESOLVE,
    /** Continues without an escalated step; or leaves it done, if its compensation failed. */
    SKIP,
    /** Cancels the execution. All steps that were done or possibly done are undone. */
    CANCEL,
    /** Compensates the execution, although it could continue. It ends as compensated, not as cancelled. */
    COMPENSATE,
    /**
     * Pauses the execution. No further work is given to agents, no wait ends, and its own complete-by does not expire.
     */
    PAUSE,
    /** Resumes a paused execution. */
    RESUME,
    /** Re-runs an ended execution from one of its steps on, as a new execution. */
    RERUN
}
