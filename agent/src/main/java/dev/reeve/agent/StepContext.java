package dev.reeve.agent;

import dev.reeve.core.AttemptToken;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.Purpose;
import dev.reeve.core.StepPath;
import java.time.Duration;
import java.util.Optional;

/**
 * The attempt that a handler works on. Thread-safe, so a handler may pass it to threads of its own.
 *
 * <p>An interface, so that a handler can be tested with one written by hand.
 */
public interface StepContext {

    /** Names the attempt among all others. */
    AttemptToken token();

    /** The name of the workflow. */
    String workflow();

    /** The action to perform. */
    String action();

    default ExecutionId execution() {
        return token().execution();
    }

    default StepPath step() {
        return token().step();
    }

    /** Whether the step is to be done, undone, or asked about. */
    default Purpose purpose() {
        return token().purpose();
    }

    /** From 1, rising. To be given as a fencing token to resources that can check one. */
    default int attempt() {
        return token().attempt();
    }

    /**
     * The same for all attempts of the step, and another for its compensation: give it to the service, so that a second
     * attempt does not have the effect a second time. A probe has the key of what it asks about. Once an operator has given the
     * step another input, which is only possible while nothing can have been done with the old one, the key is another, too.
     */
    default String idempotencyKey() {
        return token().idempotencyKey();
    }

    /**
     * How long until complete-by, on the monotonic clock; zero once it has passed. At that moment the handler's thread is
     * interrupted and its result is not reported any more.
     */
    Duration remaining();

    /**
     * Whether the result is not wanted any more: the execution was cancelled or is being undone, complete-by has passed, or
     * a newer attempt has begun. A handler of a long job looks now and then, and stops; one that finishes is heard all the
     * same, so that what was done is known and can be undone.
     */
    boolean cancelled();

    /**
     * Has a beat sent within a second. There is no need to call it: while the handler runs, the agent beats for it as often
     * as the step's {@code heartbeat} asks. A handler that hangs is ended by complete-by.
     */
    void heartbeat();

    /**
     * Attaches a checkpoint to the next beat, sent within a second: how far the work has come, for the attempt after this
     * one if there is one. Only the newest counts. It is safe once it has been stored, which this call does not wait for;
     * so the next attempt may find an older one, or none.
     *
     * @param checkpoint anything that can be written as JSON, within the limit for payloads
     * @throws IllegalArgumentException if it cannot be written as JSON or is too large; nothing is attached then
     */
    void heartbeat(Object checkpoint);

    /**
     * The newest checkpoint of this attempt or, before its first, of the attempts before it. Empty if there is none.
     *
     * @throws StepFailure if the checkpoint does not fit the type; permanent, code {@code CHECKPOINT_MISMATCH}. Catch it to
     *     start from the beginning instead
     */
    <T> Optional<T> checkpoint(Class<T> type);

    /**
     * For a probe: what the newest late report says was done. An attempt of the step had been given up before its agent reported
     * this output, so it was refused; the probe may take it as a hint where to look, or for the truth. Empty if there was no such
     * report, and for everything that is not a probe.
     *
     * @throws StepFailure if the output does not fit the type; permanent, code {@code EVIDENCE_MISMATCH}
     */
    <T> Optional<T> evidence(Class<T> type);
}
