package dev.reeve.simulation.crash;

import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.core.ExecutionId;
import dev.reeve.engine.store.Store;
import dev.reeve.simulation.store.EmbeddedPostgresServer;
import dev.reeve.store.postgres.PostgresStoreProvider;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

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
            statement.execute("delete from reeve.journal; delete from reeve.execution; delete from reeve.workflow");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void damage(ExecutionId id) {
        try (Connection connection = pool.getConnection();
                PreparedStatement delete =
                        connection.prepareStatement("delete from reeve.journal where execution_id = ? and seq = 1")) {
            delete.setObject(1, id.value());
            if (delete.executeUpdate() != 1) {
                throw new IllegalStateException("nothing to damage in " + id);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
