package dev.reeve;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * One run of a workflow. A handle: it holds no state, and each call asks the engine. Thread-safe.
 *
 * <p>An operator command returns once it is stored. It is refused with {@link ErrorCode#REFUSED} if the execution or
 * step is in the wrong state for it.
 */
public interface Execution {

    ExecutionId id();

    /** The current status. */
    ExecutionStatus status();

    ExecutionSummary summary();

    /** Describes the execution, step by step. */
    ExecutionDescription describe();

    /** All its events, the oldest first. */
    List<HistoryEntry> history();

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
     * @param patience maximum time to wait; the execution goes on after that
     * @throws NotCompletedException if the execution ended in another way
     * @throws ReeveException {@link ErrorCode#TIMED_OUT} if it has not ended in time
     */
    <T> T await(Class<T> type, Duration patience);

    /** Waits until the execution ends, in any status. */
    ExecutionResult awaitEnd(Duration patience);

    /**
     * A future that completes when the execution ends. It completes on a virtual thread, so dependent stages may block
     * (see {@link Reeve#startAsync(String, Object, Start)}).
     */
    CompletionStage<ExecutionResult> result();

    /**
     * Cancels the execution: starts nothing new, waits for the attempts under way, and compensates the completed steps.
     *
     * @param by the actor, for the history
     */
    void cancel(String by, String reason);

    /**
     * Compensates an execution that could go on. Works like {@link #cancel}, but the execution ends as
     * {@link ExecutionStatus#COMPENSATED}, with the actor and the reason in its failure.
     *
     * @param by the actor, for the history
     */
    void compensate(String by, String why);

    /**
     * Moves the execution to another deployed version of its workflow. Steps that have begun must exist in that version
     * and mean the same. The rest may differ. The move is refused, with all obstacles, if the begun steps do not match
     * or the execution is being compensated. {@link ReeveReader#check} finds the obstacles beforehand.
     *
     * @param by the actor, for the history
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN} if the version is not deployed,
     *     {@link ErrorCode#REFUSED}
     */
    void moveTo(int version, String by, String why);

    /**
     * Pauses the execution until {@link #resume}. Nothing more is handed out, and no timer, retry or complete-by of the
     * execution takes effect. Attempts under way go on and their results count, but what follows from them waits.
     * Refused if the execution is already paused.
     *
     * @param by the actor, for the history
     */
    void pause(String by, String why);

    /**
     * Resumes the execution. What became due during the pause happens at once, and the execution's own complete-by
     * moves by the length of the pause. Refused if the execution is not paused.
     */
    void resume(String by, String why);

    /**
     * Probes the service now about a step with an unknown outcome that waits or is escalated. The answer is handled as
     * usual: {@code done} completes the step, {@code notDone} and {@code unknown} follow the step's policy.
     */
    void probe(String step, String by, String why);

    /**
     * Sends a signal to the execution. A step that waits for the signal receives the data as its output. A signal that
     * arrives before its step begins is kept. Each signal is taken by one step.
     *
     * @param name the name of the signal, as in {@code await} of a step
     * @param data any object that can be written as JSON
     * @param by the sender, for the history
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if no step waits for this signal;
     *     {@link ErrorCode#INVALID_INPUT} if the data does not match the step's definition; {@link ErrorCode#REFUSED}
     *     if the execution is being compensated or has ended, or if too many signals are waiting
     */
    void signal(String name, Object data, String by);

    /**
     * As {@link #signal(String, Object, String)}, deduplicated by id: only the first signal with an id counts. For
     * senders that do not know whether their signal arrived and send it again.
     *
     * @param id unique among the signals of this execution
     */
    void signal(String name, String id, Object data, String by);

    /** Retries an escalated step with fresh retry budgets. */
    void retry(String step, String by);

    /**
     * @param why the reason, for the history
     */
    void retry(String step, String by, String why);

    /**
     * As {@link #retry(String, String, String)}, with another input for all further attempts and for the step's
     * compensation. The step gets a new idempotency key, because a service would refuse the old key with another input,
     * or answer with the old result. The call is therefore refused while an earlier attempt may have had its effect:
     * probe the step first.
     *
     * @param input any object that can be written as JSON
     */
    void retry(String step, Object input, String by, String why);

    /**
     * Marks an escalated step as done with this output. If its compensation failed, marks the step as undone.
     *
     * @param output any object that can be written as JSON
     */
    void resolve(String step, Object output, String by);

    /**
     * @param why the reason, for the history
     */
    void resolve(String step, Object output, String by, String why);

    /** Skips an escalated step. If its compensation failed, leaves the step done. */
    void skip(String step, String by);

    /**
     * @param why the reason, for the history
     */
    void skip(String step, String by, String why);

    /**
     * Re-runs an ended execution from a step on, as a new execution of the same version with the same input. The new
     * execution takes over steps that do not come after the given step and were done or skipped. It calls the other
     * steps. If the new execution is compensated, so are the steps that it took over. This execution keeps its key. The
     * new one also gets its labels, priority and {@code replyTo}.
     *
     * <p>A step that is called again gets a new idempotency key, so it is performed again even if it was done before. A
     * step whose outcome is unknown keeps its key, so that the service recognises the request.
     *
     * <p>An execution is re-run once. A second call for the same step finds the existing re-run, and a call for another
     * step is refused with {@link ErrorCode#CONFLICT}. The re-run can itself be re-run once it has ended.
     *
     * @param by the actor, for the history
     * @return the new execution
     * @throws ReeveException {@link ErrorCode#REFUSED} with all reasons: this execution has not ended, or a step that
     *     leads to the given one was undone or never done
     */
    Execution rerunFrom(String step, String by, String why);

    /**
     * As {@link #rerunFrom(String, String, String)}, with another input of the execution. Refused if a step that would
     * be called again may have been done with the old input.
     *
     * @param input any object that can be written as JSON
     */
    Execution rerunFrom(String step, Object input, String by, String why);
}
