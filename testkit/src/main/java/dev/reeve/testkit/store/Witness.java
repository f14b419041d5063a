package dev.reeve.testkit.store;

import dev.reeve.engine.store.Batch;
import dev.reeve.engine.store.NodeId;

/** Sees what becomes of the rows, whatever the nodes hear of it. */
public interface Witness {

    /** A lane asks for a batch to be stored; nobody knows yet what becomes of it. */
    default void asked(NodeId node, int lane, long join) {}

    /** The same for whoever wants to see the batch. */
    default void asked(NodeId node, int lane, long join, Batch batch) {
        asked(node, lane, join);
    }

    /**
     * A batch is in the store.
     *
     * @param join the how-manieth join of the database made the lane: a batch with a lower number than one before it was let
     *     through by a broken fence (I9)
     */
    void applied(NodeId node, int lane, long join, Batch batch);

    /** A batch is not in the store any more, because of a failover. Nobody was told that it was. */
    void undone(NodeId node, int lane, long join, Batch batch);
}
