package dev.reeve;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The current activity of a step. Later releases may add kinds. */
public sealed interface StepActivity {

    /** Nothing: the step has not begun, is settled, or needs a person. */
    record Idle() implements StepActivity {}

    /**
     * The step is queued for an agent.
     *
     * @param since when it was queued
     */
    record Queued(Instant since) implements StepActivity {}

    /**
     * An agent performs the step.
     *
     * @param attempt from 1, never used twice for the same purpose
     * @param agent the agent that performs it
     * @param startedAt when the attempt was handed out
     * @param completeBy the instant after which the attempt no longer counts
     * @param expectedBy when the attempt should have ended according to the step's definition; null if not defined
     */
    record Running(
            int attempt,
            String agent,
            Instant startedAt,
            Instant completeBy,
            @Nullable Instant expectedBy) implements StepActivity {}

    /**
     * Another execution performs the step, or compensates it.
     *
     * @param child the id of that execution
     * @param since when it was started
     */
    record Child(ExecutionId child, Instant since) implements StepActivity {}

    /**
     * The step waits until {@code until}, or until the signal arrives.
     *
     * @param until when the wait ends; for a signal without a timeout, the latest storable instant
     * @param reason why it waits
     * @param signal the name of the signal that the step awaits; null if it awaits none
     */
    record Waiting(
            Instant until, WaitReason reason, @Nullable String signal) implements StepActivity {}
}
