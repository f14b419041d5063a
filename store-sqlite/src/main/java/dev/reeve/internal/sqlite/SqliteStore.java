package dev.reeve.internal.sqlite;

import dev.reeve.ExecutionId;
import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import dev.reeve.UnofferedAction;
import dev.reeve.spi.store.EndedExecution;
import dev.reeve.spi.store.EndedFilter;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.ScheduleEdit;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Undeployment;
import dev.reeve.spi.store.WorkflowVersion;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Executions in one SQLite file. All lanes share one connection that writes, in turns. Other connections read. */
final class SqliteStore implements Store {

    /** One lane decides while another one commits; a third lane would only wait (docs/PERFORMANCE.md). */
    private static final int LANES_MAX = 2;

    private static final Duration REMOVAL_GOAL = Duration.ofMillis(10);

    /** The lanes have the writer for at least as long as the remover, however much has to be removed. */
    private static final double REMOVAL_SHARE_MAX = 0.5;

    private final SqliteFile file;
    private final InstantSource clock;
    private final Writer writer;
    private final SqliteReader reader;

    /** The lanes have their own connections, so that a long list in the console does not delay them. */
    private final Readers laneReaders;

    private final SqliteOutbox outbox;
    private final SqliteSchedules schedules;
    private final AtomicBoolean closed = new AtomicBoolean();

    private SqliteStore(SqliteFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
        writer = new Writer(file);
        reader = new SqliteReader(file, clock);
        laneReaders = new Readers(file, LANES_MAX);
        outbox = new SqliteOutbox(writer, laneReaders);
        schedules = new SqliteSchedules(writer, laneReaders);
    }

    /** Opens a file, which is created if it does not exist. */
    static SqliteStore open(Path path, InstantSource clock) {
        return new SqliteStore(SqliteFile.open(path, clock), clock);
    }

    @Override
    public List<LaneStore> join(NodeId node, int lanes) {
        if (lanes < 1 || lanes > LANES_MAX) {
            throw new IllegalArgumentException("lanes: expected 1 to %d, found %d".formatted(LANES_MAX, lanes));
        }
        return writer.transaction("Joining", session -> {
            session.prepared(Blocks.JOIN_FENCE).executeUpdate();
            PreparedStatement insert = session.prepared(Blocks.JOIN_LANE);
            List<LaneStore> all = new ArrayList<>(lanes);
            for (int lane = 0; lane < lanes; lane++) {
                long incarnation = writer.nextIncarnation();
                insert.setString(1, node.toString());
                insert.setInt(2, lane);
                insert.setLong(3, incarnation);
                insert.executeUpdate();
                all.add(new SqliteLane(file, writer, laneReaders, node.toString(), lane, lanes, incarnation));
            }
            return List.copyOf(all);
        });
    }

    @Override
    public int lanesMax() {
        return LANES_MAX;
    }

    @Override
    public Instant now() {
        return reader.now();
    }

    @Override
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        return writer.transaction("Deploying", session -> deploy(session, workflow));
    }

    @Override
    public Optional<StoredWorkflow> deploy(StoredWorkflow workflow, ScheduleEdit edit) {
        return writer.transaction("Deploying", session -> {
            Optional<StoredWorkflow> known = find(session, workflow);
            if (known.isPresent() && !known.get().content().equals(workflow.content())) {
                return known;
            }
            return SqliteSchedules.apply(session, edit) ? Optional.of(deploy(session, workflow)) : Optional.empty();
        });
    }

    private StoredWorkflow deploy(Session session, StoredWorkflow workflow) throws SQLException {
        PreparedStatement insert = session.prepared(Blocks.DEPLOY);
        insert.setString(1, workflow.namespace());
        insert.setString(2, workflow.name());
        insert.setInt(3, workflow.version());
        insert.setString(4, workflow.content().text());
        insert.setLong(5, ColumnValues.micros(clock.instant()));
        insert.executeUpdate();
        return find(session, workflow).orElseThrow();
    }

    private static Optional<StoredWorkflow> find(Session session, StoredWorkflow workflow) throws SQLException {
        PreparedStatement query = SqliteReader.version(
                session.prepared(Blocks.WORKFLOW), workflow.namespace(), workflow.name(), workflow.version());
        try (ResultSet columns = query.executeQuery()) {
            return columns.next() ? Optional.of(SqliteReader.workflow(columns)) : Optional.empty();
        }
    }

    @Override
    public Undeployment.Pinned undeploy(Undeployment wanted) {
        return writer.transaction("Removing a definition", session -> {
            Undeployment.Pinned pinned =
                    SqliteReader.pinned(session, wanted.namespace(), wanted.name(), wanted.version());
            if (pinned.isNone()
                    && of(wanted, session.prepared(Blocks.UNDEPLOY_REMOVE)).executeUpdate() == 1) {
                PreparedStatement insert = of(wanted, session.prepared(Blocks.UNDEPLOY_CHANGED));
                insert.setString(4, wanted.by());
                insert.setString(5, wanted.why());
                insert.setLong(6, ColumnValues.micros(wanted.at()));
                insert.executeUpdate();
            }
            return pinned;
        });
    }

    private static PreparedStatement of(Undeployment wanted, PreparedStatement statement) throws SQLException {
        return SqliteReader.version(statement, wanted.namespace(), wanted.name(), wanted.version());
    }

    /** Runs in turn with all writes, on a fresh connection, because the previous one may have failed in a commit. */
    @Override
    public boolean isDeployed(String namespace, String name, int version) {
        return writer.freshTransaction("Looking for a definition", session -> {
            PreparedStatement query =
                    SqliteReader.version(session.prepared(Blocks.UNDEPLOY_IS_THERE), namespace, name, version);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        });
    }

    @Override
    public Undeployment.Pinned pinned(String namespace, String name, int version) {
        return reader.pinned(namespace, name, version);
    }

    @Override
    public ServicePause pause(ServicePause pause) {
        return writer.transaction("Pausing an action", session -> {
            PreparedStatement insert = session.prepared(Blocks.PAUSE);
            insert.setString(1, pause.action());
            insert.setString(2, pause.actor());
            insert.setString(3, pause.reason());
            insert.setLong(4, ColumnValues.micros(pause.since()));
            if (insert.executeUpdate() == 1) {
                keep(
                        session,
                        new ServiceChange(
                                pause.action(),
                                ServiceChange.Kind.PAUSED,
                                pause.actor(),
                                pause.reason(),
                                pause.since()));
            }
            PreparedStatement query = session.prepared(Blocks.PAUSED);
            query.setString(1, pause.action());
            try (ResultSet columns = query.executeQuery()) {
                return SqliteReader.pause(columns);
            }
        });
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        return SqliteRetention.remove(writer, ended);
    }

    @Override
    public boolean removeArchived(List<ExecutionId> ended, String receipt) {
        return SqliteRetention.removeArchived(writer, ended, receipt, now());
    }

    @Override
    public boolean hasReceipt(String receipt) {
        return SqliteRetention.hasReceipt(laneReaders, receipt);
    }

    /** Uncommitted changes in this file are rolled back before another connection can read or write. */
    @Override
    public boolean areKept(List<ExecutionId> ids) {
        return findAll(new HashSet<>(ids)).size() == ids.size();
    }

    @Override
    public void dropReceipt(String receipt) {
        SqliteRetention.dropReceipt(writer, receipt);
    }

    /** The lanes wait for the only writer during a removal. */
    @Override
    public Duration removalGoal() {
        return REMOVAL_GOAL;
    }

    @Override
    public double removalShareMax() {
        return REMOVAL_SHARE_MAX;
    }

    @Override
    public List<WorkflowVersion> endedVersions(String namespace) {
        return reader.endedVersions(namespace);
    }

    @Override
    public List<EndedExecution> ended(EndedFilter filter) {
        return reader.ended(filter);
    }

    @Override
    public void resume(ServiceChange change) {
        writer.transaction("Resuming an action", session -> {
            PreparedStatement delete = session.prepared(Blocks.RESUME);
            delete.setString(1, change.action());
            delete.executeUpdate();
            return keep(session, change);
        });
    }

    private static int keep(Session session, ServiceChange change) throws SQLException {
        PreparedStatement insert = session.prepared(Blocks.SERVICE_CHANGED);
        insert.setString(1, change.action());
        insert.setString(2, change.kind().name());
        insert.setString(3, change.actor());
        insert.setString(4, change.reason());
        insert.setLong(5, ColumnValues.micros(change.at()));
        return insert.executeUpdate();
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        return reader.serviceChanges(action);
    }

    @Override
    public List<ServicePause> pauses() {
        return reader.pauses();
    }

    @Override
    public List<UnofferedAction> unoffered() {
        return reader.unoffered();
    }

    @Override
    public void keepUnoffered(List<UnofferedAction> actions, Set<String> over) {
        writer.transaction("Storing actions that no agent offers", session -> {
            PreparedStatement delete = session.prepared(Blocks.UNOFFERED_OVER);
            for (String action : over) {
                delete.setString(1, action);
                delete.executeUpdate();
            }
            PreparedStatement insert = session.prepared(Blocks.UNOFFERED_BEGUN);
            for (UnofferedAction action : actions) {
                insert.setString(1, action.action());
                insert.setLong(2, ColumnValues.micros(action.since()));
                insert.setInt(3, action.waiting());
                insert.setString(4, action.agent());
                insert.executeUpdate();
            }
            return actions.size();
        });
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        return reader.workflows(namespace);
    }

    @Override
    public OptionalInt highestVersion(String namespace, String name) {
        return reader.highestVersion(namespace, name);
    }

    @Override
    public List<String> namespaces() {
        return reader.namespaces();
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        return reader.find(id);
    }

    @Override
    public Optional<ExecutionRow> newest(ExecutionId id) {
        return reader.newest(id);
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        return reader.history(id);
    }

    @Override
    public List<JournalRow> history(ExecutionId id, int last) {
        return reader.history(id, last);
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        return reader.list(filter);
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return reader.undeliverable(limit);
    }

    @Override
    public ScheduleStore scheduling() {
        return schedules;
    }

    @Override
    public List<ScheduleRow> schedules(String namespace) {
        return reader.schedules(namespace);
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String namespace, String name) {
        return reader.scheduleChanges(namespace, name);
    }

    @Override
    public Outbox outbox() {
        return outbox;
    }

    @Override
    public String describe() {
        return reader.describe();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            reader.close();
            laneReaders.close();
            writer.close();
            file.close();
        }
    }
}
