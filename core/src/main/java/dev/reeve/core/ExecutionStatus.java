package dev.reeve.core;

/** Where an execution stands, as a person would say it. */
public enum ExecutionStatus {
    /** Steps are done or waited for. */
    RUNNING(false),
    /** Steps are undone. */
    COMPENSATING(false),
    /** At least one step needs a person; whatever does not depend on it goes on. */
    ESCALATED(false),
    /** A person holds it: nothing is handed out, and no time acts on it, until it is resumed. */
    PAUSED(false),
    /** Wholly done. */
    COMPLETED(true),
    /** Failed, or given up by an operator, and wholly undone. */
    COMPENSATED(true),
    /** Ended on request, and whatever had been done is undone. */
    CANCELLED(true),
    /** Failed with nothing to undo. */
    FAILED(true);

    private final boolean terminal;

    ExecutionStatus(boolean terminal) {
        this.terminal = terminal;
    }

    /** Whether nothing follows (I3). */
    public boolean isTerminal() {
        return terminal;
    }
}
