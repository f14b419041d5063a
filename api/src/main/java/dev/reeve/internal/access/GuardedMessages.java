package dev.reeve.internal.access;

import dev.reeve.ExecutionId;
import dev.reeve.MessageOperations;
import dev.reeve.UndeliverableMessage;
import java.util.List;

/** Undeliverable messages as one caller may use them. */
record GuardedMessages(MessageOperations messages, Gate gate) implements MessageOperations {

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return gate.read(Operation.LIST_MESSAGES, null, () -> messages.undeliverable(limit));
    }

    @Override
    public int redeliver(ExecutionId id) {
        return gate.act(Operation.REDELIVER, null, Subject.of(id, ""), null, () -> messages.redeliver(id));
    }
}
