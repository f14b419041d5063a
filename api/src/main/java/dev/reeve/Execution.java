package dev.reeve;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * One run of a workflow. A handle: it holds no state, and each call queries the engine. Thread-safe.
 *
 * <pre>{@code
 * Execution execution = reeve.find("order-123").orElseThrow();
 * System.out.println(execution.explain());
 * execution.actingAs("alice").recovery().retry("charge_payment", "the bank is back");
 * }</pre>
 *
 * <p>A command returns once it is stored. It is refused with {@link ErrorCode#REFUSED} if the execution or step is in
 * the wrong state for it. The history names the actor of each command; see {@link Reeve#actingAs(Actor)}.
 */
public interface Execution {

    /** The id of the execution. */
    ExecutionId id();

    /** The same execution, with another actor; see {@link Reeve#actingAs(Actor)}. */
    Execution actingAs(Actor actor);

    /** As {@link #actingAs(Actor)}, for the actor with this name. */
    default Execution actingAs(String actor) {
        return actingAs(Actor.of(actor));
    }

    /** The current status. */
    ExecutionStatus status();

    /** The execution in one line. */
    ExecutionSummary summary();

    /** Describes the execution, step by step. */
    ExecutionDescription describe();

    /** All its events, the oldest first. */
    List<HistoryEntry> history();

    /**
     * The same execution as it was after one of its events. Read-only.
     *
     * <pre>{@code
     * HistoryEntry failed = execution.history().stream()
     *         .filter(entry -> entry.event() instanceof Event.AttemptFailed)
     *         .findFirst()
     *         .orElseThrow();
     * System.out.println(execution.asOf(failed.seq()).explain());
     * }</pre>
     *
     * @param seq the number of the event, from 1; see {@link HistoryEntry#seq()}
     */
    PastExecution asOf(int seq);

    /**
     * Explains what each open step waits for, what happens next, and when. {@code toString} of the result is for
     * people.
     */
    Explanation explain();

    /**
     * Predicts what the engine would do if an attempt of a step failed in this way: the attempt under way, or else the
     * next one. Changes nothing.
     *
     * @param failure a made-up failure, such as {@code new Failure(Cause.SILENT, "WHAT_IF", "nothing heard", null,
     *     null, true)}
     * @return the decision, made by the code that decides about real failures; its {@code toString} is for people
     * @throws ReeveException {@link ErrorCode#REFUSED} if no attempt of the step is under way and none will start
     *     without outside action, {@link ErrorCode#NOT_FOUND} if the step does not exist
     */
    Forecast whatIf(String step, Failure failure);

    /**
     * Waits until the execution completes.
     *
     * @param type the type to read its output as
     * @param patience maximum time to wait; the execution continues after that
     * @throws NotCompletedException if the execution ended in another way
     * @throws ReeveException {@link ErrorCode#TIMED_OUT} if it has not ended in time
     */
    <T> T await(Class<T> type, Duration patience);

    /**
     * Waits until the execution ends, in any status.
     *
     * @param patience maximum time to wait; the execution continues after that
     * @throws ReeveException {@link ErrorCode#TIMED_OUT} if it has not ended in time
     */
    ExecutionResult awaitEnd(Duration patience);

    /**
     * A future that completes when the execution ends. It completes on a virtual thread, so dependent stages may block
     * (see {@link Reeve#startAsync(String, Object, Start)}).
     */
    CompletionStage<ExecutionResult> result();

    /**
     * Cancels the execution: starts nothing new, waits for the attempts under way, and compensates the completed steps.
     * Returns once the cancellation is stored; {@link #awaitEnd} waits for the end.
     *
     * @param reason for the history
     */
    void cancel(String reason);

    /**
     * Sends a signal to the execution. A step that waits for the signal receives the data as its output. A signal that
     * arrives before its step begins is kept. Each signal is taken by one step.
     *
     * @param name the name of the signal, as in {@code await} of a step
     * @param data any object that can be written as JSON
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if no step waits for this signal;
     *     {@link ErrorCode#INVALID_INPUT} if the data does not match the step's definition; {@link ErrorCode#REFUSED}
     *     if the execution has ended, if it is being compensated or its {@code finally} has begun and no step of
     *     {@code finally} waits for this signal, or if too many signals are waiting
     */
    void signal(String name, Object data);

    /**
     * As {@link #signal(String, Object)}, deduplicated by id: only the first signal with an id counts. For
     * senders that do not know whether their signal arrived and send it again.
     *
     * <pre>{@code
     * execution.signalOnce("approved", Map.of("by", "carol"), message.id());
     * }</pre>
     *
     * @param id unique among the signals of this execution
     */
    void signalOnce(String name, Object data, String id);

    /**
     * The operator actions for this execution: retry, resolve or skip a step, pause, compensate, move to another
     * version, re-run.
     */
    RecoveryOperations recovery();
}
