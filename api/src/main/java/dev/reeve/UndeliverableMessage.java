package dev.reeve;

import java.time.Instant;

/**
 * A message that was given up: a dead letter. It and the later ones of the same execution wait for a person.
 *
 * @param execution the execution that the message is about
 * @param number the number of the message among those of the execution
 * @param at when the reported event was decided
 * @param replyTo the URI of the receiver
 * @param type the reported event, such as {@code dev.reeve.execution.completed}
 * @param attempts how often it was sent
 * @param error the failure of the last attempt
 */
public record UndeliverableMessage(
        ExecutionId execution, int number, Instant at, String replyTo, String type, int attempts, String error) {}
