package dev.reeve.core;

/** Where a step, item or round stands. */
public enum StepStatus {
    /** Its predecessors are not settled. */
    PENDING,
    /** Queued for an agent. */
    READY,
    /** An agent has it. */
    RUNNING,
    /** Between attempts, in a pause, or waiting for a time; the reason and the time are recorded. */
    WAITING,
    /** Its outcome is unknown and the service is being asked. */
    PROBING,
    /** Done. */
    COMPLETED,
    /** Given up; what follows is in the step's policy. */
    FAILED,
    /** Not done, and never will be. */
    SKIPPED,
    /** Being undone. */
    COMPENSATING,
    /** Undone. */
    COMPENSATED,
    /** Needs a person. */
    ESCALATED
}
