package dev.reeve.spi.store;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Occupancy;
import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import dev.reeve.UnofferedAction;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Forwards every call to another store. A decorator overrides the methods that it changes, or {@link #reading} and
 * {@link #writing} to change all calls that reach the database. Thread-safe if the other store and the decorator are.
 *
 * <pre>{@code
 * final class CountedStore extends ForwardingStore {
 *     CountedStore(Store store) { super(store); }
 *     protected <T> T writing(Supplier<T> call) { writes.increment(); return call.get(); }
 * }
 * }</pre>
 */
public abstract class ForwardingStore implements Store {

    private final Store store;

    /**
     * Forwards to this store.
     *
     * @param store the store behind this one; {@link #close} closes it, too
     */
    protected ForwardingStore(Store store) {
        this.store = store;
    }

    /** The store behind this one. */
    protected final Store delegate() {
        return store;
    }

    /** Makes a call that reads from the database. */
    protected <T> T reading(Supplier<T> call) {
        return call.get();
    }

    /** Makes a call that writes to the database. */
    protected <T> T writing(Supplier<T> call) {
        return call.get();
    }

    private void written(Runnable call) {
        boolean done = writing(() -> {
            call.run();
            return true;
        });
        assert done : "a write has no other answer";
    }

    @Override
    public List<LaneStore> join(NodeId node, int lanes) {
        return writing(() -> store.join(node, lanes));
    }

    /** The cluster of the other store. A decorator wraps it in a {@link ForwardingClusterStore}. */
    @Override
    public ClusterStore cluster() {
        return store.cluster();
    }

    @Override
    public Optional<RequestStore> requests() {
        return store.requests();
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
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        return writing(() -> store.deploy(workflow));
    }

    @Override
    public Optional<StoredWorkflow> deploy(StoredWorkflow workflow, ScheduleEdit edit) {
        return writing(() -> store.deploy(workflow, edit));
    }

    @Override
    public Undeployment.Pinned undeploy(Undeployment undeployment) {
        return writing(() -> store.undeploy(undeployment));
    }

    @Override
    public void allowSuccessions() {
        writing(() -> {
            store.allowSuccessions();
            return true;
        });
    }

    @Override
    public void allowLanguage() {
        writing(() -> {
            store.allowLanguage();
            return true;
        });
    }

    @Override
    public Optional<ExecutionRow> enlist(
            Connection connection, ExecutionRow execution, JournalRow first, List<OutboxRow> messages) {
        return writing(() -> store.enlist(connection, execution, first, messages));
    }

    @Override
    public void checkEnlisting(Connection connection) {
        store.checkEnlisting(connection);
    }

    @Override
    public void allowPermits() {
        writing(() -> {
            store.allowPermits();
            return true;
        });
    }

    @Override
    public List<AttemptToken> permits(String after, int limit) {
        return reading(() -> store.permits(after, limit));
    }

    /** The messages of the other store. A decorator wraps them in a {@link ForwardingOutbox}. */
    @Override
    public Outbox outbox() {
        return store.outbox();
    }

    @Override
    public ServicePause pause(ServicePause pause) {
        return writing(() -> store.pause(pause));
    }

    @Override
    public void resume(ServiceChange change) {
        written(() -> store.resume(change));
    }

    /** The schedules of the other store. A decorator wraps them in a {@link ForwardingScheduleStore}. */
    @Override
    public ScheduleStore scheduling() {
        return store.scheduling();
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        return writing(() -> store.remove(ended));
    }

    @Override
    public boolean removeArchived(List<ExecutionId> ended, String receipt) {
        return writing(() -> store.removeArchived(ended, receipt));
    }

    @Override
    public boolean hasReceipt(String receipt) {
        return reading(() -> store.hasReceipt(receipt));
    }

    @Override
    public boolean areKept(List<ExecutionId> ids) {
        return reading(() -> store.areKept(ids));
    }

    @Override
    public void dropReceipt(String receipt) {
        written(() -> store.dropReceipt(receipt));
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
    public void keepUnoffered(List<UnofferedAction> actions, Set<String> over) {
        written(() -> store.keepUnoffered(actions, over));
    }

    @Override
    public Instant now() {
        return reading(() -> store.now());
    }

    @Override
    public String schema() {
        return store.schema();
    }

    @Override
    public boolean isShared() {
        return store.isShared();
    }

    @Override
    public Pulse pulse() {
        return reading(() -> store.pulse());
    }

    @Override
    public List<StoredWorkflow> newWorkflows(long after) {
        return reading(() -> store.newWorkflows(after));
    }

    @Override
    public List<String> namespaces() {
        return reading(() -> store.namespaces());
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        return reading(() -> store.workflows(namespace));
    }

    @Override
    public OptionalInt highestVersion(String namespace, String name) {
        return reading(() -> store.highestVersion(namespace, name));
    }

    @Override
    public boolean isDeployed(String namespace, String name, int version) {
        return reading(() -> store.isDeployed(namespace, name, version));
    }

    @Override
    public Undeployment.Pinned pinned(String namespace, String name, int version) {
        return reading(() -> store.pinned(namespace, name, version));
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        return reading(() -> store.find(id));
    }

    @Override
    public Optional<ExecutionRow> newest(ExecutionId id) {
        return reading(() -> store.newest(id));
    }

    @Override
    public List<ExecutionRow> findAll(Set<ExecutionId> ids) {
        return reading(() -> store.findAll(ids));
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        return reading(() -> store.list(filter));
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        return reading(() -> store.history(id));
    }

    @Override
    public List<JournalRow> history(ExecutionId id, int last) {
        return reading(() -> store.history(id, last));
    }

    @Override
    public Map<ExecutionId, List<JournalRow>> histories(List<ExecutionId> ids, long lengthMax) {
        return reading(() -> store.histories(ids, lengthMax));
    }

    @Override
    public List<WorkflowVersion> endedVersions(String namespace) {
        return reading(() -> store.endedVersions(namespace));
    }

    @Override
    public List<EndedExecution> ended(EndedFilter filter) {
        return reading(() -> store.ended(filter));
    }

    /** The readings are calls of this store. So they are not made by {@link #reading} a second time. */
    @Override
    public <T> T together(Supplier<T> readings) {
        return store.together(readings);
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return reading(() -> store.undeliverable(limit));
    }

    @Override
    public List<ServicePause> pauses() {
        return reading(() -> store.pauses());
    }

    @Override
    public List<NodeRow> nodes() {
        return reading(() -> store.nodes());
    }

    @Override
    public boolean registersNodes() {
        return store.registersNodes();
    }

    @Override
    public List<UnofferedAction> unoffered() {
        return reading(() -> store.unoffered());
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        return reading(() -> store.serviceChanges(action));
    }

    @Override
    public List<ScheduleRow> schedules(String namespace) {
        return reading(() -> store.schedules(namespace));
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String namespace, String name) {
        return reading(() -> store.scheduleChanges(namespace, name));
    }

    @Override
    public Occupancy occupancy() {
        return reading(() -> store.occupancy());
    }

    @Override
    public String describe() {
        return store.describe();
    }

    @Override
    public void close() {
        store.close();
    }
}
