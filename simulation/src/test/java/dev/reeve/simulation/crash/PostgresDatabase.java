package dev.reeve.simulation.crash;

import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.internal.postgresql.PostgresStoreProvider;
import dev.reeve.simulation.store.EmbeddedPostgresServer;
import dev.reeve.spi.store.Store;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;

/** PostgreSQL; one database, emptied each time. */
final class PostgresDatabase implements Database {

    private final HikariDataSource pool = EmbeddedPostgresServer.database();

    PostgresDatabase() {
        open().close();
    }

    @Override
    public Store open() {
        return new PostgresStoreProvider().open(pool).orElseThrow();
    }

    @Override
    public void empty() {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("delete from reeve.journal; delete from reeve.execution; delete from reeve.workflow;"
                    + " delete from reeve.outbox");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void damage(ExecutionId id) {
        change("delete from reeve.journal where execution_id = ? and seq = 1", id.value());
    }

    @Override
    public void append(ExecutionId id, String events) {
        change(
                "insert into reeve.journal (shard, execution_id, seq, at, events)"
                        + " select shard, execution_id, max(seq) + 1, max(at), ?::json from reeve.journal"
                        + " where execution_id = ? group by shard, execution_id",
                events,
                id.value());
    }

    @Override
    public void status(ExecutionId id, ExecutionStatus status) {
        int code = switch (status) {
            case RUNNING -> 1;
            case COMPENSATING -> 2;
            case ESCALATED -> 3;
            case PAUSED -> 8;
            case COMPLETED, COMPENSATED, CANCELLED, FAILED ->
                throw new IllegalArgumentException("the table refuses an end without its time");
        };
        change("update reeve.execution set status = ? where id = ?", code, id.value());
    }

    @Override
    public void wake(ExecutionId id, Instant at) {
        change("update reeve.execution set wake_at = ? where id = ?", at.atOffset(ZoneOffset.UTC), id.value());
    }

    @Override
    public void remove(ExecutionId id) {
        change("delete from reeve.journal where execution_id = ?", id.value());
        change("delete from reeve.execution where id = ?", id.value());
    }

    @Override
    public void forget(String workflow) {
        change("delete from reeve.workflow where name = ?", workflow);
    }

    @Override
    public Connection connect() throws SQLException {
        return pool.getConnection();
    }

    @Override
    public void close() {
        pool.close();
    }
}
