package dev.reeve.internal.test.store;

import dev.reeve.ExecutionId;
import dev.reeve.Occupancy;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.ComposedReads;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ForwardingOutbox;
import dev.reeve.spi.store.ForwardingScheduleStore;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.Pulse;
import dev.reeve.spi.store.RequestStore;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.WorkflowVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The simulated database as one node sees it. */
final class SimStore extends ForwardingStore {

    private final SimDatabase database;
    private final Consumer<Runnable> node;
    private final StoreLine line;
    private boolean closed;

    SimStore(SimDatabase database, Consumer<Runnable> node, StoreLine line) {
        super(database.behind());
        this.database = database;
        this.node = node;
        this.line = line;
    }

    @Override
    public ClusterStore cluster() {
        return new SimCluster(database, this);
    }

    StoreLine line() {
        return line;
    }

    boolean isCut() {
        return line.isCut(database.timeline().nanos());
    }

    @Override
    public List<LaneStore> join(NodeId id, int lanes) {
        return ask(CallKind.OTHER_WRITE, () -> {
            database.trouble().settleZombies();
            long join = database.nextJoin();
            List<LaneStore> joined = new ArrayList<>();
            for (LaneStore lane : database.behind().join(id, lanes)) {
                joined.add(new SimLane(database, this, lane, id, joined.size(), join));
            }
            return List.copyOf(joined);
        });
    }

    @Override
    protected <T> T reading(Supplier<T> call) {
        return ask(CallKind.READ, call);
    }

    @Override
    protected <T> T writing(Supplier<T> call) {
        return ask(CallKind.OTHER_WRITE, call);
    }

    /** Answers immediately, because the caller blocks and virtual time stands still. */
    <T> T ask(CallKind call, Supplier<T> question) {
        if (closed) {
            throw closedError();
        }
        database.trouble().begin();
        return deal(call, question);
    }

    /** As {@link #ask}, for a call without an answer. */
    void tell(CallKind call, Runnable action) {
        boolean unused = ask(call, () -> {
            action.run();
            return true;
        });
    }

    /** Processes a call in the database, unless it or its answer is lost. */
    <T> T deal(CallKind call, Supplier<T> question) {
        if (!isCut()) {
            return database.trouble().deal(call, question);
        }
        if (line.arrives()) {
            database.trouble().deal(call, question);
        }
        throw Trouble.unavailable("The node is cut off (simulated).");
    }

    boolean isClosed() {
        return closed;
    }

    static StoreException closedError() {
        return Trouble.unavailable("The store is closed. Open it again.");
    }

    /** Delivers an answer to the node, if the node can receive it. */
    void toNode(Runnable callback) {
        node.accept(callback);
    }

    @Override
    public int lanesByDefault() {
        return lanesMax();
    }

    @Override
    public Instant now() {
        return ask(CallKind.READ, database::now);
    }

    /** The time is that of the simulated database, and not that of the store behind it. */
    @Override
    public Pulse pulse() {
        return ask(CallKind.READ, () -> database.behind().pulse().withNow(database.now()));
    }

    /** Injects faults only if requests wait: runs without requests are not affected. */
    @Override
    public Optional<RequestStore> requests() {
        if (!database.takesRequests()) {
            return Optional.empty();
        }
        return Optional.of((shards, limit, lengthMax) -> {
            List<InboxRow> found = database.requests(shards, limit, lengthMax);
            return found.isEmpty() ? found : ask(CallKind.READ, () -> found);
        });
    }

    /** Injects faults only if schedules exist: runs without schedules are not affected. */
    @Override
    public List<ScheduleRow> schedules(String namespace) {
        List<ScheduleRow> found = delegate().schedules(namespace);
        return found.isEmpty() ? found : ask(CallKind.READ, () -> found);
    }

    @Override
    public ScheduleStore scheduling() {
        return new SimSchedules(delegate().scheduling());
    }

    /** Each simple read is a call of its own, which a fault can hit. */
    @Override
    public List<ExecutionRow> findAll(Set<ExecutionId> ids) {
        return ComposedReads.findAll(this, ids);
    }

    @Override
    public Map<ExecutionId, List<JournalRow>> histories(List<ExecutionId> ids, long lengthMax) {
        return ComposedReads.histories(this, ids, lengthMax);
    }

    @Override
    public List<WorkflowVersion> endedVersions(String namespace) {
        return ComposedReads.endedVersions(this, namespace);
    }

    /** One connection for several reads makes no difference here. */
    @Override
    public <T> T together(Supplier<T> readings) {
        return readings.get();
    }

    /** The same over every store behind, so that a seed means the same run over all of them. */
    @Override
    public Duration removalGoal() {
        return Duration.ofMillis(50);
    }

    /** The same over every store behind, as {@link #removalGoal}. */
    @Override
    public double removalShareMax() {
        return 0.9;
    }

    @Override
    public Occupancy occupancy() {
        return new Occupancy.Unknown("a simulated database cannot tell");
    }

    @Override
    public Outbox outbox() {
        return new SimOutbox(delegate().outbox());
    }

    @Override
    public String describe() {
        return "simulated database, " + super.describe();
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class SimSchedules extends ForwardingScheduleStore {

        private SimSchedules(ScheduleStore schedules) {
            super(schedules);
        }

        @Override
        protected <T> T reading(Supplier<T> call) {
            return ask(CallKind.READ, call);
        }

        @Override
        protected <T> T writing(Supplier<T> call) {
            return ask(CallKind.OTHER_WRITE, call);
        }
    }

    private final class SimOutbox extends ForwardingOutbox {

        private SimOutbox(Outbox outbox) {
            super(outbox);
        }

        @Override
        protected <T> T reading(Supplier<T> call) {
            return ask(CallKind.READ, call);
        }

        @Override
        protected <T> T writing(Supplier<T> call) {
            return ask(CallKind.OTHER_WRITE, call);
        }
    }
}
