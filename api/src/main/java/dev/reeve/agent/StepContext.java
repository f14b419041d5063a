package dev.reeve.agent;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The attempt that a handler works on. Thread-safe: a handler may pass it to its own threads.
 *
 * <p>This is an interface so that handlers can be tested with a handwritten implementation.
 */
public interface StepContext {

    /** The token that identifies the attempt. */
    AttemptToken token();

    /** The name of the workflow. */
    String workflow();

    /** The action to perform. */
    String action();

    /** The execution that the step belongs to. */
    default ExecutionId execution() {
        return token().execution();
    }

    /** The step, with its item and its round if it has these. */
    default StepPath step() {
        return token().step();
    }

    /** Whether the attempt performs, compensates or probes the step. */
    default Purpose purpose() {
        return token().purpose();
    }

    /** The attempt number, starting at 1 and rising. Pass it as a fencing token to resources that check one. */
    default int attempt() {
        return token().attempt();
    }

    /**
     * The idempotency key: the same for all attempts of the step, and a different one for its compensation. Pass it to
     * the service, so that a second attempt does not repeat the effect. A probe has the key of the request it asks
     * about. The key also changes when an operator edits the step's input, which is possible only while nothing can
     * have been done with the old input.
     */
    default String idempotencyKey() {
        return token().idempotencyKey();
    }

    /**
     * The span of the attempt, as <a href="https://www.w3.org/TR/trace-context/">W3C Trace Context</a> writes it. Pass
     * it as the header {@code traceparent} to the service. Empty if the execution was started without one.
     */
    default Optional<String> traceparent() {
        return Optional.empty();
    }

    /**
     * The time until complete-by, measured on the monotonic clock; zero once it has passed. At complete-by the
     * handler's thread is interrupted, and its result is no longer reported.
     */
    Duration remaining();

    /**
     * Whether the result is no longer wanted: the execution was cancelled, is being undone or goes on without the step,
     * complete-by has passed, or a newer attempt has begun. A long-running handler should check this now and then, and
     * stop. Unless a newer attempt has begun, a result that comes before complete-by is still reported, so that the
     * effect is known and can be undone.
     */
    boolean cancelled();

    /**
     * Sends a heartbeat within a second. Handlers need not call this: while a handler runs, the agent sends heartbeats
     * as often as the step's {@code heartbeat} asks. A handler that hangs is ended by complete-by.
     */
    void heartbeat();

    /**
     * Attaches a checkpoint to the next heartbeat, which is sent within a second. A checkpoint records progress for the
     * next attempt. Only the newest one counts. It is durable once the engine has stored it. This call does not wait
     * for that, so the next attempt may find an older checkpoint or none.
     *
     * @param checkpoint any value that can be written as JSON, within the limit for payloads
     * @throws IllegalArgumentException if it cannot be written as JSON or is too large; nothing is attached then
     */
    void heartbeat(Object checkpoint);

    /**
     * The newest checkpoint of this attempt. Before the first one, the newest checkpoint of earlier attempts. Empty if
     * none exists.
     *
     * @throws StepFailure if the checkpoint does not fit the type; a business error with code {@code
     *     CHECKPOINT_MISMATCH}. Catch it to start from the beginning instead
     */
    <T> Optional<T> checkpoint(Class<T> type);

    /**
     * For a probe: the output in the newest late report. The engine had given up an attempt of the step before its
     * agent reported this output, so the report was refused. The probe may use the output as a hint where to look, or
     * accept it as the truth. Empty if no such report exists, and for every attempt that is not a probe.
     *
     * @throws StepFailure if the output does not fit the type; a business error with code {@code EVIDENCE_MISMATCH}
     */
    <T> Optional<T> evidence(Class<T> type);

    /**
     * A token with which any client can report the result of this attempt until complete-by, without other credentials:
     * {@code POST /v1/completions/TOKEN} at any server. It says nothing about the execution. Each holder can
     * finish the step, so keep it as secret as a password. This call waits for the server if the agent is in another
     * process.
     *
     * @throws StepFailure a transient error with code {@code COMPLETION_TOKEN_UNAVAILABLE} if no server answers
     * @throws UnsupportedOperationException if no server takes completions of this agent
     */
    default String completionToken() throws InterruptedException {
        throw new UnsupportedOperationException("this attempt has no server");
    }

    /**
     * Leaves the step open when the handler returns. The result of the handler is then ignored, and its slot is free.
     * The attempt goes on until a report with its {@link #completionToken} or until complete-by, even if agents and
     * servers end meanwhile. It needs no heartbeats. If the handler throws an exception, the attempt fails as usual.
     */
    default void completeLater() {
        throw new UnsupportedOperationException("this attempt cannot be left open");
    }

    /**
     * Stores the output of a transactional step in the caller's transaction. Call it once, on a connection to the
     * database of the store, in the transaction that makes the step's effect. When that transaction commits, the step
     * is done with this output, even if this process ends before it reports. When it rolls back, the attempt has
     * failed. The result of the handler does not matter then.
     *
     * @param connection in a transaction; this method neither commits nor closes it
     * @param result any value that can be written as JSON, or null
     * @throws StepFailure if the engine has given the attempt up, its output is stored already, or the step is not
     *     transactional: let the transaction roll back
     * @throws SQLException if the database fails
     */
    default void complete(Connection connection, @Nullable Object result) throws SQLException {
        throw new UnsupportedOperationException("this attempt has no store");
    }
}
