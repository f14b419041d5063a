package dev.reeve.workflow;

/**
 * What a step that needs only some of its predecessors does with the others once it has enough. Others are the steps
 * that lead only to this step.
 */
public enum Others {
    /** They go on. The execution ends after them. */
    LEAVE,
    /**
     * Those that have not ended are cancelled: waits end at once, queued steps do not begin, and the agents of running
     * attempts must stop. What is done stays done.
     */
    CANCEL,
    /** As {@link #CANCEL}, and those that are done are undone while the execution goes on. */
    UNDO
}
