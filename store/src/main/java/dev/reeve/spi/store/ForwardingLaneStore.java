package dev.reeve.spi.store;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Forwards every call to another lane. A decorator overrides the methods that it changes, or {@link #reading} and
 * {@link #writing} to change all of them.
 */
public abstract class ForwardingLaneStore implements LaneStore {

    private final LaneStore lane;

    /**
     * Forwards to this lane.
     *
     * @param lane one of the lanes that {@link Store#join} or {@link ClusterStore#join} of the store behind the
     *     decorator has returned
     */
    protected ForwardingLaneStore(LaneStore lane) {
        this.lane = lane;
    }

    /** The lane behind this one. */
    protected final LaneStore delegate() {
        return lane;
    }

    /** Makes a call that reads from the database. */
    protected <T> CompletionStage<T> reading(Supplier<CompletionStage<T>> call) {
        return call.get();
    }

    /** Makes a call that writes to the database. */
    protected <T> CompletionStage<T> writing(Supplier<CompletionStage<T>> call) {
        return call.get();
    }

    @Override
    public ShardSet shards() {
        return lane.shards();
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Batch batch) {
        return writing(() -> lane.commit(batch));
    }

    @Override
    public CompletionStage<Reacquired> reacquire() {
        return writing(() -> lane.reacquire());
    }

    @Override
    public CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids) {
        return reading(() -> lane.find(ids));
    }

    @Override
    public CompletionStage<Map<ExecutionId, ExecutionRow>> newest(List<ExecutionId> ids) {
        return reading(() -> lane.newest(ids));
    }

    @Override
    public CompletionStage<Set<ExecutionId>> held(List<ExecutionId> ids) {
        return reading(() -> lane.held(ids));
    }

    @Override
    public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
        return reading(() -> lane.load(ids, bytesMax));
    }

    @Override
    public CompletionStage<List<Due>> due(ShardSet shards, Instant until, @Nullable Due after, int limit) {
        return reading(() -> lane.due(shards, until, after, limit));
    }

    @Override
    public CompletionStage<Map<AttemptToken, Permit>> revoke(List<AttemptToken> tokens) {
        return writing(() -> lane.revoke(tokens));
    }
}
