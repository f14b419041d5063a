package dev.reeve.spi.transport;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import org.jspecify.annotations.Nullable;

/**
 * A heartbeat: the agent still works on this attempt.
 *
 * @param token identifies the attempt
 * @param checkpoint the progress so far; null if unchanged since the last heartbeat
 */
public record Beat(AttemptToken token, @Nullable Json checkpoint) {}
