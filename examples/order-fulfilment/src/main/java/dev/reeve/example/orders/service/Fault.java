package dev.reeve.example.orders.service;

import java.time.Duration;

/** What goes wrong with a request on its way to a service and back. */
public sealed interface Fault {

    Fault NONE = new None();

    /** Nothing. */
    record None() implements Fault {}

    /** The service says no, and would say so again. */
    record Refused(String code, String message) implements Fault {}

    /**
     * Nobody is there.
     *
     * @param attempts how many attempts find it so; {@link Integer#MAX_VALUE} for all
     */
    record Unavailable(int attempts) implements Fault {}

    /** The answer to the first attempt takes its time. */
    record Slow(Duration delay) implements Fault {}

    /**
     * The service does its work, and the connection breaks before the answer.
     *
     * @param attempts how often; {@link Integer#MAX_VALUE} for always
     */
    record AnswerLost(int attempts) implements Fault {}

    /** The service does its work, and the first attempt waits for the answer until it is given up. */
    record AnswerNeverComes() implements Fault {}

    /** The first attempt's request gets lost, and it waits for an answer until it is given up. */
    record RequestLost() implements Fault {}
}
