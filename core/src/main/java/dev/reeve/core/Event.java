package dev.reeve.core;

import dev.reeve.model.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was decided. The history of an execution is a list of these, and its state is nothing but their fold (I4).
 *
 * <p>Names and components are part of the store's format: {@link EventCodec} writes them, and a new release reads what an
 * old one wrote.
 */
public sealed interface Event {

    /** An event about one step. */
    sealed interface OfStep extends Event {
        StepPath step();
    }

    /**
     * The execution has begun. Always the first event.
     *
     * @param namespace whose execution it is
     * @param key the caller's own id; null if none was given
     * @param completeBy when the execution is undone if it is still running; null for never
     * @param seed of all that looks random in this execution: jitter and nonces
     * @param replyTo the URI at which whoever started it is told how it goes; null for nobody
     * @param correlationId what such a message has to do with, in the words of whoever gets it; null if none was given
     * @param rerun which execution this one does again; null if it is none
     * @param parent which step of another execution this one was started for; null if it was started for itself
     */
    record ExecutionStarted(
            String workflow,
            int version,
            String namespace,
            @Nullable String key,
            Json input,
            int priority,
            Map<String, String> labels,
            @Nullable Instant completeBy,
            long seed,
            @Nullable String replyTo,
            @Nullable String correlationId,
            @Nullable Rerun rerun,
            @Nullable Parent parent)
            implements Event {
        public ExecutionStarted {
            labels = Labels.sorted(labels);
        }

        /** Started for itself, and nobody is told how it goes. */
        public ExecutionStarted(
                String workflow,
                int version,
                String namespace,
                @Nullable String key,
                Json input,
                int priority,
                Map<String, String> labels,
                @Nullable Instant completeBy,
                long seed) {
            this(workflow, version, namespace, key, input, priority, labels, completeBy, seed, null, null, null, null);
        }
    }

    /** Nothing is begun before {@code until}. Follows the start at once. */
    record ExecutionDelayed(Instant until) implements Event {}

    /** The delay is over: what can begin begins. */
    record ExecutionBegun() implements Event {}

    /**
     * The step was settled in the execution that this one does again, and is not called here. Follows the start at once.
     *
     * @param input what it was called with, as {@link StepReady#input}
     * @param output null if it was not done
     * @param failure why it was not; null if it was, or if it was left out
     * @param skipped why it was left out; null if it was not
     * @param possiblyDone whether nobody knows if it was done (C5)
     * @param child the execution that did it; null if none did
     * @param rounds how many rounds of it were done that were not the last; 0 if it is not repeated
     * @param roundOutput of the last of them, if the step was not done in the end; otherwise null
     */
    record StepTaken(
            StepPath step,
            @Nullable Json input,
            @Nullable Json output,
            @Nullable Failure failure,
            @Nullable SkipReason skipped,
            boolean possiblyDone,
            @Nullable ExecutionId child,
            int rounds,
            @Nullable Json roundOutput)
            implements OfStep {
        public StepTaken {
            if (output == null && failure == null && skipped == null) {
                throw new IllegalArgumentException("what is taken over was done, failed or left out: " + step);
            }
            if ((roundOutput != null) != (rounds > 0 && output == null)) {
                throw new IllegalArgumentException("rounds have an output, unless the step has: " + step);
            }
        }

        /** No execution of its own did it, and it is not repeated. */
        public StepTaken(
                StepPath step,
                @Nullable Json input,
                @Nullable Json output,
                @Nullable Failure failure,
                @Nullable SkipReason skipped,
                boolean possiblyDone) {
            this(step, input, output, failure, skipped, possiblyDone, null, 0, null);
        }

        /** What the step is from here on. */
        public StepStatus status() {
            return output != null ? StepStatus.COMPLETED : skipped != null ? StepStatus.SKIPPED : StepStatus.FAILED;
        }
    }

    /**
     * The step is queued for an agent for the first time for this purpose.
     *
     * @param input null for the execution's own input, which is not stored twice
     * @param limitKey with which calls it is counted, if its limit has a key; otherwise null
     */
    record StepReady(
            StepPath step,
            Purpose purpose,
            @Nullable Json input,
            @Nullable String limitKey) implements OfStep {
        /** Without a key. */
        public StepReady(StepPath step, Purpose purpose, @Nullable Json input) {
            this(step, purpose, input, null);
        }
    }

    /**
     * Another execution was started, in the same transaction, to do or to undo the step. When it ends, the step gets its report.
     *
     * @param nonce goes into the token that the child reports with
     */
    record ChildStarted(StepPath step, Purpose purpose, int attempt, ExecutionId child, long nonce) implements OfStep {}

    /** A step with {@code forEach} has begun: what follows is about its items, until all of them are settled. */
    record ItemsStarted(StepPath step, Json items) implements OfStep {}

    /**
     * A round of a step with {@code repeat} was done, and is not the last.
     *
     * @param attempt the forward attempt that did it
     */
    record RoundEnded(StepPath step, int attempt, Json output) implements OfStep {}

    /** The step gets the signal of this name that came first and was not taken. */
    record SignalTaken(StepPath step, String signal) implements OfStep {}

    /** An agent is about to be given the step. Committed before the request leaves, so that a lost agent uses up an attempt. */
    record StepStarted(StepPath step, Purpose purpose, int attempt, String agent, Instant completeBy, long nonce)
            implements OfStep {}

    record CheckpointRecorded(StepPath step, Purpose purpose, int attempt, Json checkpoint) implements OfStep {}

    /** An attempt ended without a result. What follows from it is the next event. */
    record AttemptFailed(StepPath step, Purpose purpose, int attempt, Failure failure) implements OfStep {}

    /** No agent has taken the step within its {@code startBy}. What follows from it is the next event. */
    record StepNotStarted(StepPath step, Failure failure) implements OfStep {}

    /**
     * Nothing happens to the step before {@code until}.
     *
     * @param purpose which series of attempts waits; {@link Purpose#FORWARD} for a wait step
     */
    record StepWaiting(StepPath step, Purpose purpose, Instant until, WaitReason reason) implements OfStep {}

    /** The wait is over: the step is queued for an agent again. */
    record StepResumed(StepPath step, Purpose purpose) implements OfStep {}

    /** The service said what became of the forward attempts. */
    record ProbeAnswered(StepPath step, int attempt, ProbeAnswer answer) implements OfStep {}

    /**
     * The one accepted outcome of a step that was done (I5).
     *
     * @param attempt the forward attempt that did it; 0 for a timer
     */
    record StepCompleted(StepPath step, int attempt, Json output) implements OfStep {}

    /**
     * The step is given up.
     *
     * @param continued whether the graph goes on as if the step had been settled
     */
    record StepFailed(StepPath step, Failure failure, boolean continued) implements OfStep {}

    /**
     * The step is not done. After its compensation was escalated: it is left as it is.
     *
     * @param by the operator who skipped it; null if the graph did
     * @param why in the operator's words; null if there are none
     */
    record StepSkipped(
            StepPath step,
            SkipReason reason,
            @Nullable String by,
            @Nullable String why) implements OfStep {
        public StepSkipped(StepPath step, SkipReason reason, @Nullable String by) {
            this(step, reason, by, null);
        }
    }

    /** The step needs a person. */
    record StepEscalated(StepPath step, Purpose purpose, Failure failure) implements OfStep {}

    /**
     * An operator had an escalated step tried again, with fresh budgets.
     *
     * @param why in the operator's words; null if there are none
     * @param input what all further attempts are called with; null if it stays as it was
     */
    record StepRetried(
            StepPath step,
            Purpose purpose,
            String by,
            @Nullable String why,
            @Nullable Json input) implements OfStep {
        public StepRetried(StepPath step, Purpose purpose, String by, @Nullable String why) {
            this(step, purpose, by, why, null);
        }

        public StepRetried(StepPath step, Purpose purpose, String by) {
            this(step, purpose, by, null, null);
        }
    }

    /** An operator wants to know now what became of the step: whatever it waited for is over, and its probe is next. */
    record ProbeRequested(StepPath step, String by, String why) implements OfStep {}

    /**
     * An operator said that the step is done, with this output.
     *
     * @param why in the operator's words; null if there are none
     */
    record StepResolved(
            StepPath step, Json output, String by, @Nullable String why) implements OfStep {
        public StepResolved(StepPath step, Json output, String by) {
            this(step, output, by, null);
        }
    }

    /**
     * The step is undone.
     *
     * @param output what the compensation answered; null if an operator said that the step is undone
     * @param by the operator who said so; null if the compensation did it
     * @param why in the operator's words; null if there are none
     */
    record StepCompensated(
            StepPath step,
            int attempt,
            @Nullable Json output,
            @Nullable String by,
            @Nullable String why) implements OfStep {
        public StepCompensated(StepPath step, int attempt, @Nullable Json output, @Nullable String by) {
            this(step, attempt, output, by, null);
        }
    }

    /** A report came for an attempt that had been given up: refused, and kept for whoever has to find out what happened. */
    record LateReportKept(
            StepPath step,
            Purpose purpose,
            int attempt,
            @Nullable Json output,
            @Nullable Failure failure) implements OfStep {}

    /**
     * Somebody sent the execution a signal; it is kept until a step takes it.
     *
     * @param id the sender's own, so that a signal that is sent again counts once; null if none was given
     * @param by who sent it
     */
    record SignalReceived(String signal, @Nullable String id, Json data, String by) implements Event {}

    record CancelRequested(String by, String reason) implements Event {}

    /** An operator has the execution undone, although it could go on. */
    record CompensationRequested(String by, String why) implements Event {}

    /** An operator holds the execution: until it is resumed nothing is handed out, and no time acts on it. */
    record ExecutionPaused(String by, String why) implements Event {}

    /** The execution goes on; its own complete-by is later by as long as it was held. */
    record ExecutionResumed(String by, String why) implements Event {}

    /**
     * An operator has the execution go on with another version of its workflow. Its steps that have begun are the same there.
     *
     * @param version which one
     */
    record ExecutionMoved(int version, String by, String why) implements Event {}

    /** Nothing new is started; once the open forward attempts are closed, whatever was or may have been done is undone. */
    record CompensationStarted(Failure failure) implements Event {}

    /** No attempt to do a step is open any more: from here on steps are undone (I10). */
    record ForwardClosed() implements Event {}

    /**
     * The outcome is known; the steps of {@code finally} run.
     *
     * @param output the execution's, if the outcome is {@link ExecutionStatus#COMPLETED}; otherwise null
     */
    record FinallyStarted(ExecutionStatus outcome, @Nullable Json output) implements Event {}

    record ExecutionCompleted(Json output) implements Event {}

    record ExecutionCompensated(Failure failure) implements Event {}

    record ExecutionCancelled(String reason) implements Event {}

    record ExecutionFailed(Failure failure) implements Event {}
}
