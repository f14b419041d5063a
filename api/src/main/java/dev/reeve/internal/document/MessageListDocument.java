package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import dev.reeve.UndeliverableMessage;
import java.time.Instant;
import java.util.List;

/**
 * Status messages that could not be delivered.
 *
 * @param messages the one that has waited longest first
 * @param more whether there may be more
 */
public record MessageListDocument(List<Message> messages, boolean more) implements Document {

    /**
     * A message.
     *
     * @param execution the execution that it is about
     * @param number its number among the messages about this execution
     * @param at when it was written
     * @param replyTo where it should go
     * @param type the type of the message
     * @param attempts the number of attempts to send it
     * @param error why the last attempt failed
     */
    public record Message(
            ExecutionId execution, int number, Instant at, String replyTo, String type, int attempts, String error)
            implements Document {}

    public static MessageListDocument of(List<UndeliverableMessage> messages, boolean more) {
        return new MessageListDocument(
                messages.stream()
                        .map(it -> new Message(
                                it.execution(),
                                it.number(),
                                it.at(),
                                it.replyTo(),
                                it.type(),
                                it.attempts(),
                                it.error()))
                        .toList(),
                more);
    }

    public List<UndeliverableMessage> undeliverable() {
        return messages.stream()
                .map(it -> new UndeliverableMessage(
                        it.execution(), it.number(), it.at(), it.replyTo(), it.type(), it.attempts(), it.error()))
                .toList();
    }
}
