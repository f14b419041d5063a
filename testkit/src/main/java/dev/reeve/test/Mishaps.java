package dev.reeve.test;

import dev.reeve.spi.transport.AttemptRequest;

/** Decides which attempts suffer a fault. */
interface Mishaps {

    /** Called each time that a request arrives at an agent that does not hold it yet. */
    Mishap of(AttemptRequest request);

    /** Marks reads by the kit itself. They never fail. */
    void looking(boolean isLooking);
}
