package dev.reeve.agent.transport;

import dev.reeve.core.AttemptToken;
import dev.reeve.core.Failure;
import dev.reeve.model.Json;

/** How an attempt ended. */
public sealed interface Report {

    AttemptToken token();

    record Completed(AttemptToken token, Json output) implements Report {}

    record Failed(AttemptToken token, Failure failure) implements Report {}
}
