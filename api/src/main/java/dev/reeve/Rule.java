package dev.reeve;

/** The rules that every execution and every schedule in a store must satisfy. */
public enum Rule {
    /**
     * The journal of an execution has no gaps, is a path of the state machine, and folds to exactly the content of its
     * row.
     */
    HISTORY("I4"),
    /** A step has one outcome, which never changes. */
    SINGLE_OUTCOME("I5"),
    /** The row of an open execution wakes it no later than its state needs. */
    WAKE_UP("I11"),
    /** An execution is listed as escalated, with the reason, exactly while one of its steps waits for a person. */
    INBOX("I17"),
    /** An execution that waits for a child has one, and that child is open. Each child has a parent that knows it. */
    FAMILY("S7"),
    /**
     * While an engine runs, a schedule that is not paused has started what was due. Applies to schedules, not to
     * executions.
     */
    SCHEDULE("S8"),
    /** The version of the workflow that an execution is pinned to is deployed. */
    VERSION("R47");

    private final String id;

    Rule(String id) {
        this.id = id;
    }

    /** The id of the rule in {@code docs/reliability.md}. */
    public String id() {
        return id;
    }
}
