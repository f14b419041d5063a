package dev.reeve.test;

import dev.reeve.spi.transport.AttemptRequest;

/** Decides which attempts suffer a fault. */
interface Mishaps {

    /** Called each time that a request arrives at an agent that does not hold it yet. */
    Mishap of(AttemptRequest request);

    /** The code with which the service refuses an attempt whose fault is {@link Mishap#REFUSED}. */
    default String refusal(AttemptRequest request) {
        return "REFUSED";
    }

    /** Marks reads by the kit itself. They never fail. */
    void looking(boolean isLooking);
}
