package dev.reeve.agent.transport;

import dev.reeve.core.AttemptToken;
import dev.reeve.model.Json;
import org.jspecify.annotations.Nullable;

/**
 * The agent still works on this attempt.
 *
 * @param checkpoint how far it has come; null if that has not changed since the last beat
 */
public record Beat(AttemptToken token, @Nullable Json checkpoint) {}
