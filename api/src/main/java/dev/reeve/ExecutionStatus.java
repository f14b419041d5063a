package dev.reeve;

/** The status of an execution. */
public enum ExecutionStatus {
    /** Steps run or wait. */
    RUNNING(false),
    /** Steps are being undone. */
    COMPENSATING(false),
    /** At least one step needs an operator. Steps that do not depend on it continue. */
    ESCALATED(false),
    /**
     * Paused by an operator. Until it is resumed, no work is given to agents, no wait ends, and its own complete-by
     * does not expire.
     */
    PAUSED(false),
    /** Ended successfully: all steps are settled. */
    COMPLETED(true),
    /** Failed, or compensated at the request of an operator, and completely undone. */
    COMPENSATED(true),
    /** Cancelled by request, and completely undone. */
    CANCELLED(true),
    /** Failed, with nothing to undo. */
    FAILED(true);

    private final boolean terminal;

    ExecutionStatus(boolean terminal) {
        this.terminal = terminal;
    }

    /** Whether this status is final. */
    public boolean isTerminal() {
        return terminal;
    }
}
