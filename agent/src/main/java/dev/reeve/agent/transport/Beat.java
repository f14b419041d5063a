package dev.reeve.agent.transport;

import dev.reeve.core.AttemptToken;
import dev.reeve.model.Json;
import org.jspecify.annotations.Nullable;

/**
 * A heartbeat: the agent still works on this attempt.
 *
 * @param checkpoint the progress so far; null if unchanged since the last heartbeat
 */
public record Beat(AttemptToken token, @Nullable Json checkpoint) {}
