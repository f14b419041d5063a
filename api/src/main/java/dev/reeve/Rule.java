package dev.reeve;

/** The rules that every execution and every schedule in a store must satisfy. */
public enum Rule {
    /**
     * The journal of an execution has no gaps, is a path of the state machine, and folds to exactly the content of its
     * row.
     */
    HISTORY,
    /** A step has one outcome, which never changes. */
    SINGLE_OUTCOME,
    /** The row of an open execution wakes it no later than its state needs. */
    WAKE_UP,
    /** An execution is listed as escalated, with the reason, exactly while one of its steps waits for a person. */
    INBOX,
    /** An execution that waits for a child has one, and that child is open. Each child has a parent that knows it. */
    FAMILY,
    /**
     * While an engine runs, a schedule that is not paused has started all due executions. Applies to schedules, not to
     * executions.
     */
    SCHEDULE,
    /** The version of the workflow that an execution is pinned to is deployed. */
    VERSION,
    /** No attempt of an execution that is over has a permit, so that its agent cannot complete it any more. */
    PERMIT
}
