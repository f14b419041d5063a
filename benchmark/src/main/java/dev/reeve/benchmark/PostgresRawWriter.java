package dev.reeve.benchmark;

import dev.reeve.engine.store.Batch;
import dev.reeve.engine.store.ExecutionChange;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.JournalRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Function;

/** Two tables with a primary key each and nothing else, filled by one statement over arrays per table. */
final class PostgresRawWriter implements RawWriter {

    private static final List<String> SETUP = List.of(
            // One after the other: creating the same schema twice at once is an error in spite of "if not exists".
            "select pg_advisory_lock(4711)",
            "create schema if not exists reeve_raw",
            "create table if not exists reeve_raw.execution (shard smallint not null, id uuid not null, workflow text not null, version integer not null, status text not null, started_at timestamptz not null, ended_at timestamptz, primary key (shard, id)) with (fillfactor = 80)",
            "create table if not exists reeve_raw.journal (shard smallint not null, execution_id uuid not null, seq integer not null, at timestamptz not null, events jsonb not null, primary key (shard, execution_id, seq))",
            "select pg_advisory_unlock(4711)");

    private static final String JOURNAL =
            """
            insert into reeve_raw.journal (shard, execution_id, seq, at, events)
            select * from unnest(?::smallint[], ?::uuid[], ?::integer[], ?::timestamptz[], ?::jsonb[])
            """;
    private static final String START =
            """
            insert into reeve_raw.execution (shard, id, workflow, version, status, started_at)
            select * from unnest(?::smallint[], ?::uuid[], ?::text[], ?::integer[], ?::text[], ?::timestamptz[])
            """;
    private static final String CHANGE =
            """
            update reeve_raw.execution e set status = n.status, ended_at = n.ended_at
            from unnest(?::smallint[], ?::uuid[], ?::text[], ?::timestamptz[]) as n (shard, id, status, ended_at)
            where e.shard = n.shard and e.id = n.id
            """;

    private final Connection connection;
    private final PreparedStatement journal;
    private final PreparedStatement start;
    private final PreparedStatement change;

    private PostgresRawWriter(Connection connection) throws SQLException {
        this.connection = connection;
        try (Statement statement = connection.createStatement()) {
            for (String sql : SETUP) {
                statement.execute(sql);
            }
        }
        connection.setAutoCommit(false);
        journal = connection.prepareStatement(JOURNAL);
        start = connection.prepareStatement(START);
        change = connection.prepareStatement(CHANGE);
    }

    static PostgresRawWriter open(Connection connection) throws SQLException {
        return new PostgresRawWriter(connection);
    }

    @Override
    public void write(Batch batch) throws SQLException {
        List<JournalRow> rows = batch.journal();
        set(journal, 1, "int2", rows, row -> (short) row.id().shard());
        set(journal, 2, "uuid", rows, row -> row.id().value());
        set(journal, 3, "int4", rows, JournalRow::seq);
        set(journal, 4, "text", rows, row -> row.at().toString());
        set(journal, 5, "text", rows, JournalRow::events);
        journal.executeUpdate();
        List<ExecutionRow> started = batch.started();
        set(start, 1, "int2", started, row -> (short) row.id().shard());
        set(start, 2, "uuid", started, row -> row.id().value());
        set(start, 3, "text", started, ExecutionRow::workflow);
        set(start, 4, "int4", started, ExecutionRow::version);
        set(start, 5, "text", started, row -> row.status().name());
        set(start, 6, "text", started, row -> row.startedAt().toString());
        start.executeUpdate();
        List<ExecutionChange> changed = batch.changed();
        set(change, 1, "int2", changed, row -> (short) row.id().shard());
        set(change, 2, "uuid", changed, row -> row.id().value());
        set(change, 3, "text", changed, row -> row.status().name());
        set(change, 4, "text", changed, row -> String.valueOf(row.endedAt()));
        change.executeUpdate();
        connection.commit();
    }

    private <T> void set(PreparedStatement statement, int index, String type, List<T> rows, Function<T, Object> column)
            throws SQLException {
        Object[] values = new Object[rows.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.apply(rows.get(i));
        }
        statement.setArray(index, connection.createArrayOf(type, values));
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
