package dev.reeve.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A connection that is borrowed for a moment, with a limit on how long it may be silent (R51), each statement its own
 * transaction. Closing gives it back as it was.
 */
final class Loan implements AutoCloseable {

    private final Connection connection;
    private final boolean autoCommit;
    private final int networkMillis;

    Loan(DataSource dataSource, Timeouts timeouts) throws SQLException {
        connection = dataSource.getConnection();
        try {
            autoCommit = connection.getAutoCommit();
            networkMillis = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, timeouts.networkMillis());
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            try (connection) {
                throw e;
            }
        }
    }

    Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            // a connection that broke is thrown away by whoever lent it
            if (!connection.isClosed()) {
                connection.setNetworkTimeout(Runnable::run, networkMillis);
                connection.setAutoCommit(autoCommit);
            }
        }
    }
}
