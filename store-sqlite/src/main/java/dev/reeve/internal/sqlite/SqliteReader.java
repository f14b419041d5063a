package dev.reeve.internal.sqlite;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Occupancy;
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
import dev.reeve.spi.store.ListPosition;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.StoreReader;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Succession;
import dev.reeve.spi.store.Undeployment;
import dev.reeve.spi.store.WorkflowVersion;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Read-only access to a file, also while another process writes it. */
final class SqliteReader implements StoreReader {

    private static final int READERS = 4;

    /** All statuses but RUNNING and COMPLETED, as in the index execution_trouble. */
    private static final Set<ExecutionStatus> TROUBLE =
            EnumSet.complementOf(EnumSet.of(ExecutionStatus.RUNNING, ExecutionStatus.COMPLETED));

    private final ReadableFile file;
    private final InstantSource clock;
    private final Readers readers;

    SqliteReader(ReadableFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
        readers = new Readers(file, READERS);
    }

    /** Opens a file that another process may own. */
    static SqliteReader open(Path path, InstantSource clock) {
        return new SqliteReader(BorrowedFile.open(path), clock);
    }

    @Override
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    static StoredWorkflow workflow(ResultSet columns) throws SQLException {
        return new StoredWorkflow(
                columns.getString(1), columns.getString(2), columns.getInt(3), new Json(columns.getString(4)));
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        return readers.read("Listing definitions", session -> {
            PreparedStatement query = session.prepared(Blocks.WORKFLOWS);
            query.setString(1, namespace);
            return ColumnValues.list(query, SqliteReader::workflow);
        });
    }

    @Override
    public OptionalInt highestVersion(String namespace, String name) {
        return readers.read("Looking for the versions of a workflow", session -> {
            PreparedStatement query = session.prepared(Blocks.HIGHEST_VERSION);
            query.setString(1, namespace);
            query.setString(2, name);
            try (ResultSet columns = query.executeQuery()) {
                return columns.next() ? OptionalInt.of(columns.getInt(1)) : OptionalInt.empty();
            }
        });
    }

    @Override
    public List<String> namespaces() {
        return readers.read(
                "Listing namespaces",
                session -> ColumnValues.list(session.prepared(Blocks.NAMESPACES), columns -> columns.getString(1)));
    }

    @Override
    public Undeployment.Pinned pinned(String namespace, String name, int version) {
        return readers.read("Counting executions", session -> pinned(session, namespace, name, version));
    }

    static Undeployment.Pinned pinned(Session session, String namespace, String name, int version) throws SQLException {
        PreparedStatement query = version(session.prepared(Blocks.UNDEPLOY_PINNED), namespace, name, version);
        try (ResultSet counts = query.executeQuery()) {
            counts.next();
            return new Undeployment.Pinned(counts.getLong(1), counts.getLong(2));
        }
    }

    static PreparedStatement version(PreparedStatement statement, String namespace, String name, int version)
            throws SQLException {
        statement.setString(1, namespace);
        statement.setString(2, name);
        statement.setInt(3, version);
        return statement;
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        return readers.read("Looking for an execution", session -> {
            PreparedStatement query = session.prepared(Blocks.FIND);
            query.setBytes(1, ColumnValues.id(id));
            try (ResultSet columns = query.executeQuery()) {
                return columns.next() ? Optional.of(ColumnValues.row(columns)) : Optional.empty();
            }
        });
    }

    @Override
    public Optional<ExecutionRow> newest(ExecutionId id) {
        return readers.read("Looking for the newest execution of a key", session -> newest(session, id));
    }

    static Optional<ExecutionRow> newest(Session session, ExecutionId id) throws SQLException {
        PreparedStatement query = session.prepared(Blocks.NEWEST);
        query.setBytes(1, ColumnValues.id(Succession.from(id)));
        query.setBytes(2, ColumnValues.id(Succession.to(id)));
        query.setBytes(3, ColumnValues.id(id));
        try (ResultSet columns = query.executeQuery()) {
            return columns.next() ? Optional.of(ColumnValues.row(columns)) : Optional.empty();
        }
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        return readers.read("Reading a history", session -> {
            OptionalLong number = number(session, id);
            return number.isEmpty() ? List.of() : Journals.journal(session, id, number.getAsLong());
        });
    }

    @Override
    public List<JournalRow> history(ExecutionId id, int last) {
        return readers.read("Reading a part of a history", session -> {
            OptionalLong number = number(session, id);
            return number.isEmpty() ? List.of() : Journals.until(session, id, number.getAsLong(), last);
        });
    }

    /** The number of an execution in this file; empty if it does not exist. */
    private static OptionalLong number(Session session, ExecutionId id) throws SQLException {
        PreparedStatement query = session.prepared(Blocks.FIND);
        query.setBytes(1, ColumnValues.id(id));
        try (ResultSet columns = query.executeQuery()) {
            return columns.next() ? OptionalLong.of(columns.getLong(14)) : OptionalLong.empty();
        }
    }

    @Override
    public List<WorkflowVersion> endedVersions(String namespace) {
        return SqliteRetention.versions(readers, namespace);
    }

    @Override
    public List<EndedExecution> ended(EndedFilter filter) {
        return SqliteRetention.page(readers, filter);
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        return readers.read("Listing executions", session -> {
            ListPosition after = filter.after();
            boolean byLabel = !filter.labels().isEmpty() && session.version() >= SqliteMigrations.LABELS;
            PreparedStatement query = session.prepared(byLabel ? Blocks.LIST_LABELLED : listFor(filter.statuses()));
            ColumnValues.set(query, 7, after == null ? null : after.startedAt());
            query.setBytes(8, after == null ? null : ColumnValues.id(after.id()));
            query.setString(1, filter.namespace());
            query.setString(2, filter.workflow());
            query.setString(3, statuses(filter.statuses()));
            query.setString(4, ColumnValues.labels(filter.labels()));
            ColumnValues.set(query, 5, filter.startedFrom());
            ColumnValues.set(query, 6, filter.startedBefore());
            query.setInt(9, filter.limit());
            if (byLabel) {
                Map.Entry<String, String> first =
                        filter.labels().entrySet().iterator().next();
                query.setString(10, first.getKey());
                query.setString(11, first.getValue());
            }
            return ColumnValues.list(query, ColumnValues::row);
        });
    }

    static ServicePause pause(ResultSet columns) throws SQLException {
        return new ServicePause(
                columns.getString(1),
                columns.getString(2),
                columns.getString(3),
                ColumnValues.instant(columns.getLong(4)));
    }

    @Override
    public List<ServicePause> pauses() {
        return readers.read(
                "Listing paused actions",
                session -> ColumnValues.list(session.prepared(Blocks.PAUSES), SqliteReader::pause));
    }

    @Override
    public List<UnofferedAction> unoffered() {
        return readers.read("Listing actions that no agent offers", session -> {
            if (session.version() < SqliteMigrations.UNOFFERED_ACTIONS) {
                return List.of();
            }
            return ColumnValues.list(
                    session.prepared(Blocks.UNOFFERED),
                    columns -> new UnofferedAction(
                            columns.getString(1),
                            ColumnValues.instant(columns.getLong(2)),
                            columns.getInt(3),
                            columns.getString(4)));
        });
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        return readers.read("Listing what people did about an action", session -> {
            if (session.version() < SqliteMigrations.SERVICE_CHANGES) {
                return List.of();
            }
            PreparedStatement query = session.prepared(Blocks.SERVICE_CHANGES);
            query.setString(1, action);
            query.setInt(2, ServiceChange.LISTED_MAX);
            return ColumnValues.list(
                    query,
                    columns -> new ServiceChange(
                            action,
                            ServiceChange.Kind.valueOf(columns.getString(1)),
                            columns.getString(2),
                            columns.getString(3),
                            ColumnValues.instant(columns.getLong(4))));
        });
    }

    @Override
    public List<ScheduleRow> schedules(String namespace) {
        return SqliteSchedules.list(readers, namespace);
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String namespace, String name) {
        return SqliteSchedules.changes(readers, namespace, name);
    }

    private static SqliteSql listFor(Set<ExecutionStatus> statuses) {
        if (statuses.isEmpty()) {
            return Blocks.LIST_NEWEST;
        }
        if (TROUBLE.containsAll(statuses)) {
            return Blocks.LIST_TROUBLE;
        }
        return statuses.stream().noneMatch(ExecutionStatus::isTerminal) ? Blocks.LIST_OPEN : Blocks.LIST_NEWEST;
    }

    private static @Nullable String statuses(Set<ExecutionStatus> statuses) {
        return statuses.isEmpty()
                ? null
                : Json.of(statuses.stream().map(Enum::name).sorted().toList()).text();
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return readers.read(
                "Listing what could not be delivered", session -> SqliteOutbox.undeliverable(session, limit));
    }

    @Override
    public Occupancy occupancy() {
        return ExclusiveLock.holderOf(file.path())
                .<Occupancy>map(Occupancy.Taken::new)
                .orElseGet(Occupancy.Free::new);
    }

    @Override
    public String describe() {
        return "SQLite file " + file.path();
    }

    @Override
    public void close() {
        readers.close();
    }
}
