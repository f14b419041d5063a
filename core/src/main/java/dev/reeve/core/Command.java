package dev.reeve.core;

import dev.reeve.model.Json;
import org.jspecify.annotations.Nullable;

/** What is asked of an execution. */
public sealed interface Command {

    /** Hand a ready step to an agent. */
    record StartStep(StepPath step, String agent) implements Command {}

    /** Another execution, which is there from the same transaction on, does or undoes the step. */
    record StartChild(StepPath step, ExecutionId child) implements Command {}

    record CompleteAttempt(AttemptToken token, Json output) implements Command {}

    record FailAttempt(AttemptToken token, Failure failure) implements Command {}

    record RecordCheckpoint(AttemptToken token, Json checkpoint) implements Command {}

    /** The supervisor saw no heartbeat for too long. */
    record GiveUpAttempt(AttemptToken token) implements Command {}

    /** The agent that has the attempt is gone. */
    record LoseAttempt(AttemptToken token) implements Command {}

    /** Something about the step may be due: complete-by, or the end of a wait. A stale finding changes nothing. */
    record WakeStep(StepPath step) implements Command {}

    /** The execution's own complete-by may be due. */
    record WakeExecution() implements Command {}

    /**
     * Something that a step waits for, or will wait for.
     *
     * @param id the sender's own: of those with the same id only the first counts; null if there is none
     */
    record Signal(String signal, @Nullable String id, Json data, String by) implements Command {}

    record Cancel(String by, String reason) implements Command {}

    /** Has the execution undone, although it could go on. */
    record Compensate(String by, String reason) implements Command {}

    /** Nothing more is handed out, and no time acts on the execution, until it is resumed. */
    record Pause(String by, String reason) implements Command {}

    record Resume(String by, String reason) implements Command {}

    /** The execution goes on with another version of its workflow. */
    record Move(Plan to, String by, String reason) implements Command {}

    /** Asks the service now what became of a step whose outcome is not known. */
    record ProbeStep(StepPath step, String by, String reason) implements Command {}

    /**
     * @param why for the history; null if nobody said
     * @param input for all further attempts, instead of the one that was computed; null to leave it
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

    /** @param why for the history; null if nobody said */
    record ResolveStep(
            StepPath step, Json output, String by, @Nullable String why) implements Command {
        public ResolveStep(StepPath step, Json output, String by) {
            this(step, output, by, null);
        }
    }

    /** @param why for the history; null if nobody said */
    record SkipStep(StepPath step, String by, @Nullable String why) implements Command {
        public SkipStep(StepPath step, String by) {
            this(step, by, null);
        }
    }
}
