package dev.reeve.benchmark.database;

import dev.reeve.ExecutionId;
import dev.reeve.benchmark.process.Progress;
import dev.reeve.spi.store.ExecutionRow;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Copies of one execution that ended over a long time, written without the engine.
 *
 * @param sample the execution to copy
 * @param count number of copies
 * @param from when the first one ended
 */
public record KeptRows(Sample sample, long count, Instant from) {

    private static final int BATCH = 10_000;

    /** Duration of each execution. */
    private static final Duration TOOK = Duration.ofMillis(10);

    /** Time between two ends. */
    private Duration step() {
        Duration all = Duration.between(from, Instant.now()).minus(Duration.ofDays(1));
        return Duration.ofNanos(Math.max(1_000, all.toNanos() / Math.max(1, count)))
                .truncatedTo(ChronoUnit.MICROS);
    }

    private static ExecutionId id(RandomGenerator random, Instant at) {
        long high = at.toEpochMilli() << 16 | 0x7000 | random.nextInt(0x1000);
        return new ExecutionId(new UUID(high, 0x8000000000000000L | random.nextLong() >>> 2));
    }

    /** Writes the rows into a PostgreSQL database that has the schema. */
    void intoPostgres(Connection connection, Progress progress) throws SQLException {
        String text = """
                with ended as (
                    insert into reeve.execution (
                        shard, id, namespace, key, workflow, version, status, priority, labels, digest, started_at, wake_at,
                        ended_at, error)
                    select r.shard, r.id, 'default', null, ?, ?, 4, 0, '{}', ?, r.at - interval '10 ms', null, r.at, null
                    from unnest(?::smallint[], ?::uuid[], ?::timestamptz[]) as r (shard, id, at)
                    returning shard, id, ended_at
                )
                insert into reeve.journal (shard, execution_id, seq, at, events)
                select e.shard, e.id, j.seq, e.ended_at, j.events::json
                from ended as e cross join unnest(?::text[]) with ordinality as j (events, seq)
                """;
        RandomGenerator random = RandomGenerator.getDefault();
        Duration step = step();
        ExecutionRow row = sample.row();
        try (PreparedStatement insert = connection.prepareStatement(text)) {
            for (long done = 0; done < count; done += BATCH) {
                int size = (int) Math.min(BATCH, count - done);
                Object[] shards = new Object[size];
                Object[] ids = new Object[size];
                Object[] ends = new Object[size];
                for (int i = 0; i < size; i++) {
                    Instant at = from.plus(step.multipliedBy(done + i));
                    ExecutionId id = id(random, at);
                    shards[i] = (short) id.shard();
                    ids[i] = id.value();
                    ends[i] = at.atOffset(ZoneOffset.UTC).toString();
                }
                insert.setString(1, row.workflow());
                insert.setInt(2, row.version());
                insert.setLong(3, row.digest());
                insert.setArray(4, connection.createArrayOf("int2", shards));
                insert.setArray(5, connection.createArrayOf("uuid", ids));
                insert.setArray(6, connection.createArrayOf("timestamptz", ends));
                insert.setArray(
                        7, connection.createArrayOf("text", sample.events().toArray()));
                insert.executeUpdate();
                tell(progress, done + size);
            }
        }
        try (Statement analyze = connection.createStatement()) {
            analyze.execute("vacuum analyze reeve.execution");
            analyze.execute("vacuum analyze reeve.journal");
        }
    }

    /** Writes the rows into a SQLite file. It must have the schema, and no engine may have it open. */
    void intoSqlite(Connection connection, Progress progress) throws SQLException {
        connection.setAutoCommit(false);
        long number;
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("select coalesce(max(number), 0) from execution")) {
            number = rows.getLong(1);
        }
        RandomGenerator random = RandomGenerator.getDefault();
        Duration step = step();
        try (PreparedStatement execution = connection.prepareStatement("""
                        insert into execution (
                            number, id, shard, namespace, key, workflow, version, status, priority, labels, digest, started_at,
                            wake_at, ended_at, error)
                        values (?, ?, ?, 'default', null, ?, ?, 'COMPLETED', 0, null, ?, ?, null, ?, null)
                        """);
                PreparedStatement journal = connection.prepareStatement(
                        "insert into journal (execution, seq, at, events) values (?, ?, ?, ?)")) {
            for (long done = 0; done < count; done++) {
                Instant at = from.plus(step.multipliedBy(done));
                number++;
                add(execution, number, id(random, at), at);
                add(journal, number, at, sample.events());
                if ((done + 1) % BATCH == 0 || done + 1 == count) {
                    execution.executeBatch();
                    journal.executeBatch();
                    connection.commit();
                    tell(progress, done + 1);
                }
            }
        }
    }

    private void add(PreparedStatement insert, long number, ExecutionId id, Instant at) throws SQLException {
        insert.setLong(1, number);
        insert.setBytes(
                2,
                ByteBuffer.allocate(16)
                        .putLong(id.value().getMostSignificantBits())
                        .putLong(id.value().getLeastSignificantBits())
                        .array());
        insert.setInt(3, id.shard());
        insert.setString(4, sample.row().workflow());
        insert.setInt(5, sample.row().version());
        insert.setLong(6, sample.row().digest());
        insert.setLong(7, micros(at.minus(TOOK)));
        insert.setLong(8, micros(at));
        insert.addBatch();
    }

    private static void add(PreparedStatement insert, long number, Instant at, List<String> events)
            throws SQLException {
        for (int seq = 1; seq <= events.size(); seq++) {
            insert.setLong(1, number);
            insert.setInt(2, seq);
            insert.setLong(3, micros(at));
            insert.setString(4, events.get(seq - 1));
            insert.addBatch();
        }
    }

    private static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    private void tell(Progress progress, long done) {
        if (done % 500_000 == 0 || done == count) {
            progress.say("kept: %,d of %,d".formatted(done, count));
        }
    }
}
