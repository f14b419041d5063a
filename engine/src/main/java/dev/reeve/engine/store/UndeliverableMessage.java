package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import java.time.Instant;

/**
 * A message that was given up. It and those of the same execution after it wait for a person.
 *
 * @param at when what it tells was decided
 * @param attempts how often it was sent
 * @param error what the last attempt came to
 */
public record UndeliverableMessage(
        ExecutionId execution, int number, Instant at, String replyTo, String type, int attempts, String error) {}
