package dev.reeve.internal.core;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.core.state.Plan;
import org.jspecify.annotations.Nullable;

/** A request to an execution. */
public sealed interface Command {

    /** Gives a ready step to an agent. */
    record StartStep(StepPath step, String agent) implements Command {}

    /** Starts a child execution that does or undoes the step. The child exists from the same transaction on. */
    record StartChild(StepPath step, ExecutionId child) implements Command {}

    record CompleteAttempt(AttemptToken token, Json output) implements Command {}

    /** Applies an output that an agent has stored in its own transaction. It counts after complete-by, too. */
    record ApplyStoredOutput(AttemptToken token, Json output) implements Command {}

    record FailAttempt(AttemptToken token, Failure failure) implements Command {}

    record RecordCheckpoint(AttemptToken token, Json checkpoint) implements Command {}

    /** Ends an attempt that sent no heartbeat for too long. */
    record GiveUpAttempt(AttemptToken token) implements Command {}

    /** Ends an attempt whose agent is gone. */
    record LoseAttempt(AttemptToken token) implements Command {}

    /**
     * Checks whether something about the step is due: complete-by, or the end of a wait. A stale command changes
     * nothing.
     */
    record WakeStep(StepPath step) implements Command {}

    /** Checks whether the execution's delay has ended or its own complete-by has passed. */
    record WakeExecution() implements Command {}

    /**
     * Continues to undo the rounds of a step, after one is undone.
     *
     * @param child the child that did the round before; null if there is none, so that the step is undone
     */
    record FindRound(StepPath step, @Nullable ExecutionId child) implements Command {}

    /**
     * A signal that a step waits for, or will wait for.
     *
     * @param id the sender's own id: of several signals with the same id only the first counts; null if there is none
     * @param by the actor
     */
    record Signal(String signal, @Nullable String id, Json data, String by) implements Command {}

    record Cancel(String by, String reason) implements Command {}

    /** Compensates the execution, although it could go on. */
    record Compensate(String by, String reason) implements Command {}

    /**
     * Pauses the execution. Until {@link Resume}, no further work is given to agents, no wait ends, and the
     * execution's own complete-by does not expire.
     */
    record Pause(String by, String reason) implements Command {}

    record Resume(String by, String reason) implements Command {}

    /** Moves the execution to another version of its workflow. */
    record Move(Plan to, String by, String reason) implements Command {}

    /** Asks the service now for the outcome of a step in doubt. */
    record ProbeStep(StepPath step, String by, String reason) implements Command {}

    /**
     * Retries an escalated step.
     *
     * @param why the reason, for the history; null if none was given
     * @param input the input of all further attempts instead of the computed one; null to keep the computed one
     */
    record RetryStep(
            StepPath step,
            String by,
            @Nullable String why,
            @Nullable Json input) implements Command {
        public RetryStep(StepPath step, String by, @Nullable String why) {
            this(step, by, why, null);
        }

        public RetryStep(StepPath step, String by) {
            this(step, by, null, null);
        }
    }

    /** @param why the reason, for the history; null if none was given */
    record ResolveStep(
            StepPath step, Json output, String by, @Nullable String why) implements Command {
        public ResolveStep(StepPath step, Json output, String by) {
            this(step, output, by, null);
        }
    }

    /** @param why the reason, for the history; null if none was given */
    record SkipStep(StepPath step, String by, @Nullable String why) implements Command {
        public SkipStep(StepPath step, String by) {
            this(step, by, null);
        }
    }
}
