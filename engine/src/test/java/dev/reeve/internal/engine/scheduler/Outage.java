package dev.reeve.internal.engine.scheduler;

import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An outage of the store, as its lanes see it: commits are in doubt, and none of them has landed. */
final class Outage {

    StoreException.Kind kind = StoreException.Kind.UNAVAILABLE;

    /** Whether lanes write nothing. */
    boolean away;

    /** Whether lanes cannot be reacquired while they write nothing. */
    boolean unreachable = true;

    LaneStore around(LaneStore lane) {
        return new Troubled(lane);
    }

    private StoreException trouble() {
        return new StoreException(kind, "made up", null);
    }

    private final class Troubled extends ForwardingLaneStore {
        private boolean lost;

        Troubled(LaneStore lane) {
            super(lane);
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            lost = away;
            return away ? CompletableFuture.completedStage(new CommitOutcome.InDoubt(trouble())) : super.commit(batch);
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            if (away && unreachable) {
                return CompletableFuture.failedStage(trouble());
            }
            return lost ? CompletableFuture.completedStage(Reacquired.NOT_LANDED) : super.reacquire();
        }
    }
}
