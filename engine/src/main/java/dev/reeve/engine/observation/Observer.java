package dev.reeve.engine.observation;

import dev.reeve.core.Cause;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.core.Purpose;
import dev.reeve.core.WaitReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Told what happens in an engine, once it is committed; for metrics and traces. What an engine did not live to tell is in the
 * histories all the same: this is for watching, not for counting money.
 *
 * <p>Called on the threads of the lanes, by several at once: must be quick, and must not block. What it throws is logged, and
 * changes nothing.
 */
public interface Observer {

    /** Nobody is told anything, and nothing is measured. */
    Observer NONE = new Observer() {};

    default void executionStarted(String workflow) {}

    /** @param took since its start */
    default void executionEnded(String workflow, ExecutionStatus status, Duration took) {}

    /** What was done is being undone from here on. */
    default void compensationStarted(String workflow) {}

    /** @param queued how long the step had waited for an agent with a free slot, a closed breaker, a budget */
    default void attemptStarted(String action, Purpose purpose, Duration queued) {}

    /**
     * @param failure why it came to nothing; null if it had a result
     * @param took since it was handed out, the time on the way included
     */
    default void attemptEnded(String action, Purpose purpose, @Nullable Cause failure, Duration took) {}

    /** A step waits for its next attempt: between two, because the service asked for it, or for another round. */
    default void retryScheduled(String action, Purpose purpose, WaitReason reason) {}

    /** A step needs a person. */
    default void stepEscalated(String action, Purpose purpose, Cause failure) {}

    /**
     * A transaction of a lane.
     *
     * @param transitions how many executions moved in it
     * @param took until the store had answered
     */
    default void committed(int transitions, Duration took) {}
}
