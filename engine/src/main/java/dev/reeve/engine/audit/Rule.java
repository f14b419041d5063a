package dev.reeve.engine.audit;

/** What must hold of every execution in a store, and of every schedule. */
public enum Rule {
    /** Its journal has no gaps, is a path of the state machine, and folds to exactly what its row says. */
    HISTORY("I4"),
    /** A step has one outcome, which never changes. */
    SINGLE_OUTCOME("I5"),
    /** While it is open, its row wakes it no later than its state needs. */
    WAKE_UP("I11"),
    /** It is listed as escalated, with the reason, exactly while one of its steps waits for a person. */
    INBOX("I17"),
    /** An execution that waits for another one to do a step has one, which is open; and each of those has a parent that knows it. */
    FAMILY("S7"),
    /** While an engine runs, a schedule that nobody has paused has started what was due. Of schedules, not of executions. */
    SCHEDULE("S8"),
    /** The version of the workflow that it is pinned to is there. */
    VERSION("R47");

    private final String id;

    Rule(String id) {
        this.id = id;
    }

    /** As in {@code docs/reliability.md}. */
    public String id() {
        return id;
    }
}
