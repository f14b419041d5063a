package dev.reeve.internal.client;

import dev.reeve.Bulk;
import dev.reeve.BulkProgress;
import dev.reeve.BulkRequest;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.NotCompletedException;
import dev.reeve.internal.document.BulkStateDocument;
import dev.reeve.internal.document.DecisionDocument;
import java.time.Duration;

/** A bulk operation behind a server. Immutable. */
final class RemoteBulk implements Bulk {

    private final Wire wire;
    private final String namespace;
    private final ExecutionId id;

    RemoteBulk(Wire wire, String namespace, ExecutionId id) {
        this.wire = wire;
        this.namespace = namespace;
        this.id = id;
    }

    private BulkStateDocument state() {
        return wire.call(Request.get(namespace, Target.of("/v1/bulk-operations/{}", id)))
                .as(BulkStateDocument.class);
    }

    @Override
    public ExecutionId id() {
        return id;
    }

    @Override
    public ExecutionStatus status() {
        return state().status();
    }

    @Override
    public BulkRequest.Order order() {
        return state().requested();
    }

    @Override
    public BulkProgress progress() {
        return state().progress();
    }

    @Override
    public BulkProgress await(Duration patience) {
        ExecutionResult result = ResultPoll.within(wire, namespace, id, patience);
        if (result.status() != ExecutionStatus.COMPLETED) {
            throw new NotCompletedException(result);
        }
        return progress();
    }

    @Override
    public void stop(String reason) {
        var unused = wire.call(Request.once(
                "POST", namespace, Target.of("/v1/bulk-operations/{}/stop", id), DecisionDocument.of(reason)));
    }

    @Override
    public String toString() {
        return "bulk operation " + id;
    }
}
