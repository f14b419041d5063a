package dev.reeve.internal.test.store;

import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ShardSet;
import java.util.List;

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

    /**
     * A node has registered in a store that several nodes share. It owns nothing yet.
     *
     * @param again whether the same process was registered before
     */
    default void joined(NodeId node, boolean again) {}

    /** A registered node owns these shards from now on. */
    default void claimed(NodeId node, ShardSet shards) {}

    /**
     * A registration is gone: another node removed or replaced it, or the node left.
     *
     * @param silent whether it was removed because it was not renewed
     */
    default void removed(String node, boolean silent) {}

    /** A node is removed while a batch of it is under way that nobody waits for. */
    default void tookDoubtful() {}

    /** Messages were added to the inbox, which holds these now. */
    default void posted(List<InboxRow> all) {}

    /** A failover has removed a batch from the store. No caller received a confirmation that it was stored. */
    void undone(NodeId node, int lane, long join, Batch batch);
}
