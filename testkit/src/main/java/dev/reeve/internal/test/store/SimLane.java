package dev.reeve.internal.test.store;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.internal.store.ModelStore;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Permit;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One lane of the simulated database. A request travels for some time, is processed in one instant, and its answer
 * travels for some time. A fault can happen in each of these phases.
 */
final class SimLane implements LaneStore {

    private final SimDatabase database;
    private final SimStore store;
    private final LaneStore behind;
    private final NodeId node;
    private final int number;
    private final long join;

    /** The last batch; null before the first one. */
    private @Nullable SimTransaction last;

    SimLane(SimDatabase database, SimStore store, LaneStore behind, NodeId node, int number, long join) {
        this.database = database;
        this.store = store;
        this.behind = behind;
        this.node = node;
        this.number = number;
        this.join = join;
    }

    NodeId node() {
        return node;
    }

    @Override
    public ShardSet shards() {
        return behind.shards();
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Batch batch) {
        SimTransaction transaction = new SimTransaction(this, batch, database.trouble());
        last = transaction;
        CompletableFuture<CommitOutcome> answer = new CompletableFuture<>();
        if (store.isClosed()) {
            transaction.drop();
            answer.complete(new CommitOutcome.InDoubt(SimStore.closedError()));
            return answer;
        }
        Trouble trouble = database.trouble();
        trouble.begin();
        database.witnesses().forEach(witness -> witness.asked(node, number, join, batch));
        CommitFate fate = store.isCut() ? trouble.cut(transaction, store.line()) : trouble.commit(transaction);
        later(fate.dealtWith(), "commit", () -> {
            CommitOutcome outcome = fate.isLost() ? transaction.drop() : transaction.commit();
            StoreException error = fate.error();
            if (error == null) {
                later(trouble.trip(), "answer", () -> store.toNode(() -> answer.complete(outcome)));
            }
        });
        StoreException error = fate.error();
        if (error != null) {
            later(
                    fate.heardOf(),
                    "answer",
                    () -> store.toNode(() -> answer.complete(new CommitOutcome.InDoubt(error))));
        }
        return answer;
    }

    /** Applies a batch to the underlying store, and informs the witnesses if it was committed. */
    CommitOutcome apply(Batch batch) {
        CommitOutcome outcome = behind.commit(batch).toCompletableFuture().join();
        if (outcome instanceof CommitOutcome.Committed) {
            database.witnesses().forEach(witness -> witness.applied(node, number, join, batch));
        }
        return outcome;
    }

    /** Prepares the undo of a batch that is about to be applied; null if the underlying store cannot undo. */
    @Nullable Runnable before(Batch batch) {
        return database.behind() instanceof ModelStore model ? model.before(batch) : null;
    }

    /** Informs the witnesses that an applied batch was undone. */
    void undone(Batch batch) {
        database.witnesses().forEach(witness -> witness.undone(node, number, join, batch));
    }

    @Override
    public CompletionStage<Reacquired> reacquire() {
        return ask(CallKind.OTHER_WRITE, () -> {
            SimTransaction transaction = last;
            if (transaction != null) {
                database.trouble().settle(transaction);
            }
            Reacquired found = behind.reacquire().toCompletableFuture().join();
            // The underlying store answers for the last batch that reached it, which may be an earlier one.
            boolean landed = transaction != null && transaction.isApplied();
            return found == Reacquired.LANDED && !landed ? Reacquired.NOT_LANDED : found;
        });
    }

    @Override
    public CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids) {
        return ask(CallKind.READ, () -> behind.find(ids).toCompletableFuture().join());
    }

    @Override
    public CompletionStage<Map<ExecutionId, ExecutionRow>> newest(List<ExecutionId> ids) {
        return ask(CallKind.READ, () -> behind.newest(ids).toCompletableFuture().join());
    }

    @Override
    public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
        return ask(
                CallKind.READ,
                () -> behind.load(ids, bytesMax).toCompletableFuture().join());
    }

    @Override
    public CompletionStage<List<Due>> due(ShardSet shards, Instant until, @Nullable Due after, int limit) {
        return ask(
                CallKind.READ,
                () -> behind.due(shards, until, after, limit)
                        .toCompletableFuture()
                        .join());
    }

    @Override
    public CompletionStage<Map<AttemptToken, Permit>> revoke(List<AttemptToken> tokens) {
        return ask(CallKind.OTHER_WRITE, () -> revokeNow(tokens));
    }

    private Map<AttemptToken, Permit> revokeNow(List<AttemptToken> tokens) {
        try {
            return behind.revoke(tokens).toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException fenced ? fenced : e;
        }
    }

    private <T> CompletionStage<T> ask(CallKind call, Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        if (store.isClosed()) {
            answer.completeExceptionally(SimStore.closedError());
            return answer;
        }
        Trouble trouble = database.trouble();
        trouble.begin();
        later(trouble.trip(), "request", () -> {
            Runnable reply = deal(call, question, answer);
            Duration wait = store.isCut() ? store.line().silence() : Duration.ZERO;
            later(trouble.trip().plus(wait), "answer", () -> store.toNode(reply));
        });
        return answer;
    }

    private <T> Runnable deal(CallKind call, Supplier<T> question, CompletableFuture<T> answer) {
        try {
            T found = store.deal(call, question);
            return () -> answer.complete(found);
        } catch (StoreException e) {
            return () -> answer.completeExceptionally(e);
        }
    }

    private void later(Duration delay, String what, Runnable task) {
        database.timeline().after(delay, "store " + what, task);
    }
}
