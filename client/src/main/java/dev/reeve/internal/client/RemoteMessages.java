package dev.reeve.internal.client;

import dev.reeve.ExecutionId;
import dev.reeve.MessageOperations;
import dev.reeve.UndeliverableMessage;
import dev.reeve.internal.document.MessageListDocument;
import dev.reeve.internal.document.RedeliveryDocument;
import java.util.List;

/** The status messages of a store behind a server. Immutable. */
final class RemoteMessages implements MessageOperations {

    private final Wire wire;
    private final String namespace;

    RemoteMessages(Wire wire, String namespace) {
        this.wire = wire;
        this.namespace = namespace;
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return wire.call(Request.get(namespace, Target.of("/v1/messages").with("limit", limit)))
                .as(MessageListDocument.class)
                .undeliverable();
    }

    @Override
    public int redeliver(ExecutionId id) {
        return wire.call(Request.once("POST", namespace, Target.of("/v1/messages/{}/redeliver", id), null))
                .as(RedeliveryDocument.class)
                .messages();
    }
}
