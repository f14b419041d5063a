package dev.reeve.store.sqlite;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.engine.store.ExecutionFilter;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.JournalRow;
import dev.reeve.engine.store.LaneStore;
import dev.reeve.engine.store.NodeId;
import dev.reeve.engine.store.Store;
import dev.reeve.engine.store.StoredWorkflow;
import dev.reeve.model.Json;
import dev.reeve.model.JsonText;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Executions in one SQLite file. One connection writes, in turns for all lanes; others read. */
final class SqliteStore implements Store {

    /** One lane decides while another one commits; a third would only wait (docs/PERFORMANCE.md). */
    private static final int LANES_MAX = 2;

    private static final int READERS = 4;

    /** Whatever did not simply run through; as the index execution_trouble has it. */
    private static final Set<ExecutionStatus> TROUBLE =
            EnumSet.complementOf(EnumSet.of(ExecutionStatus.RUNNING, ExecutionStatus.COMPLETED));

    private final SqliteFile file;
    private final InstantSource clock;
    private final Writer writer;
    private final Readers readers;

    /** The lanes have their own, so that a long list in the console does not hold them up. */
    private final Readers laneReaders;

    private final AtomicBoolean closed = new AtomicBoolean();

    private SqliteStore(SqliteFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
        writer = new Writer(file);
        readers = new Readers(file, READERS);
        laneReaders = new Readers(file, LANES_MAX);
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
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        return writer.transaction("Deploying", session -> {
            PreparedStatement insert = session.prepared(Blocks.DEPLOY);
            insert.setString(1, workflow.namespace());
            insert.setString(2, workflow.name());
            insert.setInt(3, workflow.version());
            insert.setString(4, workflow.content().text());
            insert.setLong(5, Values.micros(clock.instant()));
            insert.executeUpdate();
            PreparedStatement query = session.prepared(Blocks.WORKFLOW);
            query.setString(1, workflow.namespace());
            query.setString(2, workflow.name());
            query.setInt(3, workflow.version());
            try (ResultSet columns = query.executeQuery()) {
                return workflow(columns);
            }
        });
    }

    private static StoredWorkflow workflow(ResultSet columns) throws SQLException {
        return new StoredWorkflow(
                columns.getString(1), columns.getString(2), columns.getInt(3), new Json(columns.getString(4)));
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        return readers.read("Listing definitions", session -> {
            PreparedStatement query = session.prepared(Blocks.WORKFLOWS);
            query.setString(1, namespace);
            List<StoredWorkflow> workflows = new ArrayList<>();
            try (ResultSet columns = query.executeQuery()) {
                while (columns.next()) {
                    workflows.add(workflow(columns));
                }
            }
            return List.copyOf(workflows);
        });
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        return readers.read("Looking for an execution", session -> {
            PreparedStatement query = session.prepared(Blocks.FIND);
            query.setBytes(1, Values.id(id));
            try (ResultSet columns = query.executeQuery()) {
                return columns.next() ? Optional.of(Values.row(columns)) : Optional.empty();
            }
        });
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        return readers.read("Reading a history", session -> {
            PreparedStatement query = session.prepared(Blocks.FIND);
            query.setBytes(1, Values.id(id));
            long number;
            try (ResultSet columns = query.executeQuery()) {
                if (!columns.next()) {
                    return List.of();
                }
                number = columns.getLong(14);
            }
            return SqliteLane.journal(session, id, number);
        });
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        return readers.read("Listing executions", session -> {
            ExecutionId before = filter.before();
            PreparedStatement query = session.prepared(listFor(filter.statuses()));
            if (before == null) {
                query.setNull(7, Types.INTEGER);
                query.setNull(8, Types.BLOB);
            } else {
                PreparedStatement position = session.prepared(Blocks.LIST_BEFORE);
                position.setBytes(1, Values.id(before));
                try (ResultSet columns = position.executeQuery()) {
                    if (!columns.next()) {
                        return List.of();
                    }
                    query.setLong(7, columns.getLong(1));
                }
                query.setBytes(8, Values.id(before));
            }
            query.setString(1, filter.namespace());
            query.setString(2, filter.workflow());
            query.setString(3, statuses(filter.statuses()));
            query.setString(4, Values.labels(filter.labels()));
            Values.set(query, 5, filter.startedFrom());
            Values.set(query, 6, filter.startedBefore());
            query.setInt(9, filter.limit());
            List<ExecutionRow> rows = new ArrayList<>();
            try (ResultSet columns = query.executeQuery()) {
                while (columns.next()) {
                    rows.add(Values.row(columns));
                }
            }
            return List.copyOf(rows);
        });
    }

    private static Sql listFor(Set<ExecutionStatus> statuses) {
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
                : JsonText.fromValue(statuses.stream().map(Enum::name).sorted().toList())
                        .text();
    }

    @Override
    public String describe() {
        return "SQLite file " + file.path();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            readers.close();
            laneReaders.close();
            writer.close();
            file.close();
        }
    }
}
