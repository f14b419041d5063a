package dev.reeve;

import dev.reeve.internal.values.Labels;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A decision about an execution. The history of an execution is a list of events, and its state is the fold of this
 * list.
 *
 * <p>Names and components are part of the store's format. A new release reads the
 * events that an old release wrote.
 */
public sealed interface Event {

    /** An event about one step. */
    sealed interface OfStep extends Event {
        /** The step, with its item and its round if it has these. */
        StepPath step();
    }

    /**
     * The execution has started. Always the first event.
     *
     * @param workflow the name of the workflow
     * @param version the version of the workflow
     * @param namespace the namespace of the execution
     * @param key the caller's own id; null if none was given
     * @param input the input of the execution
     * @param priority steps of a higher priority are handed out first
     * @param labels those of the definition and of the start
     * @param completeBy when the execution is compensated if it is still running; null for never
     * @param seed the seed of all pseudo-random values of this execution: jitter and nonces
     * @param replyTo the URI that receives status messages; null for none
     * @param correlationId the receiver's correlation id; null if none was given
     * @param rerun the execution that this one does again; null if it is no re-run
     * @param parent the step of another execution that this one was started for; null if it is no child
     * @param traceparent the span that the start belongs to; null for no trace
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
            @Nullable Parent parent,
            @Nullable String traceparent)
            implements Event {
        public ExecutionStarted {
            labels = Labels.sorted(labels);
        }

        /** An execution without a trace. */
        public ExecutionStarted(
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
                @Nullable Parent parent) {
            this(
                    workflow,
                    version,
                    namespace,
                    key,
                    input,
                    priority,
                    labels,
                    completeBy,
                    seed,
                    replyTo,
                    correlationId,
                    rerun,
                    parent,
                    null);
        }

        /** An execution without parent, re-run and status messages. */
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

    /**
     * No step begins before {@code until}. Always the second event.
     *
     * @param until when the first steps begin
     */
    record ExecutionDelayed(Instant until) implements Event {}

    /** The delay has ended. The first steps begin. */
    record ExecutionBegun() implements Event {}

    /**
     * The step was settled in the execution that this one re-runs or undoes, and its action is not called here.
     * Follows the start at once.
     *
     * @param input the input of its call, as {@link StepReady#input}
     * @param output the output; null if the step was not done
     * @param failure why the step was not done; null if it was done or skipped
     * @param skipped why the step was skipped; null if it was not skipped. With an output, {@code NOT_NEEDED}: the step
     *     was done although it was not needed, and leads to no other
     * @param possiblyDone whether it is unknown if the step was done
     * @param child the child execution that did it; null if there is none
     * @param rounds the number of rounds that were done, without the last one; 0 if the step does not repeat
     * @param roundOutput the output of the last of these rounds if the step was not done in the end; otherwise null
     * @param byHand whether a person did the last round, so that {@code child} did the one before it
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
            @Nullable Json roundOutput,
            boolean byHand)
            implements OfStep {
        public StepTaken {
            if (output == null && failure == null && skipped == null) {
                throw new IllegalArgumentException("what is taken over was done, failed or left out: " + step);
            }
            if ((roundOutput != null) != (rounds > 0 && output == null)) {
                throw new IllegalArgumentException("rounds have an output, unless the step has: " + step);
            }
        }

        /** A step whose last round a child execution did, if it has rounds. */
        public StepTaken(
                StepPath step,
                @Nullable Json input,
                @Nullable Json output,
                @Nullable Failure failure,
                @Nullable SkipReason skipped,
                boolean possiblyDone,
                @Nullable ExecutionId child,
                int rounds,
                @Nullable Json roundOutput) {
            this(step, input, output, failure, skipped, possiblyDone, child, rounds, roundOutput, false);
        }

        /** A step without child execution and rounds. */
        public StepTaken(
                StepPath step,
                @Nullable Json input,
                @Nullable Json output,
                @Nullable Failure failure,
                @Nullable SkipReason skipped,
                boolean possiblyDone) {
            this(step, input, output, failure, skipped, possiblyDone, null, 0, null);
        }

        /** The status of the step from here on. */
        public StepStatus status() {
            return output != null ? StepStatus.COMPLETED : skipped != null ? StepStatus.SKIPPED : StepStatus.FAILED;
        }
    }

    /**
     * The step is queued for an agent for the first time for this purpose.
     *
     * @param purpose to do the step, to probe it, or to undo it
     * @param input the input; null for the execution's own input, which is not stored twice
     * @param limitKey the key that groups the calls counted by the step's limit; null if the limit has no key
     * @param times the durations of the call that were computed; null if all are literals
     * @param name the name of the action or the workflow, if it was computed; null if it is a literal
     */
    record StepReady(
            StepPath step,
            Purpose purpose,
            @Nullable Json input,
            @Nullable String limitKey,
            @Nullable CallTimes times,
            @Nullable String name)
            implements OfStep {
        /** A step whose durations and name are literals. */
        public StepReady(StepPath step, Purpose purpose, @Nullable Json input, @Nullable String limitKey) {
            this(step, purpose, input, limitKey, null, null);
        }

        /** A step whose limit has no key. */
        public StepReady(StepPath step, Purpose purpose, @Nullable Json input) {
            this(step, purpose, input, null, null, null);
        }
    }

    /**
     * A child execution was started in the same transaction, to do or to undo the step. The step gets its report when
     * the child ends.
     *
     * @param purpose to do or to undo the step
     * @param attempt the attempt that the child is
     * @param child the child execution
     * @param nonce a part of the token that the child reports with
     */
    record ChildStarted(StepPath step, Purpose purpose, int attempt, ExecutionId child, long nonce) implements OfStep {}

    /**
     * A step with {@code forEach} has begun. The events that follow are about its items, until all items are settled.
     *
     * @param items the array of the items
     */
    record ItemsStarted(StepPath step, Json items) implements OfStep {}

    /**
     * A round of a step with {@code repeat} was done. It is not the last round.
     *
     * @param attempt the forward attempt that did it
     * @param output the output of the round
     */
    record RoundEnded(StepPath step, int attempt, Json output) implements OfStep {}

    /**
     * The last round that was done of a step with {@code repeat} and child executions is undone. The round before it,
     * if there is one, is undone next.
     *
     * @param attempt the attempt to undo it
     * @param output the output of the child that undid it; null if an operator resolved the round as undone
     * @param actor the operator who resolved it; null if a child undid it
     * @param reason the operator's reason; null if none was given
     */
    record RoundUndone(
            StepPath step,
            int attempt,
            @Nullable Json output,
            @Nullable String actor,
            @Nullable String reason) implements OfStep {}

    /**
     * The round before the one that was undone is undone next.
     *
     * @param child the child execution that did the round
     */
    record RoundFound(StepPath step, ExecutionId child) implements OfStep {}

    /**
     * The step takes the oldest waiting signal of this name.
     *
     * @param signal the name of the signal
     * @param unusable whether the signal was to move the step's time, and no time can be computed with its data. Then
     *     it has no effect. Only a signal that came before the step's time could be moved can be so
     */
    record SignalTaken(StepPath step, String signal, boolean unusable) implements OfStep {

        /** A signal that has an effect. */
        public SignalTaken(StepPath step, String signal) {
            this(step, signal, false);
        }
    }

    /**
     * The step has enough of its predecessors, and its {@code others} are not needed any more. It begins next. Those
     * that have not ended are closed: waits end, queued steps are skipped, and the agents of running attempts get
     * a cancellation.
     *
     * @param others the steps that are not needed any more, in the order of the definition
     * @param undone whether they are undone while the execution goes on
     */
    record OthersEnded(StepPath step, List<StepPath> others, boolean undone) implements OfStep {
        public OthersEnded {
            others = List.copyOf(others);
        }
    }

    /**
     * An agent is about to get the step. This event is committed before the request leaves the engine, so that a lost
     * agent uses up an attempt.
     *
     * @param purpose to do the step, to probe it, or to undo it
     * @param attempt the number of the attempt, from 1
     * @param agent the agent, as {@link AgentStatus#reference} names it
     * @param completeBy the instant after which the attempt no longer counts
     * @param nonce a part of the attempt's token
     */
    record StepStarted(StepPath step, Purpose purpose, int attempt, String agent, Instant completeBy, long nonce)
            implements OfStep {}

    /**
     * An attempt reported progress. The next attempt gets it.
     *
     * @param purpose the purpose of the attempt
     * @param attempt the number of the attempt
     * @param checkpoint the newest progress
     */
    record CheckpointRecorded(StepPath step, Purpose purpose, int attempt, Json checkpoint) implements OfStep {}

    /**
     * An attempt ended without a result. The next event says how the engine handles it.
     *
     * @param purpose the purpose of the attempt
     * @param attempt the number of the attempt
     * @param failure the failure that an agent reported, or that the engine found
     */
    record AttemptFailed(StepPath step, Purpose purpose, int attempt, Failure failure) implements OfStep {}

    /**
     * No agent has taken the step within its {@code startBy}, or before the time of {@code retry.giveUpAfter} had
     * passed. The next event says how the engine handles it.
     *
     * @param purpose the series of attempts that was queued
     * @param failure {@code START_BY_PASSED}, or the last failure of the series
     */
    record StepNotStarted(StepPath step, Purpose purpose, Failure failure) implements OfStep {}

    /**
     * The step waits until {@code until}.
     *
     * @param purpose the series of attempts that waits; {@link Purpose#FORWARD} for a wait step
     * @param until when the wait ends
     * @param reason why it waits
     */
    record StepWaiting(StepPath step, Purpose purpose, Instant until, WaitReason reason) implements OfStep {}

    /**
     * The wait has ended, and the step is queued for an agent again.
     *
     * @param purpose the series of attempts that goes on
     */
    record StepResumed(StepPath step, Purpose purpose) implements OfStep {}

    /**
     * The service answered a probe about the forward attempts.
     *
     * @param attempt the attempt of the probe
     * @param answer the answer
     */
    record ProbeAnswered(StepPath step, int attempt, ProbeAnswer answer) implements OfStep {}

    /**
     * The step is done. A step has one accepted outcome at most.
     *
     * @param attempt the forward attempt that did it; 0 if the step completed without an attempt, such as a timer
     * @param output its output
     */
    record StepCompleted(StepPath step, int attempt, Json output) implements OfStep {}

    /**
     * The step has failed.
     *
     * @param failure why it failed
     * @param continued whether the execution continues with the steps after it
     */
    record StepFailed(StepPath step, Failure failure, boolean continued) implements OfStep {}

    /**
     * The step is skipped. After an escalated compensation: the step is not undone and stays as it is.
     *
     * @param skipReason why it is skipped
     * @param actor the operator who skipped it; null if the workflow's graph did
     * @param reason the operator's reason; null if none was given
     */
    record StepSkipped(
            StepPath step,
            SkipReason skipReason,
            @Nullable String actor,
            @Nullable String reason) implements OfStep {
        /** A step that is skipped without a reason of an operator. */
        public StepSkipped(StepPath step, SkipReason skipReason, @Nullable String actor) {
            this(step, skipReason, actor, null);
        }
    }

    /**
     * The step is escalated: it needs an operator.
     *
     * @param purpose the series of attempts that failed
     * @param failure the last failure
     */
    record StepEscalated(StepPath step, Purpose purpose, Failure failure) implements OfStep {}

    /**
     * An operator retries an escalated step, with fresh retry budgets.
     *
     * @param purpose the series of attempts that begins again
     * @param actor the operator
     * @param reason the operator's reason; null if none was given
     * @param input the input of all further attempts; null if it stays the same
     */
    record StepRetried(
            StepPath step,
            Purpose purpose,
            String actor,
            @Nullable String reason,
            @Nullable Json input) implements OfStep {
        /** A step with the same input. */
        public StepRetried(StepPath step, Purpose purpose, String actor, @Nullable String reason) {
            this(step, purpose, actor, reason, null);
        }

        /** A step with the same input, without a reason. */
        public StepRetried(StepPath step, Purpose purpose, String actor) {
            this(step, purpose, actor, null, null);
        }
    }

    /**
     * An operator asks for a probe of the step now. A wait of the step ends, and its probe is next.
     *
     * @param actor the operator
     * @param reason the operator's reason
     */
    record ProbeRequested(StepPath step, String actor, String reason) implements OfStep {}

    /**
     * An operator resolved the step with this output.
     *
     * @param output the output, as the operator gave it
     * @param actor the operator
     * @param reason the operator's reason; null if none was given
     */
    record StepResolved(
            StepPath step,
            Json output,
            String actor,
            @Nullable String reason) implements OfStep {
        /** A step that is resolved without a reason. */
        public StepResolved(StepPath step, Json output, String actor) {
            this(step, output, actor, null);
        }
    }

    /**
     * The step is undone.
     *
     * @param attempt the last attempt to undo it; 0 if none was made
     * @param output the output of the compensation; null if an operator resolved the step
     * @param actor the operator who resolved the step as undone; null if the compensation undid it
     * @param reason the operator's reason; null if none was given
     */
    record StepCompensated(
            StepPath step,
            int attempt,
            @Nullable Json output,
            @Nullable String actor,
            @Nullable String reason) implements OfStep {
        /** A step that is undone without a reason of an operator. */
        public StepCompensated(StepPath step, int attempt, @Nullable Json output, @Nullable String actor) {
            this(step, attempt, output, actor, null);
        }
    }

    /**
     * A report came for an attempt that had been given up. It was refused, and is kept as evidence.
     *
     * @param purpose the purpose of the attempt
     * @param attempt the number of the attempt
     * @param output the reported output; null if a failure was reported, or if it was too large to keep
     * @param failure the reported failure; null if an output was reported
     */
    record LateReportKept(
            StepPath step,
            Purpose purpose,
            int attempt,
            @Nullable Json output,
            @Nullable Failure failure) implements OfStep {}

    /**
     * A signal arrived. It is kept until a step takes it.
     *
     * @param signal the name of the signal
     * @param id the sender's own id, so that a repeated signal counts once; null if none was given
     * @param data the data of the signal
     * @param actor the sender
     */
    record SignalReceived(String signal, @Nullable String id, Json data, String actor) implements Event {}

    /**
     * The cancellation of the execution was requested.
     *
     * @param actor who cancels it
     * @param reason the actor's reason
     */
    record CancelRequested(String actor, String reason) implements Event {}

    /**
     * An operator requested the compensation of the execution, although it could continue.
     *
     * @param actor the operator
     * @param reason the operator's reason
     */
    record CompensationRequested(String actor, String reason) implements Event {}

    /**
     * An operator paused the execution. Until it is resumed, no work is given to agents, no wait ends, and its own
     * complete-by does not expire.
     *
     * @param actor the operator
     * @param reason the operator's reason
     */
    record ExecutionPaused(String actor, String reason) implements Event {}

    /**
     * The pause has ended. The execution's own complete-by moves by the length of the pause.
     *
     * @param actor who ended it
     * @param reason the actor's reason
     */
    record ExecutionResumed(String actor, String reason) implements Event {}

    /**
     * An operator moved the execution to another version of its workflow. The steps that have begun are the same
     * there.
     *
     * @param version the other version
     * @param actor the operator
     * @param reason the operator's reason
     */
    record ExecutionMoved(int version, String actor, String reason) implements Event {}

    /**
     * The execution starts to be compensated. No step begins. Once the open forward attempts are closed, all steps
     * that were done or possibly done are undone.
     *
     * @param failure why it is compensated
     */
    record CompensationStarted(Failure failure) implements Event {}

    /**
     * A step completed the execution. No step begins. Once the open attempts are closed, the execution completes with
     * the output of this step.
     *
     * @param endedBy the step
     */
    record CompletionStarted(StepPath endedBy) implements Event {}

    /**
     * No forward attempt is open any more. From here on, steps are undone. After {@link CompletionStarted}, these are
     * only the {@link OthersEnded} that still have to be undone.
     */
    record ForwardClosed() implements Event {}

    /**
     * The outcome is known, and the steps of {@code finally} run.
     *
     * @param outcome the status in which the execution will end
     * @param output the execution's output if the outcome is {@link ExecutionStatus#COMPLETED}; otherwise null
     */
    record FinallyStarted(ExecutionStatus outcome, @Nullable Json output) implements Event {}

    /**
     * The execution has completed.
     *
     * @param output its output
     */
    record ExecutionCompleted(Json output) implements Event {}

    /**
     * The execution is compensated as a whole.
     *
     * @param failure why it was compensated
     */
    record ExecutionCompensated(Failure failure) implements Event {}

    /**
     * The execution was cancelled, and all that was done is undone.
     *
     * @param reason why it was cancelled
     */
    record ExecutionCancelled(String reason) implements Event {}

    /**
     * The execution has failed, with nothing to undo.
     *
     * @param failure why it failed
     */
    record ExecutionFailed(Failure failure) implements Event {}
}
