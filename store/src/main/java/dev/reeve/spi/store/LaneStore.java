package dev.reeve.spi.store;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The access of one lane to the store. The lane is the only writer of its shards. Used by one caller at a time, which
 * waits for a future before it makes the next call. JDBC stores work on the caller's thread and return a completed
 * future.
 *
 * <p>Futures fail with {@link StoreException} only. The future of {@link #commit} never fails.
 */
public interface LaneStore {

    /** The shards that {@link Store#join} gave to this lane. */
    ShardSet shards();

    /**
     * Writes everything in the batch, or nothing, in one transaction that checks the fence first.
     *
     * @return the outcome; see {@link CommitOutcome}
     */
    CompletionStage<CommitOutcome> commit(Batch batch);

    /**
     * Takes a new incarnation of this lane on a fresh connection. Conflicts with a transaction of the old incarnation
     * that may still be under way, and waits for it. Therefore the answer about the last batch is final.
     *
     * @return whether the last batch given to {@link #commit} is in the store, or that another node has taken the lane
     */
    CompletionStage<Reacquired> reacquire();

    /** Those of the given executions that exist, without their journals, in no particular order. */
    CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids);

    /**
     * The newest executions of keys, without their journals; see {@link Succession}.
     *
     * @param ids of one execution of each key, usually of the first one
     * @return by these ids, the newest of this one and all that follow the first one; nothing for a key without any
     */
    CompletionStage<Map<ExecutionId, ExecutionRow>> newest(List<ExecutionId> ids);

    /**
     * Those of the given executions whose key is held by a start in another transaction that has not ended, as far as
     * the store can tell without waiting. A batch that starts one of them would wait for that transaction. Nothing is
     * kept: the answer is true of one moment, and may miss some.
     *
     * @param ids of one execution of each key
     */
    default CompletionStage<Set<ExecutionId>> held(List<ExecutionId> ids) {
        return CompletableFuture.completedFuture(Set.of());
    }

    /**
     * Loads those of the given executions that exist, with their journals. Fails with {@link StoreException.Kind#DATA}
     * if the journal of one of them is damaged.
     *
     * @param bytesMax maximum size of the journals, in characters; executions whose journals would exceed it are left
     *     for another call. Memory use is little more than this
     */
    CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax);

    /** As {@link #load(List, long)}, without a maximum size. */
    default CompletionStage<List<StoredExecution>> load(List<ExecutionId> ids) {
        return load(ids, Long.MAX_VALUE).thenApply(Loaded::executions);
    }

    /**
     * Open executions of these shards with {@code wakeAt <= until}, ordered by (wakeAt, id). The first page begins a
     * load: from then on nothing is assumed of earlier writes of this lane, because another lane may have had the
     * shards since.
     *
     * @param shards of this lane
     * @param after the last row of the previous page; null for the first page
     */
    CompletionStage<List<Due>> due(ShardSet shards, Instant until, @Nullable Due after, int limit);

    /**
     * Revokes the permits of attempts that are about to end, so that their agents cannot complete them any more. Never
     * waits for an agent's transaction. Fails if another node has the lane.
     *
     * @return what is true of each from now on
     */
    default CompletionStage<Map<AttemptToken, Permit>> revoke(List<AttemptToken> tokens) {
        return CompletableFuture.failedFuture(
                new StoreException(StoreException.Kind.DATA, "this kind of store has no permits", null));
    }
}
