package dev.reeve.internal.engine.client.operation;

import dev.reeve.ExecutionId;
import dev.reeve.MessageOperations;
import dev.reeve.UndeliverableMessage;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import dev.reeve.internal.engine.cluster.Node;
import java.util.List;

/** The undeliverable messages of the engine in this process. */
public final class EmbeddedMessages implements MessageOperations {

    private final EngineAccess engine;
    private final Node node;

    public EmbeddedMessages(EngineAccess engine, Node node) {
        this.engine = engine;
        this.node = node;
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return engine.reader().undeliverable(limit);
    }

    @Override
    public int redeliver(ExecutionId id) {
        if (!engine.reader().has(id)) {
            return 0;
        }
        int count = EngineCalls.reading(
                () -> node.store().outbox().redeliver(id, node.clock().now()));
        node.courier().posted();
        return count;
    }
}
