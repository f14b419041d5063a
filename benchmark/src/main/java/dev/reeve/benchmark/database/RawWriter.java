package dev.reeve.benchmark.database;

import dev.reeve.spi.store.Batch;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Writes batches by plain JDBC, one transaction each: the database's own performance, without Reeve's code. */
public interface RawWriter extends AutoCloseable {

    void write(Batch batch) throws SQLException;

    @Override
    void close();

    /** Executes the statements that create the tables. From then on the writer commits. */
    static void prepare(Connection connection, List<String> setup) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : setup) {
                statement.execute(sql);
            }
        }
        connection.setAutoCommit(false);
    }
}
