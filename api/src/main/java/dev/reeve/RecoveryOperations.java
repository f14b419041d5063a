package dev.reeve;

/**
 * The operator actions for one execution. Each call returns once it is stored, and the history names the actor and
 * the reason. A call is refused with {@link ErrorCode#REFUSED} if the execution or step is in the wrong state for it.
 * Thread-safe.
 *
 * <pre>{@code
 * Execution execution = reeve.actingAs("alice").find("order-123").orElseThrow();
 * execution.recovery().retry("charge_payment", "the bank is back");
 * }</pre>
 */
public interface RecoveryOperations {

    /**
     * Compensates an execution that could continue. Works like {@link Execution#cancel}, but the execution ends as
     * {@link ExecutionStatus#COMPENSATED}, with the actor and the reason in its failure.
     */
    void compensate(String reason);

    /**
     * Moves the execution to another deployed version of its workflow. Steps that have begun must exist in that version
     * and mean the same. The rest may differ. The move is refused, with all obstacles, if the begun steps do not match
     * or the execution is being compensated. {@link ReeveReader#check} finds the obstacles beforehand.
     *
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN} if the version is not deployed,
     *     {@link ErrorCode#REFUSED}
     */
    void moveTo(int version, String reason);

    /**
     * Pauses the execution until {@link #resume}. Nothing more is handed out, and no timer, retry or complete-by of the
     * execution takes effect. Running attempts continue and their results count, but the next steps wait.
     * Refused if the execution is already paused.
     */
    void pause(String reason);

    /**
     * Resumes the execution. Retries and timers that became due during the pause happen at once, and the execution's
     * own complete-by moves by the length of the pause. Refused if the execution is not paused.
     */
    void resume(String reason);

    /**
     * Probes the service now about a step with an unknown outcome that waits or is escalated. The answer is handled as
     * usual: {@code done} completes the step, {@code notDone} and {@code unknown} follow the step's policy.
     */
    void probe(String step, String reason);

    /** Retries an escalated step with fresh retry budgets. */
    void retry(String step);

    /** As {@link #retry(String)}, with a reason for the history. */
    void retry(String step, String reason);

    /**
     * As {@link #retry(String, String)}, with another input for all further attempts and for the step's
     * compensation. The step gets a new idempotency key, because a service would refuse the old key with another input,
     * or answer with the old result. The call is therefore refused while an earlier attempt may have had its effect:
     * probe the step first.
     *
     * @param input any object that can be written as JSON
     */
    void retry(String step, Object input, String reason);

    /**
     * Marks an escalated step as done with this output. If its compensation failed, marks the step as undone.
     *
     * @param output any object that can be written as JSON
     */
    void resolve(String step, Object output);

    /** As {@link #resolve(String, Object)}, with a reason for the history. */
    void resolve(String step, Object output, String reason);

    /** Skips an escalated step. If its compensation failed, leaves the step done. */
    void skip(String step);

    /** As {@link #skip(String)}, with a reason for the history. */
    void skip(String step, String reason);

    /**
     * Re-runs an ended execution from a step on, as a new execution of the same version with the same input. The new
     * execution takes over steps that do not come after the given step and were done or skipped. It calls the other
     * steps. If the new execution is compensated, so are the steps that it took over. This execution keeps its key. The
     * new one also gets its labels, priority and {@code replyTo}.
     *
     * <p>A repeated step gets a new idempotency key, so it is performed again even if it was done before. A
     * step whose outcome is unknown keeps its key, so that the service recognises the request.
     *
     * <p>An execution is re-run once. A second call for the same step finds the existing re-run, and a call for another
     * step is refused with {@link ErrorCode#CONFLICT}. The re-run can itself be re-run once it has ended.
     *
     * @return the new execution
     * @throws ReeveException {@link ErrorCode#REFUSED} with all reasons: this execution has not ended, or a step that
     *     leads to the given one was undone or never done
     */
    Execution rerunFrom(String step, String reason);

    /**
     * As {@link #rerunFrom(String, String)}, with another input of the execution. Refused if a step that would be
     * repeated may have been done with the old input.
     *
     * @param input any object that can be written as JSON
     */
    Execution rerunFrom(String step, Object input, String reason);
}
