package dev.reeve.internal.store;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
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
import dev.reeve.spi.store.StoreException.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The lanes of a {@link ModelStore}: their fence, and the batches that they write. */
final class ModelLanes {

    /**
     * A lane's row. No incarnation is assigned twice: a lane whose incarnation differs from its row has lost it
     * permanently.
     */
    private static final class LaneRow {
        private long incarnation;
        private long batch;

        private LaneRow(long incarnation) {
            this.incarnation = incarnation;
        }
    }

    private record LaneKey(NodeId node, int lane) {}

    private final ModelExecutions executions;
    private final ModelOutbox outbox;
    private final ModelInbox inbox;
    private final ModelPermits permits;
    private final ModelOwners owners;
    private final Map<LaneKey, LaneRow> lanes = new HashMap<>();
    private long lastIncarnation;

    ModelLanes(
            ModelExecutions executions,
            ModelOutbox outbox,
            ModelInbox inbox,
            ModelPermits permits,
            ModelOwners owners) {
        this.executions = executions;
        this.outbox = outbox;
        this.inbox = inbox;
        this.permits = permits;
        this.owners = owners;
    }

    LaneStore open(NodeId node, int number, ShardSet shards) {
        LaneKey key = new LaneKey(node, number);
        lanes.put(key, new LaneRow(++lastIncarnation));
        return new Lane(key, shards, lastIncarnation);
    }

    /** Deletes the lanes of a node, which can commit nothing any more. */
    void fence(String node) {
        lanes.keySet().removeIf(key -> key.node().toString().equals(node));
    }

    void fenceAll() {
        lanes.clear();
    }

    private void check(LaneKey lane, Batch batch) {
        executions.check(batch);
        Batch.Crossing crossing = batch.crossing();
        if (!crossing.consumed().stream().allMatch(inbox::contains)) {
            throw new StoreException(Kind.DATA, "The batch was refused: a message is not in the inbox.", null);
        }
        if (!owners.isOwner(lane.node(), lane.lane(), crossing.released())) {
            throw new StoreException(Kind.DATA, "The batch was refused: the lane does not own all shards.", null);
        }
    }

    private void write(Batch batch) {
        executions.write(batch);
        outbox.add(batch.messages());
        inbox.write(batch.crossing());
        permits.write(batch.permits());
        owners.release(batch.crossing().released());
    }

    /** Captures the state of everything that this batch changes. The result restores it. */
    Runnable before(Batch batch) {
        Runnable received = inbox.before(batch.crossing());
        Runnable permitted = permits.before(batch.permits());
        Runnable owned = owners.before(batch.crossing().released());
        Runnable changed = executions.before(batch);
        return () -> {
            received.run();
            permitted.run();
            owned.run();
            outbox.remove(batch.messages());
            changed.run();
        };
    }

    private final class Lane implements LaneStore {

        private final LaneKey key;
        private final ShardSet shards;
        private long incarnation;
        private long batches;
        private long attempted = 1;

        private Lane(LaneKey key, ShardSet shards, long incarnation) {
            this.key = key;
            this.shards = shards;
            this.incarnation = incarnation;
        }

        @Override
        public ShardSet shards() {
            return shards;
        }

        /** The fence (I9). */
        private @Nullable LaneRow owned() {
            LaneRow row = lanes.get(key);
            return row != null && row.incarnation == incarnation ? row : null;
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            attempted = batches + 1;
            LaneRow row = owned();
            if (row == null) {
                return CompletableFuture.completedStage(CommitOutcome.FENCED);
            }
            try {
                check(key, batch);
            } catch (StoreException e) {
                return CompletableFuture.completedStage(new CommitOutcome.InDoubt(e));
            }
            write(batch);
            row.batch++;
            batches = row.batch;
            return CompletableFuture.completedStage(CommitOutcome.COMMITTED);
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            LaneRow row = owned();
            if (row == null) {
                return CompletableFuture.completedStage(Reacquired.FENCED);
            }
            row.incarnation = ++lastIncarnation;
            incarnation = row.incarnation;
            batches = row.batch;
            return CompletableFuture.completedStage(batches == attempted ? Reacquired.LANDED : Reacquired.NOT_LANDED);
        }

        @Override
        public CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids) {
            return answer(() -> ids.stream()
                    .distinct()
                    .flatMap(id -> executions.find(id).stream())
                    .toList());
        }

        @Override
        public CompletionStage<Map<ExecutionId, ExecutionRow>> newest(List<ExecutionId> ids) {
            return answer(() -> {
                Map<ExecutionId, ExecutionRow> found = new HashMap<>();
                ids.forEach(id -> executions.queries().newest(id).ifPresent(row -> found.put(id, row)));
                return found;
            });
        }

        @Override
        public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
            return answer(() -> executions.load(ids, bytesMax));
        }

        @Override
        public CompletionStage<List<Due>> due(ShardSet shards, Instant until, @Nullable Due after, int limit) {
            return answer(() -> executions.due(shards, until, after, limit));
        }

        @Override
        public CompletionStage<Map<AttemptToken, Permit>> revoke(List<AttemptToken> tokens) {
            return owned() == null
                    ? CompletableFuture.failedFuture(
                            new StoreException(Kind.UNAVAILABLE, "Another node has the lane.", null))
                    : answer(() -> permits.revoke(tokens));
        }

        private <T> CompletionStage<T> answer(Supplier<T> question) {
            return CompletableFuture.completedStage(question.get());
        }
    }
}
