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
import dev.reeve.spi.store.WorkflowVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The simulated database as one node sees it. */
final class SimStore extends ForwardingStore {

    private final SimServer server;
    private final SimConnection connection;

    SimStore(SimServer server, SimConnection connection) {
        super(server.behind());
        this.server = server;
        this.connection = connection;
    }

    @Override
    public ClusterStore cluster() {
        return new SimCluster(connection);
    }

    @Override
    public List<LaneStore> join(NodeId id, int lanes) {
        return ask(CallKind.OTHER_WRITE, () -> {
            server.trouble().settleZombies();
            long join = server.nextJoin();
            List<LaneStore> joined = new ArrayList<>();
            for (LaneStore lane : server.behind().join(id, lanes)) {
                joined.add(new SimLane(connection, server.row(lane, id, joined.size(), join)));
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

    private <T> T ask(CallKind call, Supplier<T> question) {
        return connection.ask(call, question);
    }

    @Override
    public int lanesByDefault() {
        return lanesMax();
    }

    @Override
    public Instant now() {
        return ask(CallKind.READ, server::now);
    }

    /** The time is that of the simulated database, and not that of the store behind it. */
    @Override
    public Pulse pulse() {
        return ask(CallKind.READ, () -> server.behind().pulse().withNow(server.now()));
    }

    /** Injects faults only if requests wait: runs without requests are not affected. */
    @Override
    public Optional<RequestStore> requests() {
        if (!server.takesRequests()) {
            return Optional.empty();
        }
        return Optional.of((shards, limit, lengthMax, except) -> {
            List<InboxRow> found = server.requests(shards, limit, lengthMax, except);
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
        connection.close();
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
