package dev.reeve.simulation.store;

import dev.reeve.ExecutionId;
import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import dev.reeve.UnofferedAction;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.EndedExecution;
import dev.reeve.spi.store.EndedFilter;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.GuardedOutbox;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A simulated store whose virtual time runs whenever somebody waits for a promise, for tests that wait. Thread-safe. */
final class DrivenStore implements Store {

    private final Timeline timeline;
    private final Store store;

    DrivenStore(Timeline timeline, Store store) {
        this.timeline = timeline;
        this.store = store;
    }

    @Override
    public List<LaneStore> join(NodeId node, int lanes) {
        synchronized (timeline) {
            return store.join(node, lanes).stream().<LaneStore>map(Lane::new).toList();
        }
    }

    @Override
    public int lanesMax() {
        return store.lanesMax();
    }

    @Override
    public Instant now() {
        synchronized (timeline) {
            return store.now();
        }
    }

    @Override
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        synchronized (timeline) {
            return store.deploy(workflow);
        }
    }

    @Override
    public ServicePause pause(ServicePause pause) {
        synchronized (timeline) {
            return store.pause(pause);
        }
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        synchronized (timeline) {
            return store.remove(ended);
        }
    }

    @Override
    public void resume(ServiceChange change) {
        synchronized (timeline) {
            store.resume(change);
        }
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        synchronized (timeline) {
            return store.serviceChanges(action);
        }
    }

    @Override
    public ScheduleStore scheduling() {
        return store.scheduling();
    }

    @Override
    public List<ScheduleRow> schedules(String namespace) {
        synchronized (timeline) {
            return store.schedules(namespace);
        }
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String namespace, String name) {
        synchronized (timeline) {
            return store.scheduleChanges(namespace, name);
        }
    }

    @Override
    public boolean removeArchived(List<ExecutionId> ended, String receipt) {
        synchronized (timeline) {
            return store.removeArchived(ended, receipt);
        }
    }

    @Override
    public boolean hasReceipt(String receipt) {
        synchronized (timeline) {
            return store.hasReceipt(receipt);
        }
    }

    @Override
    public boolean areKept(List<ExecutionId> ids) {
        synchronized (timeline) {
            return store.areKept(ids);
        }
    }

    @Override
    public void dropReceipt(String receipt) {
        synchronized (timeline) {
            store.dropReceipt(receipt);
        }
    }

    @Override
    public List<EndedExecution> ended(EndedFilter filter) {
        synchronized (timeline) {
            return store.ended(filter);
        }
    }

    @Override
    public void keepUnoffered(List<UnofferedAction> actions) {
        synchronized (timeline) {
            store.keepUnoffered(actions);
        }
    }

    @Override
    public List<UnofferedAction> unoffered() {
        synchronized (timeline) {
            return store.unoffered();
        }
    }

    @Override
    public List<ServicePause> pauses() {
        synchronized (timeline) {
            return store.pauses();
        }
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        synchronized (timeline) {
            return store.workflows(namespace);
        }
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        synchronized (timeline) {
            return store.find(id);
        }
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        synchronized (timeline) {
            return store.list(filter);
        }
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        synchronized (timeline) {
            return store.history(id);
        }
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        synchronized (timeline) {
            return store.undeliverable(limit);
        }
    }

    @Override
    public Outbox outbox() {
        return new GuardedOutbox(store::outbox, timeline);
    }

    @Override
    public String describe() {
        return store.describe();
    }

    @Override
    public void close() {
        store.close();
    }

    /** The answer of a promise that is kept or broken already. */
    static <T> T join(CompletionStage<T> promise) {
        try {
            return promise.toCompletableFuture().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreException trouble) {
                throw trouble;
            }
            throw e;
        }
    }

    private final class Lane implements LaneStore {

        private final LaneStore lane;

        private Lane(LaneStore lane) {
            this.lane = lane;
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            return drive(() -> lane.commit(batch));
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            return drive(lane::reacquire);
        }

        @Override
        public CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids) {
            return drive(() -> lane.find(ids));
        }

        @Override
        public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
            return drive(() -> lane.load(ids, bytesMax));
        }

        @Override
        public CompletionStage<List<Due>> due(Instant until, @Nullable Due after, int limit) {
            return drive(() -> lane.due(until, after, limit));
        }

        private <T> CompletionStage<T> drive(Supplier<CompletionStage<T>> call) {
            synchronized (timeline) {
                CompletableFuture<T> answer = call.get().toCompletableFuture();
                while (!answer.isDone() && timeline.runNext()) {}
                return answer;
            }
        }
    }
}
