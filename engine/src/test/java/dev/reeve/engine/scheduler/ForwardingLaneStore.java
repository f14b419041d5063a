package dev.reeve.engine.scheduler;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.store.Batch;
import dev.reeve.engine.store.CommitOutcome;
import dev.reeve.engine.store.Due;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.LaneStore;
import dev.reeve.engine.store.Loaded;
import dev.reeve.engine.store.Reacquired;
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
