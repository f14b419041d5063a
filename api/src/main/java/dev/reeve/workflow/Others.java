package dev.reeve.workflow;

/**
 * The fate of the steps that are not needed any more, because a step that needs only some of its predecessors has
 * enough of them. These others are the steps that lead only to this step.
 */
public enum Others {
    /** They go on. The execution ends after them. */
    LEAVE,
    /**
     * Those that have not ended are cancelled: waits end at once, queued steps do not begin, and the agents of running
     * attempts get a cancellation. Completed steps stay as they are.
     */
    CANCEL,
    /** As {@link #CANCEL}, and those that are done are undone while the execution goes on. */
    UNDO
}
