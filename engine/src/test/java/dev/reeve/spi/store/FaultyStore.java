package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * A store around another one, whose lanes fail as a {@link FaultPlan} says, and which can be made unavailable as a whole
 * (F14 to F17). Thread-safe like any store.
 *
 * <p>The wrapper keeps the promises of the port: after {@link LaneStore#reacquire} has answered, nothing of the batch in
 * doubt happens any more, and what it answered is true.
 *
 * <pre>{@code
 * FaultyStore store = new FaultyStore(real, FaultPlan.random(seed, 20), Runnable::run);
 * store.outage(true);   // every call fails until outage(false)
 * }</pre>
 */
public final class FaultyStore implements Store {

    private final Store store;
    private final FaultPlan plan;
    private final Executor later;
    private volatile boolean outage;

    /**
     * @param store the one that does the work
     * @param later runs what comes late: slow answers and transactions whose connection broke. It may do so on any thread
     *     at any time, or never: a transaction that it has not run is carried through by reacquire. A slow answer that it
     *     never runs is never given
     */
    public FaultyStore(Store store, FaultPlan plan, Executor later) {
        this.store = store;
        this.plan = plan;
        this.later = later;
    }

    /** From now on the database does not answer; or it does again. */
    public void outage(boolean outage) {
        this.outage = outage;
    }

    Fault next(FaultPlan.Call call) {
        return outage ? Fault.NOT_APPLIED : plan.next(call);
    }

    static StoreException error(Fault fault) {
        return new StoreException(
                StoreException.Kind.UNAVAILABLE, "The connection broke (injected fault %s).".formatted(fault), null);
    }

    private Store available() {
        if (outage) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE, "The database does not answer (injected outage).", null);
        }
        return store;
    }

    @Override
    public List<LaneStore> join(NodeId node, int lanes) {
        return available().join(node, lanes).stream()
                .<LaneStore>map(lane -> new FaultyLaneStore(lane, this, later))
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
        return available().now();
    }

    @Override
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        return available().deploy(workflow);
    }

    @Override
    public Undeployment.Pinned undeploy(Undeployment undeployment) {
        return available().undeploy(undeployment);
    }

    @Override
    public boolean isDeployed(String namespace, String name, int version) {
        return available().isDeployed(namespace, name, version);
    }

    @Override
    public Undeployment.Pinned pinned(String namespace, String name, int version) {
        return available().pinned(namespace, name, version);
    }

    @Override
    public ServicePause pause(ServicePause pause) {
        return available().pause(pause);
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        return available().remove(ended);
    }

    @Override
    public boolean removeArchived(List<ExecutionId> ended, String receipt) {
        return available().removeArchived(ended, receipt);
    }

    @Override
    public boolean hasReceipt(String receipt) {
        return available().hasReceipt(receipt);
    }

    @Override
    public boolean areKept(List<ExecutionId> ids) {
        return available().areKept(ids);
    }

    @Override
    public void dropReceipt(String receipt) {
        available().dropReceipt(receipt);
    }

    @Override
    public Duration removalGoal() {
        return available().removalGoal();
    }

    @Override
    public double removalShareMax() {
        return available().removalShareMax();
    }

    @Override
    public List<WorkflowVersion> endedVersions(String namespace) {
        return available().endedVersions(namespace);
    }

    @Override
    public List<EndedExecution> ended(EndedFilter filter) {
        return available().ended(filter);
    }

    @Override
    public Map<ExecutionId, List<JournalRow>> histories(List<ExecutionId> ids, long lengthMax) {
        return available().histories(ids, lengthMax);
    }

    @Override
    public void resume(ServiceChange change) {
        available().resume(change);
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        return available().serviceChanges(action);
    }

    @Override
    public ScheduleStore scheduling() {
        return available().scheduling();
    }

    @Override
    public List<ScheduleRow> schedules(String namespace) {
        return available().schedules(namespace);
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String namespace, String name) {
        return available().scheduleChanges(namespace, name);
    }

    @Override
    public List<ServicePause> pauses() {
        return available().pauses();
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        return available().workflows(namespace);
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        return available().find(id);
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        return available().list(filter);
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        return available().history(id);
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return available().undeliverable(limit);
    }

    @Override
    public Outbox outbox() {
        return new GuardedOutbox(() -> available().outbox(), this);
    }

    @Override
    public String describe() {
        return store.describe() + " with injected faults";
    }

    @Override
    public void close() {
        store.close();
    }
}
