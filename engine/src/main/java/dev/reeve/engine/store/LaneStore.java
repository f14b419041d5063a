package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The way into the store for one lane: the only writer of its shards. Used by one caller at a time, which waits for the
 * promise before it asks again. The stores on JDBC work on the caller's thread and answer with a completed promise.
 *
 * <p>No promise fails with anything but {@link StoreException}; {@link #commit} does not fail at all.
 */
public interface LaneStore {

    /**
     * One transaction: the fence, then everything in the batch, or nothing.
     *
     * @return what became of it; see {@link CommitOutcome}
     */
    CompletionStage<CommitOutcome> commit(Batch batch);

    /**
     * Takes a new incarnation of this lane on a fresh connection. Conflicts with, and so waits for, a transaction of the
     * old incarnation that may still be under way; therefore its answer about the last batch is final.
     *
     * @return whether the last batch given to {@link #commit} is in the store; or that another node has taken the lane
     */
    CompletionStage<Reacquired> reacquire();

    /** Those of the given executions that exist, without their journals, in no particular order. */
    CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids);

    /**
     * Those of the given executions that exist, with their journals. Fails with {@link StoreException.Kind#DATA} if the
     * journal of one of them is damaged.
     *
     * @param bytesMax how many characters of journals to read; those whose journals would pass it are left for another call.
     *     What is in memory at once is little more
     */
    CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax);

    /** As {@link #load(List, long)}, whatever their size. */
    default CompletionStage<List<StoredExecution>> load(List<ExecutionId> ids) {
        return load(ids, Long.MAX_VALUE).thenApply(Loaded::executions);
    }

    /**
     * Open executions of this lane that have to be looked at: {@code wakeAt <= until}, in the order of (wakeAt, id).
     *
     * @param after the last row of the page before; null to begin
     */
    CompletionStage<List<Due>> due(Instant until, @Nullable Due after, int limit);
}
