package dev.reeve.internal.test.store;

import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.NodeId;

/** Observes the rows of the database, independent of the answers that nodes receive. */
public interface Witness {

    /** A lane requests to store a batch. The outcome is still open. */
    default void asked(NodeId node, int lane, long join) {}

    /** As {@link #asked(NodeId, int, long)}, with the batch. */
    default void asked(NodeId node, int lane, long join, Batch batch) {
        asked(node, lane, join);
    }

    /**
     * A batch is in the store.
     *
     * @param join number of the join that created the lane. A batch with a lower number than an earlier batch passed a
     *     broken fence
     */
    void applied(NodeId node, int lane, long join, Batch batch);

    /** A failover has removed a batch from the store. No caller received a confirmation that it was stored. */
    void undone(NodeId node, int lane, long join, Batch batch);
}
