package dev.reeve.core;

import java.time.Instant;

/** What a step is busy with right now, whatever for ({@link StepState#purpose()}). */
public sealed interface Open {

    /** Nothing: the step has not begun, is settled, or needs a person. */
    record Idle() implements Open {}

    /**
     * Queued for an agent.
     *
     * @param since when it was queued
     */
    record Ready(Instant since) implements Open {}

    /**
     * An agent has it.
     *
     * @param attempt from 1, never used twice for the same purpose
     * @param nonce goes into the attempt's token
     * @param agent who has it
     * @param startedAt when it was handed out
     * @param completeBy the instant after which the attempt no longer counts
     */
    record Running(int attempt, long nonce, String agent, Instant startedAt, Instant completeBy) implements Open {}

    /**
     * Another execution does it.
     *
     * @param attempt from 1, never used twice for the same purpose
     * @param nonce goes into the token that the child reports with
     * @param child the execution that does it
     * @param since when that was started
     */
    record Child(int attempt, long nonce, ExecutionId child, Instant since) implements Open {}

    /** Nothing happens before {@code until}. */
    record Waiting(Instant until, WaitReason reason) implements Open {}

    Idle IDLE = new Idle();
}
