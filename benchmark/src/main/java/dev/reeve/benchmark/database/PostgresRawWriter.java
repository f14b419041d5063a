package dev.reeve.benchmark.database;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;

/**
 * Two tables with a primary key each and no other index, filled by binary COPY, PostgreSQL's fastest way to load rows.
 *
 * @see <a href="https://www.postgresql.org/docs/current/sql-copy.html">COPY, file formats</a>
 */
final class PostgresRawWriter extends RawWriter {

    private static final List<String> SETUP = List.of(
            // In sequence: creating the same schema concurrently is an error in spite of "if not exists".
            "select pg_advisory_lock(4711)",
            "create schema if not exists reeve_raw",
            "create table if not exists reeve_raw.execution (shard smallint not null, id uuid not null, workflow text not null, version integer not null, status text not null, started_at timestamptz not null, ended_at timestamptz, primary key (shard, id)) with (fillfactor = 80)",
            "create table if not exists reeve_raw.journal (shard smallint not null, execution_id uuid not null, seq integer not null, at timestamptz not null, events jsonb not null, primary key (shard, execution_id, seq))",
            "select pg_advisory_unlock(4711)");

    private static final String JOURNAL =
            "copy reeve_raw.journal (shard, execution_id, seq, at, events) from stdin (format binary)";
    private static final String START =
            "copy reeve_raw.execution (shard, id, workflow, version, status, started_at) from stdin (format binary)";
    private static final String CHANGE = """
            update reeve_raw.execution e set status = 'COMPLETED', ended_at = now()
            from unnest(?::smallint[], ?::uuid[]) as n (shard, id)
            where e.shard = n.shard and e.id = n.id
            """;

    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0};
    private static final int JSONB_VERSION = 1;
    private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

    private final CopyManager copy;
    private final PreparedStatement change;

    private PostgresRawWriter(Connection connection) throws SQLException {
        super(connection, SETUP);
        copy = new CopyManager(connection.unwrap(BaseConnection.class));
        change = connection.prepareStatement(CHANGE);
    }

    static PostgresRawWriter open(Connection connection) throws SQLException {
        return new PostgresRawWriter(connection);
    }

    @Override
    public void write(Batch batch) throws SQLException {
        try {
            copy(JOURNAL, journal(batch.journal()));
            if (!batch.started().isEmpty()) {
                copy(START, started(batch.started()));
            }
        } catch (IOException e) {
            throw new SQLException(e);
        }
        List<ExecutionChange> changed = batch.changed();
        if (!changed.isEmpty()) {
            change.setArray(
                    1,
                    connection.createArrayOf(
                            "int2",
                            changed.stream()
                                    .map(row -> (short) row.id().shard())
                                    .toArray()));
            change.setArray(
                    2,
                    connection.createArrayOf(
                            "uuid",
                            changed.stream().map(row -> row.id().value()).toArray()));
            change.executeUpdate();
        }
        connection.commit();
    }

    private void copy(String sql, byte[] rows) throws SQLException, IOException {
        copy.copyIn(sql, new ByteArrayInputStream(rows), 1 << 16);
    }

    private static byte[] journal(List<JournalRow> rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(rows.size() * 512);
        DataOutputStream out = begin(bytes);
        for (JournalRow row : rows) {
            out.writeShort(5);
            id(out, row.id());
            out.writeInt(Integer.BYTES);
            out.writeInt(row.seq());
            time(out, row.at());
            byte[] events = row.events().getBytes(StandardCharsets.UTF_8);
            out.writeInt(events.length + 1);
            out.writeByte(JSONB_VERSION);
            out.write(events);
        }
        out.writeShort(-1);
        return bytes.toByteArray();
    }

    private static byte[] started(List<ExecutionRow> rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(rows.size() * 128);
        DataOutputStream out = begin(bytes);
        for (ExecutionRow row : rows) {
            out.writeShort(6);
            id(out, row.id());
            text(out, row.workflow());
            out.writeInt(Integer.BYTES);
            out.writeInt(row.version());
            text(out, row.status().name());
            time(out, row.startedAt());
        }
        out.writeShort(-1);
        return bytes.toByteArray();
    }

    private static DataOutputStream begin(ByteArrayOutputStream bytes) throws IOException {
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(SIGNATURE);
        out.writeInt(0);
        out.writeInt(0);
        return out;
    }

    private static void id(DataOutputStream out, ExecutionId id) throws IOException {
        out.writeInt(Short.BYTES);
        out.writeShort(id.shard());
        out.writeInt(2 * Long.BYTES);
        out.writeLong(id.value().getMostSignificantBits());
        out.writeLong(id.value().getLeastSignificantBits());
    }

    private static void time(DataOutputStream out, Instant time) throws IOException {
        out.writeInt(Long.BYTES);
        out.writeLong(Duration.between(EPOCH, time).toNanos() / 1_000);
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
