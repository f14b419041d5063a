package dev.reeve.internal.test.store;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
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

    private final SimConnection connection;
    private final SimServer server;
    private final SimLaneRow row;
    private final LaneStore behind;

    /** The last batch; null before the first one. */
    private @Nullable SimTransaction last;

    SimLane(SimConnection connection, SimLaneRow row) {
        this.connection = connection;
        this.server = connection.server();
        this.row = row;
        this.behind = row.behind();
    }

    @Override
    public ShardSet shards() {
        return behind.shards();
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Batch batch) {
        SimTransaction transaction =
                new SimTransaction(row, batch, server.trouble().condition());
        last = transaction;
        CompletableFuture<CommitOutcome> answer = new CompletableFuture<>();
        if (connection.isClosed()) {
            transaction.drop();
            answer.complete(new CommitOutcome.InDoubt(SimConnection.closedError()));
            return answer;
        }
        Trouble trouble = server.trouble();
        trouble.begin();
        row.asked(batch);
        CommitFate fate =
                connection.isCut() ? trouble.cut(transaction, connection.line()) : trouble.commit(transaction);
        later(fate.dealtWith(), "commit", () -> {
            CommitOutcome outcome = fate.isLost() ? transaction.drop() : transaction.commit();
            StoreException error = fate.error();
            if (error == null) {
                later(trouble.trip(), "answer", () -> connection.toNode(() -> answer.complete(outcome)));
            }
        });
        StoreException error = fate.error();
        if (error != null) {
            later(
                    fate.heardOf(),
                    "answer",
                    () -> connection.toNode(() -> answer.complete(new CommitOutcome.InDoubt(error))));
        }
        return answer;
    }

    @Override
    public CompletionStage<Reacquired> reacquire() {
        return ask(CallKind.OTHER_WRITE, () -> {
            SimTransaction transaction = last;
            if (transaction != null) {
                server.trouble().settle(transaction);
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
        if (connection.isClosed()) {
            answer.completeExceptionally(SimConnection.closedError());
            return answer;
        }
        Trouble trouble = server.trouble();
        trouble.begin();
        later(trouble.trip(), "request", () -> {
            Runnable reply = deal(call, question, answer);
            later(trouble.trip().plus(connection.silence()), "answer", () -> connection.toNode(reply));
        });
        return answer;
    }

    private <T> Runnable deal(CallKind call, Supplier<T> question, CompletableFuture<T> answer) {
        try {
            T found = connection.deal(call, question);
            return () -> answer.complete(found);
        } catch (StoreException e) {
            return () -> answer.completeExceptionally(e);
        }
    }

    private void later(Duration delay, String what, Runnable task) {
        server.timeline().after(delay, "store " + what, task);
    }
}
