package dev.reeve.internal.client;

import dev.reeve.Bulk;
import dev.reeve.BulkOperations;
import dev.reeve.BulkRequest;
import dev.reeve.internal.document.BulkCountDocument;
import dev.reeve.internal.document.BulkOrderDocument;
import dev.reeve.internal.document.BulkSelectionDocument;
import dev.reeve.internal.document.BulkStateDocument;
import dev.reeve.internal.document.DocumentWriter;
import java.util.List;

/** The bulk operations of a store behind a server. Immutable. */
final class RemoteBulks implements BulkOperations {

    private final Wire wire;
    private final String namespace;

    RemoteBulks(Wire wire, String namespace) {
        this.wire = wire;
        this.namespace = namespace;
    }

    /** Is sent once: a second request would be a second operation. */
    @Override
    public Bulk start(BulkRequest request, String reason) {
        return start(BulkOrderDocument.of(request, reason));
    }

    @Override
    public Bulk start(BulkRequest request, int expected, String reason) {
        return start(BulkOrderDocument.of(request, reason, expected));
    }

    private Bulk start(BulkOrderDocument order) {
        return bulk(wire.call(Request.once("POST", namespace, Target.of("/v1/bulk-operations"), order))
                .as(BulkStateDocument.class));
    }

    @Override
    public int count(BulkRequest request) {
        String body = DocumentWriter.write(BulkSelectionDocument.of(request));
        return wire.call(Request.repeatable("POST", namespace, Target.of("/v1/bulk-operations/count"), body))
                .as(BulkCountDocument.class)
                .count();
    }

    @Override
    public List<Bulk> list() {
        return wire
                .call(Request.get(namespace, Target.of("/v1/bulk-operations")))
                .as(BulkStateDocument.Listing.class)
                .operations()
                .stream()
                .map(this::bulk)
                .toList();
    }

    private Bulk bulk(BulkStateDocument state) {
        return new RemoteBulk(wire, namespace, state.operation().operation());
    }
}
