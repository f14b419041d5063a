package dev.reeve.testkit;

import dev.reeve.agent.transport.AttemptRequest;

/** Decides what befalls attempts. */
@FunctionalInterface
interface Mishaps {

    Mishaps NONE = request -> Mishap.NONE;

    /** Asked each time that a request arrives at an agent that does not have it. */
    Mishap of(AttemptRequest request);

    /** Whether the kit itself looks into the store, which never goes wrong. */
    default void looking(boolean isLooking) {}
}
