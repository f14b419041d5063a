package dev.reeve.internal.test.store;

import dev.reeve.internal.store.ModelStore;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A lane at the database's end: applies the batches that arrive, and undoes them. The witnesses see both. */
record SimLaneRow(Store store, List<Witness> witnesses, LaneStore behind, NodeId node, int number, long join) {

    /** Applies a batch to the underlying store, and informs the witnesses if it was committed. */
    CommitOutcome apply(Batch batch) {
        CommitOutcome outcome = behind.commit(batch).toCompletableFuture().join();
        if (outcome instanceof CommitOutcome.Committed) {
            witnesses.forEach(witness -> witness.applied(node, number, join, batch));
        }
        return outcome;
    }

    /** Prepares the undo of a batch that is about to be applied; null if the underlying store cannot undo. */
    @Nullable Runnable before(Batch batch) {
        return store instanceof ModelStore model ? model.before(batch) : null;
    }

    /** Informs the witnesses that a node wants to write a batch. */
    void asked(Batch batch) {
        witnesses.forEach(witness -> witness.asked(node, number, join, batch));
    }

    /** Informs the witnesses that an applied batch was undone. */
    void undone(Batch batch) {
        witnesses.forEach(witness -> witness.undone(node, number, join, batch));
    }
}
