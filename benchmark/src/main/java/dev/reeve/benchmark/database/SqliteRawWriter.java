package dev.reeve.benchmark.database;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Two tables with a primary key each and no other index, in a separate file, synced at each commit. */
final class SqliteRawWriter extends RawWriter {

    private static final List<String> SETUP = List.of(
            "pragma journal_mode = wal",
            "pragma synchronous = full",
            "pragma busy_timeout = 30000",
            "create table if not exists execution (shard integer not null, id blob not null, workflow text not null, version integer not null, status text not null, started_at integer not null, ended_at integer, primary key (shard, id)) without rowid",
            "create table if not exists journal (shard integer not null, execution_id blob not null, seq integer not null, at integer not null, events text not null, primary key (shard, execution_id, seq)) without rowid");

    private final PreparedStatement journal;
    private final PreparedStatement start;
    private final PreparedStatement change;

    private SqliteRawWriter(Connection connection) throws SQLException {
        super(connection, SETUP);
        journal = connection.prepareStatement(
                "insert into journal (shard, execution_id, seq, at, events) values (?, ?, ?, ?, ?)");
        start = connection.prepareStatement(
                "insert into execution (shard, id, workflow, version, status, started_at) values (?, ?, ?, ?, ?, ?)");
        change =
                connection.prepareStatement("update execution set status = ?, ended_at = ? where shard = ? and id = ?");
    }

    static SqliteRawWriter open(Path file) {
        try {
            return new SqliteRawWriter(DriverManager.getConnection("jdbc:sqlite:" + file));
        } catch (SQLException e) {
            throw new UnusableDatabaseException("opening " + file, e);
        }
    }

    @Override
    public void write(Batch batch) throws SQLException {
        for (JournalRow row : batch.journal()) {
            journal.setInt(1, row.id().shard());
            journal.setBytes(2, bytes(row.id()));
            journal.setInt(3, row.seq());
            journal.setLong(4, micros(row.at()));
            journal.setString(5, row.events());
            journal.addBatch();
        }
        journal.executeBatch();
        for (ExecutionRow row : batch.started()) {
            start.setInt(1, row.id().shard());
            start.setBytes(2, bytes(row.id()));
            start.setString(3, row.workflow());
            start.setInt(4, row.version());
            start.setString(5, row.status().name());
            start.setLong(6, micros(row.startedAt()));
            start.addBatch();
        }
        start.executeBatch();
        for (ExecutionChange row : batch.changed()) {
            Instant endedAt = row.endedAt();
            change.setString(1, row.status().name());
            change.setLong(2, endedAt == null ? 0 : micros(endedAt));
            change.setInt(3, row.id().shard());
            change.setBytes(4, bytes(row.id()));
            change.addBatch();
        }
        change.executeBatch();
        connection.commit();
    }

    private static byte[] bytes(ExecutionId id) {
        return ByteBuffer.allocate(16)
                .putLong(id.value().getMostSignificantBits())
                .putLong(id.value().getLeastSignificantBits())
                .array();
    }

    private static long micros(Instant instant) {
        return TimeUnit.SECONDS.toMicros(instant.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(instant.getNano());
    }
}
