package dev.reeve;

/** The status of a step, item or round. */
public enum StepStatus {
    /** Its predecessors are not settled. */
    PENDING,
    /** Queued for an agent. */
    READY,
    /** An agent is working on it. */
    RUNNING,
    /** Between attempts, in a pause, or waiting for a time or a signal. The reason and the time are recorded. */
    WAITING,
    /** Its outcome is unknown, and a probe asks the service. */
    PROBING,
    /** Done. */
    COMPLETED,
    /** Failed. The step's policy decides what happens next. */
    FAILED,
    /** Not done, and never will be. */
    SKIPPED,
    /** Being undone. */
    COMPENSATING,
    /** Undone. */
    COMPENSATED,
    /** Escalated: needs an operator. */
    ESCALATED
}
