package dev.reeve.core;

import java.time.Instant;

/** Decides what a command leads to. Pure: no clock, no I/O, no thread, no randomness. */
public final class Decider {

    private Decider() {}

    /** An execution begins: {@link Event.ExecutionStarted}, and what becomes ready at once. */
    public static Decision.Accepted start(ExecutionId id, Plan plan, Event.ExecutionStarted started, Instant now) {
        throw new UnsupportedOperationException();
    }

    /**
     * @param now the time of the store; anything finer than microseconds is cut off (R37)
     */
    public static Decision decide(ExecutionState state, Command command, Instant now) {
        throw new UnsupportedOperationException();
    }
}
