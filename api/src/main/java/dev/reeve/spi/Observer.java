package dev.reeve.spi;

import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A listener for events of an engine, after their commit; for metrics and traces. Events may be missing if the engine
 * dies before it reports them. The histories contain them in any case. Use this for monitoring, not for accounting.
 *
 * <p>Names of workflows and actions in namespaces other than the default one have the namespace before them, as in
 * {@code billing/payment.charge}.
 *
 * <p>Called on the threads of the lanes, concurrently. Must be fast and must not block. Exceptions are logged and
 * otherwise ignored.
 */
public interface Observer {

    /** Ignores all events. */
    Observer NONE = new Observer() {};

    /** An execution has started. */
    default void executionStarted(String workflow) {}

    /**
     * An execution has ended.
     *
     * @param took time since its start
     */
    default void executionEnded(String workflow, ExecutionStatus status, Duration took) {}

    /** As {@link #executionEnded}, for an execution whose start had a trace with the flag for recorded traces. */
    default void tracedExecutionEnded(String workflow, ExecutionId id) {}

    /** The execution starts to compensate. */
    default void compensationStarted(String workflow) {}

    /**
     * An attempt was handed to an agent.
     *
     * @param queued how long the step had waited for an agent with a free slot, a closed breaker and a budget
     */
    default void attemptStarted(String action, Purpose purpose, Duration queued) {}

    /**
     * An attempt has ended.
     *
     * @param failure why it failed; null if it had a result
     * @param took time since it was handed out, including the time in transit
     */
    default void attemptEnded(String action, Purpose purpose, @Nullable Cause failure, Duration took) {}

    /** A step waits for its next attempt: as a retry, because the service asked for it, or for another round. */
    default void retryScheduled(String action, Purpose purpose, WaitReason reason) {}

    /** A step needs a person. */
    default void stepEscalated(String action, Purpose purpose, Cause failure) {}

    /**
     * An execution has changed.
     *
     * @param events length of its history; it only grows, so a reader knows whether what it has read is current
     */
    default void executionChanged(String workflow, ExecutionId id, int events, ExecutionStatus status) {}

    /**
     * A transaction of a lane.
     *
     * @param transitions number of executions that moved in it
     * @param took until the store had answered
     */
    default void committed(int transitions, Duration took) {}
}
