package dev.reeve.spi.transport;

import dev.reeve.AttemptToken;
import dev.reeve.Failure;
import dev.reeve.Json;

/** How an attempt ended. */
public sealed interface Report {

    AttemptToken token();

    record Completed(AttemptToken token, Json output) implements Report {}

    record Failed(AttemptToken token, Failure failure) implements Report {}
}
