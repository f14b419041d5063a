package dev.reeve.internal.engine.scheduler;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lets lanes of several nodes share a store in memory: knows which lane has which shard. */
final class SharedStore {

    private final ShardOwners<LaneOfNode> owners = new ShardOwners<>();

    /** A lane of one of the nodes. It begins without shards. */
    final class LaneOfNode extends ForwardingLaneStore {

        /** Whether the answers to the next batches are lost. */
        boolean losesAnswers;

        /** Whether the next batches do not reach the store. */
        boolean losesBatches;

        /** The answers to reads come once this is complete. */
        CompletableFuture<Void> reads = CompletableFuture.completedFuture(null);

        boolean fenced;
        int commits;

        LaneOfNode(LaneStore lane) {
            super(ShardOwners.withoutShards(lane));
        }

        /** Gives those of these shards that are free to this lane. */
        ShardSet claim(ShardSet wanted) {
            ShardSet before = owned();
            owners.claim(wanted, this);
            return owned().without(before);
        }

        ShardSet owned() {
            return owners.of(this);
        }

        /** Another node has removed this one. */
        void fence() {
            fenced = true;
            owners.remove(this);
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            if (fenced) {
                return CompletableFuture.completedStage(CommitOutcome.FENCED);
            }
            if (losesBatches) {
                return inDoubt();
            }
            commits++;
            Batch plain = new Batch(batch.journal(), batch.started(), batch.changed(), batch.messages());
            return delegate().commit(plain).thenCompose(outcome -> {
                owners.release(batch.crossing().released(), this);
                return losesAnswers ? inDoubt() : CompletableFuture.completedStage(outcome);
            });
        }

        @Override
        public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
            CompletionStage<Loaded> loaded = delegate().load(ids, bytesMax);
            return reads.thenCompose(answer -> loaded);
        }

        private CompletionStage<CommitOutcome> inDoubt() {
            return CompletableFuture.completedStage(new CommitOutcome.InDoubt(
                    new StoreException(StoreException.Kind.UNAVAILABLE, "the answer was lost", null)));
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            boolean landed = losesAnswers;
            losesAnswers = false;
            if (fenced) {
                return CompletableFuture.completedStage(Reacquired.FENCED);
            }
            return delegate().reacquire().thenApply(found -> {
                boolean lost = losesBatches;
                losesBatches = false;
                return lost ? Reacquired.NOT_LANDED : landed ? Reacquired.LANDED : found;
            });
        }
    }
}
