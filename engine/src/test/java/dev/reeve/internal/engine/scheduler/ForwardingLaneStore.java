package dev.reeve.internal.engine.scheduler;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.Reacquired;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Hands everything on; tests override what is to go wrong. */
class ForwardingLaneStore implements LaneStore {

    private final LaneStore lane;

    ForwardingLaneStore(LaneStore lane) {
        this.lane = lane;
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Batch batch) {
        return lane.commit(batch);
    }

    @Override
    public CompletionStage<Reacquired> reacquire() {
        return lane.reacquire();
    }

    @Override
    public CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids) {
        return lane.find(ids);
    }

    @Override
    public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
        return lane.load(ids, bytesMax);
    }

    @Override
    public CompletionStage<List<Due>> due(Instant until, @Nullable Due after, int limit) {
        return lane.due(until, after, limit);
    }
}
