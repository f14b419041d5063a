package dev.reeve.internal.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Borrows a connection with a time limit. Some pools wait forever if none is configured, and so does the driver if the
 * server falls silent while the connection is set up.
 */
final class ConnectionBorrower {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionBorrower.class);

    private ConnectionBorrower() {}

    /** @throws SQLTimeoutException if no connection comes in time; a later one is given back */
    static Connection within(Duration patience, DataSource pool) throws SQLException {
        CompletableFuture<Connection> asked = new CompletableFuture<>();
        Thread.ofVirtual().name("reeve-borrowing").start(() -> borrow(pool, asked));
        try {
            return asked.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            giveBack(asked);
            throw new SQLTimeoutException("no connection within %d ms".formatted(patience.toMillis()), e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SQLException refused ? refused : new SQLException(e.getCause());
        } catch (InterruptedException e) {
            giveBack(asked);
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while waiting for a connection", e);
        }
    }

    /**
     * Gives back a connection that the caller does not wait for any more: at once if it is here, otherwise when it
     * arrives.
     */
    static void giveBack(CompletableFuture<Connection> asked) {
        if (!asked.cancel(false) && !asked.isCompletedExceptionally()) {
            try {
                asked.join().close();
            } catch (SQLException e) {
                LOG.debug("a connection that is no longer needed could not be returned", e);
            }
        }
    }

    private static void borrow(DataSource pool, CompletableFuture<Connection> asked) {
        try {
            Connection connection = pool.getConnection();
            if (!asked.complete(connection)) {
                connection.close();
            }
        } catch (SQLException | RuntimeException e) {
            if (!asked.completeExceptionally(e)) {
                LOG.debug("a connection that is no longer needed could not be obtained", e);
            }
        }
    }
}
