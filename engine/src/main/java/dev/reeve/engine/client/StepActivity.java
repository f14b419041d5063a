package dev.reeve.engine.client;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.WaitReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a step is busy with. Later releases may know more kinds. */
public sealed interface StepActivity {

    /** Nothing: it has not begun, is settled, or needs a person. */
    record Idle() implements StepActivity {}

    /**
     * Queued for an agent.
     *
     * @param since when it was queued
     */
    record Queued(Instant since) implements StepActivity {}

    /**
     * An agent has it.
     *
     * @param attempt from 1, never used twice for the same purpose
     * @param agent who has it
     * @param startedAt when it was handed out
     * @param completeBy the instant after which the attempt no longer counts
     * @param expectedBy when it should have been through, as the step's definition says; null if it says nothing
     */
    record Running(
            int attempt,
            String agent,
            Instant startedAt,
            Instant completeBy,
            @Nullable Instant expectedBy) implements StepActivity {}

    /**
     * Another execution does it, or undoes it.
     *
     * @param child what to ask for more
     * @param since when that was started
     */
    record Child(ExecutionId child, Instant since) implements StepActivity {}

    /**
     * Nothing happens before {@code until}, unless the signal comes.
     *
     * @param signal the name of the signal that it waits for; null if it waits for none
     */
    record Waiting(
            Instant until, WaitReason reason, @Nullable String signal) implements StepActivity {}
}
