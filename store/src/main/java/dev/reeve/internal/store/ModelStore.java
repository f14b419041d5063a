package dev.reeve.internal.store;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import dev.reeve.UnofferedAction;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.EndedExecution;
import dev.reeve.spi.store.EndedFilter;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.NodeRow;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.Pulse;
import dev.reeve.spi.store.RequestStore;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Undeployment;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An in-memory model of a database: rows, unique keys, a fence, atomic batches. Injects no faults and answers
 * immediately. Not thread-safe.
 */
public final class ModelStore implements Store {

    private static final int LANES_MAX = 16;

    private final InstantSource clock;
    private final ModelExecutions executions = new ModelExecutions();
    private final NavigableMap<String, ServicePause> pauses = new TreeMap<>();
    private final List<ServiceChange> serviceChanges = new ArrayList<>();
    private final ModelDefinitions workflows = new ModelDefinitions();
    private final ModelOutbox outbox = new ModelOutbox();
    private final Set<String> receipts = new HashSet<>();
    private final SortedMap<String, UnofferedAction> unoffered = new TreeMap<>();
    private final ModelSchedules schedules = new ModelSchedules();
    private final ModelInbox inbox = new ModelInbox(this::now);
    private final ModelPermits permits = new ModelPermits();
    private final ModelOwners owners = new ModelOwners();
    private final ModelLanes lanes = new ModelLanes(executions, outbox, inbox, permits, owners);
    private final ModelCluster cluster = new ModelCluster(this::now, lanes, owners, inbox);

    /** @param clock the time of this store */
    public ModelStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public List<LaneStore> join(NodeId node, int count) {
        if (count < 1 || count > LANES_MAX) {
            throw new IllegalArgumentException("lanes: expected 1 to %d, found %d".formatted(LANES_MAX, count));
        }
        cluster.takeOver();
        lanes.fenceAll();
        List<LaneStore> joined = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            joined.add(lanes.open(node, i, ShardSet.ofLane(i, count)));
        }
        return List.copyOf(joined);
    }

    @Override
    public ClusterStore cluster() {
        return cluster;
    }

    @Override
    public int lanesMax() {
        return LANES_MAX;
    }

    @Override
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public Pulse pulse() {
        return new Pulse(now(), workflows.deployments(), pauses(), inbox.hasRows());
    }

    @Override
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        return workflows.deploy(workflow);
    }

    @Override
    public Undeployment.Pinned undeploy(Undeployment wanted) {
        Undeployment.Pinned pinned = pinned(wanted.namespace(), wanted.name(), wanted.version());
        if (pinned.isNone()) {
            workflows.remove(wanted);
        }
        return pinned;
    }

    @Override
    public ServicePause pause(ServicePause pause) {
        ServicePause known = pauses.putIfAbsent(pause.action(), pause);
        if (known == null) {
            serviceChanges.addFirst(new ServiceChange(
                    pause.action(), ServiceChange.Kind.PAUSED, pause.actor(), pause.reason(), pause.since()));
        }
        return known == null ? pause : known;
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        List<ExecutionId> removable =
                ended.stream().distinct().filter(this::isRemovable).toList();
        removable.forEach(executions::delete);
        return removable.size();
    }

    private boolean isRemovable(ExecutionId id) {
        return executions.find(id).filter(row -> row.endedAt() != null).isPresent() && !outbox.isAbout(id);
    }

    @Override
    public boolean removeArchived(List<ExecutionId> ended, String receipt) {
        boolean whole = ended.stream().allMatch(this::isRemovable);
        if (whole) {
            remove(ended);
            receipts.add(receipt);
        }
        return whole;
    }

    @Override
    public boolean hasReceipt(String receipt) {
        return receipts.contains(receipt);
    }

    @Override
    public boolean areKept(List<ExecutionId> ids) {
        return executions.areKept(ids);
    }

    @Override
    public void dropReceipt(String receipt) {
        receipts.remove(receipt);
    }

    @Override
    public List<EndedExecution> ended(EndedFilter filter) {
        return Store.super.ended(filter).stream()
                .map(found -> new EndedExecution(
                        found.row(), outbox.isAbout(found.row().id())))
                .toList();
    }

    @Override
    public Optional<RequestStore> requests() {
        return Optional.of(new ModelRequests(inbox));
    }

    /** The permits, and the agents' side of them. */
    public ModelPermits permits() {
        return permits;
    }

    @Override
    public void allowPermits() {}

    @Override
    public List<AttemptToken> permits(String after, int limit) {
        return permits.page(after, limit);
    }

    @Override
    public void keepUnoffered(List<UnofferedAction> actions, Set<String> over) {
        unoffered.keySet().removeAll(over);
        actions.forEach(action -> unoffered.put(action.action(), action));
    }

    @Override
    public List<UnofferedAction> unoffered() {
        return List.copyOf(unoffered.values());
    }

    @Override
    public void resume(ServiceChange change) {
        pauses.remove(change.action());
        serviceChanges.addFirst(change);
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        return serviceChanges.stream()
                .filter(change -> change.action().equals(action))
                .limit(ServiceChange.LISTED_MAX)
                .toList();
    }

    @Override
    public ScheduleStore scheduling() {
        return schedules;
    }

    @Override
    public List<ScheduleRow> schedules(String namespace) {
        return schedules.list(namespace);
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String namespace, String name) {
        return schedules.changes(namespace, name);
    }

    @Override
    public List<NodeRow> nodes() {
        return cluster.nodes();
    }

    @Override
    public List<ServicePause> pauses() {
        return List.copyOf(pauses.values());
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        return workflows.of(namespace);
    }

    @Override
    public List<String> namespaces() {
        return workflows.namespaces();
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        return executions.find(id);
    }

    @Override
    public Optional<ExecutionRow> newest(ExecutionId id) {
        return executions.queries().newest(id);
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        return executions.queries().list(filter);
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        return executions.history(id);
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return outbox.undeliverable(limit);
    }

    @Override
    public Outbox outbox() {
        return outbox;
    }

    @Override
    public String describe() {
        return "model of a database";
    }

    /** Nothing to release: the next holder may continue. */
    @Override
    public void close() {}

    /**
     * Loses the last message of the inbox if it still waits, as in a failover to a server that lagged behind. The next
     * message gets its number.
     */
    public Optional<InboxRow> loseLastMessage() {
        return inbox.loseLast();
    }

    /** Captures the state of everything that this batch changes. The result restores it. */
    public Runnable before(Batch batch) {
        return lanes.before(batch);
    }
}
