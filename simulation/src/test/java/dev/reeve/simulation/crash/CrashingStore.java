package dev.reeve.simulation.crash;

import dev.reeve.ExecutionId;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ClaimedMessage;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.Settlement;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.WaitingReceiver;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store whose process dies at a {@link CrashPoint}: from then on no call reaches the database, and none of a lane is
 * answered. Counted are the calls of the engine; what clients read and the time make no difference to anything.
 */
final class CrashingStore implements Store {

    private final Store store;
    private final CrashPoint point;

    CrashingStore(Store store, CrashPoint point) {
        this.store = store;
        this.point = point;
    }

    private static StoreException dead(String message) {
        return new StoreException(StoreException.Kind.UNAVAILABLE, message, null);
    }

    private <T> T counted(boolean writes, Supplier<T> call) {
        if (!point.isDead() && point.reached(writes)) {
            try {
                Object unheard = point.moment() == CrashPoint.Moment.AFTER ? call.get() : "nothing";
                throw dead("This process has just died, and did not hear of " + unheard);
            } finally {
                point.die();
            }
        }
        return uncounted(call);
    }

    private <T> T uncounted(Supplier<T> call) {
        if (point.isDead()) {
            throw dead("This process is dead.");
        }
        return call.get();
    }

    @Override
    public List<LaneStore> join(NodeId node, int lanes) {
        return counted(
                true,
                () -> store.join(node, lanes).stream().<LaneStore>map(Lane::new).toList());
    }

    @Override
    public int lanesMax() {
        return store.lanesMax();
    }

    @Override
    public Instant now() {
        return uncounted(store::now);
    }

    @Override
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        return counted(true, () -> store.deploy(workflow));
    }

    @Override
    public ServicePause pause(ServicePause pause) {
        return counted(true, () -> store.pause(pause));
    }

    @Override
    public boolean areKept(List<ExecutionId> ids) {
        return counted(false, () -> store.areKept(ids));
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        return counted(true, () -> store.remove(ended));
    }

    @Override
    public void resume(ServiceChange change) {
        counted(true, () -> {
            store.resume(change);
            return change;
        });
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        return uncounted(() -> store.serviceChanges(action));
    }

    @Override
    public List<ServicePause> pauses() {
        return uncounted(store::pauses);
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        return counted(false, () -> store.workflows(namespace));
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        return uncounted(() -> store.find(id));
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        return uncounted(() -> store.list(filter));
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        return uncounted(() -> store.history(id));
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return uncounted(() -> store.undeliverable(limit));
    }

    @Override
    public Outbox outbox() {
        return new CountedOutbox();
    }

    @Override
    public String describe() {
        return store.describe();
    }

    @Override
    public void close() {
        store.close();
    }

    private final class CountedOutbox implements Outbox {

        @Override
        public List<WaitingReceiver> receivers(@Nullable String after, int limit) {
            return uncounted(() -> store.outbox().receivers(after, limit));
        }

        @Override
        public List<ClaimedMessage> claim(String receiver, Instant now, Instant until, int limit) {
            return counted(true, () -> store.outbox().claim(receiver, now, until, limit));
        }

        @Override
        public void settle(List<Settlement> settlements) {
            counted(true, () -> {
                store.outbox().settle(settlements);
                return settlements;
            });
        }

        @Override
        public int redeliver(ExecutionId execution, Instant now) {
            return uncounted(() -> store.outbox().redeliver(execution, now));
        }
    }

    private final class Lane implements LaneStore {

        private final LaneStore lane;

        private Lane(LaneStore lane) {
            this.lane = lane;
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            return answered(true, () -> lane.commit(batch));
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            return answered(true, lane::reacquire);
        }

        @Override
        public CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids) {
            return answered(false, () -> lane.find(ids));
        }

        @Override
        public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
            return answered(false, () -> lane.load(ids, bytesMax));
        }

        @Override
        public CompletionStage<List<Due>> due(Instant until, @Nullable Due after, int limit) {
            return answered(false, () -> lane.due(until, after, limit));
        }

        private <T> CompletionStage<T> answered(boolean writes, Supplier<CompletionStage<T>> call) {
            try {
                return counted(writes, call);
            } catch (StoreException e) {
                if (point.isDead()) {
                    return new CompletableFuture<>();
                }
                throw e;
            }
        }
    }
}
