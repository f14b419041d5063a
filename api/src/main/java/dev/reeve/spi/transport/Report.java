package dev.reeve.spi.transport;

import dev.reeve.AttemptToken;
import dev.reeve.Failure;
import dev.reeve.Json;

/** The result of an agent's work on an attempt. */
public sealed interface Report {

    /** Identifies the attempt. */
    AttemptToken token();

    /**
     * The attempt is done.
     *
     * @param output the result of the handler
     */
    record Completed(AttemptToken token, Json output) implements Report {}

    /**
     * The attempt has failed.
     *
     * @param failure why it failed
     */
    record Failed(AttemptToken token, Failure failure) implements Report {}

    /** The agent is done, and the attempt is not: it stays open until another report, or its complete-by. */
    record LeftOpen(AttemptToken token) implements Report {}
}
