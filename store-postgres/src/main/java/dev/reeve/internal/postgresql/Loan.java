package dev.reeve.internal.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/**
 * A connection that is borrowed for a short time, with a limit on its silence (R51). Each statement is its own
 * transaction. Closing gives it back unchanged.
 *
 * <p>Nothing is set for the session, since a pooler may use another one for the next transaction, and no statement is
 * kept in it under a name (R49, R50). Each statement carries its {@link TransactionSettings}.
 */
final class Loan implements AutoCloseable {

    private final Connection connection;
    private final Schema schema;
    private final Timeouts timeouts;
    private final boolean autoCommit;
    private final int networkMillis;

    /** False for a connection of another vendor, which a loan detects. */
    private final boolean ours;

    private final int prepareThreshold;

    Loan(DataSource dataSource, Schema schema, Timeouts timeouts) throws SQLException {
        this(dataSource, schema, timeouts, timeouts.network());
    }

    /** @param borrowing how long to wait for the connection */
    Loan(DataSource dataSource, Schema schema, Timeouts timeouts, Duration borrowing) throws SQLException {
        this.schema = schema;
        this.timeouts = timeouts;
        connection = ConnectionBorrower.within(borrowing, dataSource);
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

    Schema schema() {
        return schema;
    }

    /** For reads, and for writes that a crash may lose without harm. */
    Query query(String... blocks) throws SQLException {
        return Query.guarded(connection, TransactionSettings.reading(timeouts), schema.sql(blocks));
    }

    /** As {@link #query}, but always by an index, regardless of the planner's statistics. */
    Query planned(String... blocks) throws SQLException {
        return Query.guarded(connection, TransactionSettings.planned(timeouts), schema.sql(blocks));
    }

    /** For writes that must be durable once they are answered. */
    Query writing(String... blocks) throws SQLException {
        return Query.guarded(connection, TransactionSettings.writing(timeouts), schema.sql(blocks));
    }

    /** Commits the work that is done on this loan, or rolls it back. */
    <T> T transaction(Transaction.Work<T> work) throws SQLException {
        return Transaction.committed(connection, work);
    }

    /**
     * As {@link #transaction}, for what a standby must have once it is answered.
     *
     * @param asked what the database is asked to do, for the message of an error
     */
    <T> T replicated(String asked, Transaction.Work<T> work) throws SQLException {
        connection.clearWarnings();
        T result = transaction(work);
        PostgresErrors.requireReplicated(asked, connection.getWarnings());
        return result;
    }

    /** Commits the work if it has a result; otherwise rolls it back. */
    <T> Optional<T> attempt(Transaction.Work<Optional<T>> work) throws SQLException {
        return Transaction.attempted(connection, work);
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            // the lender discards a connection that broke
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
