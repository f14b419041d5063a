package dev.reeve.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/**
 * A connection that is borrowed for a moment, with a limit on how long it may be silent (R51), each statement its own
 * transaction. Closing gives it back as it was.
 *
 * <p>Nothing is set for the session, since a pooler may hand out another one for the next transaction, and nothing is
 * kept in it under a name (R49, R50): each statement brings its {@link Settings} along.
 */
final class Loan implements AutoCloseable {

    private final Connection connection;
    private final Timeouts timeouts;
    private final boolean autoCommit;
    private final int networkMillis;

    /** Unless it is of some other vendor, which is found out with a loan. */
    private final boolean ours;

    private final int prepareThreshold;

    Loan(DataSource dataSource, Timeouts timeouts) throws SQLException {
        this(dataSource, timeouts, timeouts.network());
    }

    /** @param borrowing how long to wait for the connection */
    Loan(DataSource dataSource, Timeouts timeouts, Duration borrowing) throws SQLException {
        this.timeouts = timeouts;
        connection = Borrowing.within(borrowing, dataSource);
        try {
            autoCommit = connection.getAutoCommit();
            networkMillis = connection.getNetworkTimeout();
            ours = connection.isWrapperFor(PGConnection.class);
            prepareThreshold = ours ? driver().getPrepareThreshold() : 0;
            connection.setNetworkTimeout(Runnable::run, timeouts.networkMillis());
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            if (ours) {
                driver().setPrepareThreshold(0);
            }
        } catch (SQLException e) {
            try (connection) {
                throw e;
            }
        }
    }

    private PGConnection driver() throws SQLException {
        return connection.unwrap(PGConnection.class);
    }

    Connection connection() {
        return connection;
    }

    /** For what reads, or writes what may be lost in a crash without harm. */
    Query query(String... blocks) throws SQLException {
        return Query.guarded(connection, Settings.reading(timeouts), Sql.of(blocks));
    }

    /** As {@link #query}, and by an index whatever the planner knows. */
    Query planned(String... blocks) throws SQLException {
        return Query.guarded(connection, Settings.planned(timeouts), Sql.of(blocks));
    }

    /** For what is durable once it is answered. */
    Query writing(String... blocks) throws SQLException {
        return Query.guarded(connection, Settings.writing(timeouts), Sql.of(blocks));
    }

    /** Commits what was done with this loan, or undoes it. */
    <T> T transaction(Transaction.Work<T> work) throws SQLException {
        return Transaction.committed(connection, work);
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            // a connection that broke is thrown away by whoever lent it
            if (!connection.isClosed()) {
                if (ours) {
                    driver().setPrepareThreshold(prepareThreshold);
                }
                connection.setNetworkTimeout(Runnable::run, networkMillis);
                connection.setAutoCommit(autoCommit);
            }
        }
    }
}
