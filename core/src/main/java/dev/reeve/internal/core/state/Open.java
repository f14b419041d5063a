package dev.reeve.internal.core.state;

import dev.reeve.ExecutionId;
import dev.reeve.WaitReason;
import java.time.Instant;

/** The current activity of a step, for its {@link StepState#purpose()}. */
public sealed interface Open {

    /** Nothing: the step has not begun, is settled, or is escalated. */
    record Idle() implements Open {}

    /**
     * Queued for an agent.
     *
     * @param since when it was queued
     */
    record Ready(Instant since) implements Open {}

    /**
     * An agent is working on it.
     *
     * @param attempt the number of the attempt, from 1; never used twice for the same purpose
     * @param nonce a part of the attempt's token
     * @param agent the agent
     * @param startedAt when the attempt was given to the agent
     * @param completeBy the instant after which the attempt no longer counts
     */
    record Running(int attempt, long nonce, String agent, Instant startedAt, Instant completeBy) implements Open {}

    /**
     * A child execution does it.
     *
     * @param attempt the number of the attempt, from 1; never used twice for the same purpose
     * @param nonce a part of the token that the child reports with
     * @param child the child execution
     * @param since when the child was started
     */
    record Child(int attempt, long nonce, ExecutionId child, Instant since) implements Open {}

    /** The step waits until {@code until}. */
    record Waiting(Instant until, WaitReason reason) implements Open {}

    Idle IDLE = new Idle();
}
