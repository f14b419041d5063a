package dev.reeve.benchmark;

import dev.reeve.ExecutionId;
import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.EndedExecution;
import dev.reeve.spi.store.EndedFilter;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.WorkflowVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Measures a store while the engine uses it: rows per commit, duration of commits, and cost of scans. */
final class MeasuredStore implements Store {

    private final Store store;
    private final Commits commits = new Commits();
    private final Scans scans = new Scans();
    private final LongAdder removed = new LongAdder();
    private volatile int lanes;

    MeasuredStore(Store store) {
        this.store = store;
    }

    Commits commits() {
        return commits;
    }

    Scans scans() {
        return scans;
    }

    /** Number of executions removed. */
    long removed() {
        return removed.sum();
    }

    /** Number of lanes requested; 0 before the join. */
    int lanes() {
        return lanes;
    }

    @Override
    public List<LaneStore> join(NodeId node, int count) {
        lanes = count;
        return store.join(node, count).stream()
                .<LaneStore>map(lane -> new MeasuredLane(lane, commits, scans))
                .toList();
    }

    @Override
    public int lanesMax() {
        return store.lanesMax();
    }

    @Override
    public int lanesByDefault() {
        return store.lanesByDefault();
    }

    @Override
    public Instant now() {
        return store.now();
    }

    @Override
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        return store.deploy(workflow);
    }

    @Override
    public ServicePause pause(ServicePause pause) {
        return store.pause(pause);
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        int count = store.remove(ended);
        removed.add(count);
        return count;
    }

    @Override
    public boolean removeArchived(List<ExecutionId> ended, String receipt) {
        return store.removeArchived(ended, receipt);
    }

    @Override
    public boolean hasReceipt(String receipt) {
        return store.hasReceipt(receipt);
    }

    @Override
    public boolean areKept(List<ExecutionId> ids) {
        return store.areKept(ids);
    }

    @Override
    public void dropReceipt(String receipt) {
        store.dropReceipt(receipt);
    }

    @Override
    public Duration removalGoal() {
        return store.removalGoal();
    }

    @Override
    public double removalShareMax() {
        return store.removalShareMax();
    }

    @Override
    public List<WorkflowVersion> endedVersions(String namespace) {
        return store.endedVersions(namespace);
    }

    @Override
    public List<EndedExecution> ended(EndedFilter filter) {
        return store.ended(filter);
    }

    @Override
    public Map<ExecutionId, List<JournalRow>> histories(List<ExecutionId> ids, long lengthMax) {
        return store.histories(ids, lengthMax);
    }

    @Override
    public void resume(ServiceChange change) {
        store.resume(change);
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        return store.serviceChanges(action);
    }

    @Override
    public ScheduleStore scheduling() {
        return store.scheduling();
    }

    @Override
    public List<ScheduleRow> schedules(String namespace) {
        return store.schedules(namespace);
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String namespace, String name) {
        return store.scheduleChanges(namespace, name);
    }

    @Override
    public List<ServicePause> pauses() {
        return store.pauses();
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        return store.workflows(namespace);
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        return store.find(id);
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        return store.list(filter);
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        return store.history(id);
    }

    @Override
    public <T> T together(Supplier<T> readings) {
        return store.together(readings);
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return store.undeliverable(limit);
    }

    @Override
    public Outbox outbox() {
        return store.outbox();
    }

    @Override
    public String describe() {
        return store.describe();
    }

    @Override
    public void close() {
        store.close();
    }

    private record MeasuredLane(LaneStore lane, Commits commits, Scans scans) implements LaneStore {

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            long begun = System.nanoTime();
            CompletionStage<CommitOutcome> outcome = lane.commit(batch);
            commits.committed(
                    batch.journal().size(),
                    batch.started().size(),
                    batch.changed().size(),
                    System.nanoTime() - begun);
            return outcome;
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
            return scans.measured(() -> lane.due(until, after, limit));
        }
    }
}
