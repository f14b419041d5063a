package dev.reeve.testkit;

import dev.reeve.agent.transport.AttemptRequest;

/** Decides what befalls attempts. */
interface Mishaps {

    /** Asked each time that a request arrives at an agent that does not have it. */
    Mishap of(AttemptRequest request);

    /** Whether the kit itself looks into the store, which never goes wrong. */
    void looking(boolean isLooking);
}
