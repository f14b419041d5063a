package dev.reeve.example.orders.harness;

import java.time.Duration;

/** A fault of a request on its way to a service and back. */
public sealed interface Fault {

    Fault NONE = new None();

    /** No fault. */
    record None() implements Fault {}

    /** The service refuses the request, at every attempt. */
    record Refused(String code, String message) implements Fault {}

    /**
     * The service is unreachable.
     *
     * @param attempts number of attempts affected; {@link Integer#MAX_VALUE} for all
     */
    record Unavailable(int attempts) implements Fault {}

    /** The answer to the first attempt is slow. */
    record Slow(Duration delay) implements Fault {}

    /**
     * The service performs the request, and the connection breaks before the answer.
     *
     * @param attempts number of attempts affected; {@link Integer#MAX_VALUE} for all
     */
    record AnswerLost(int attempts) implements Fault {}

    /** The service performs the request, and the first attempt waits for the answer until complete-by. */
    record AnswerNeverComes() implements Fault {}

    /** The first attempt's request is lost, and the attempt waits for an answer until complete-by. */
    record RequestLost() implements Fault {}
}
