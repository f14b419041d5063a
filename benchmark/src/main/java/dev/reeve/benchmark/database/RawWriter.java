package dev.reeve.benchmark.database;

import dev.reeve.spi.store.Batch;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Writes batches by plain JDBC, one transaction each: the database's own performance, without Reeve's code. */
public abstract class RawWriter implements AutoCloseable {

    /** It does not commit by itself. */
    final Connection connection;

    /** @param setup the statements that create the tables */
    RawWriter(Connection connection, List<String> setup) throws SQLException {
        this.connection = connection;
        try (Statement statement = connection.createStatement()) {
            for (String sql : setup) {
                statement.execute(sql);
            }
        }
        connection.setAutoCommit(false);
    }

    public abstract void write(Batch batch) throws SQLException;

    @Override
    public final void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new UnusableDatabaseException("closing", e);
        }
    }
}
