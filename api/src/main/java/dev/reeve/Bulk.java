package dev.reeve;

import java.time.Duration;

/**
 * A bulk operation: one verb on many executions. A handle: each call queries the engine. Thread-safe.
 *
 * <p>The operation continues while an engine runs the store, also after a crash. The history of each execution shows
 * what the operation did, with actor, reason and the operation's id. Nothing is done twice.
 */
public interface Bulk {

    /**
     * The id of the execution that runs this operation. Its history and description are available as for any other
     * execution.
     */
    ExecutionId id();

    /** The current status of the operation. */
    ExecutionStatus status();

    /** The request, its actor and its reason. */
    BulkRequest.Order order();

    /**
     * The progress at the last checkpoint, which is written every few seconds and at the end. After a crash, the
     * numbers may lack changes after the last checkpoint.
     */
    BulkProgress progress();

    /**
     * Waits until the operation ends.
     *
     * @throws NotCompletedException if it was stopped
     * @throws ReeveException {@link ErrorCode#TIMED_OUT} if it has not ended in time; it continues
     */
    BulkProgress await(Duration patience);

    /**
     * Stops the operation. Completed changes stay. Refused if the operation has ended. The actor is that of the {@link
     * Reeve} from which this handle comes.
     */
    void stop(String reason);
}
