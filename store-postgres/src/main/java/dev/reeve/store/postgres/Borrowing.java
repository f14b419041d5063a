package dev.reeve.store.postgres;

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
 * Asks for a connection and does not wait for ever, as some pools do if nobody has set a limit for them, and the driver does if the server
 * falls silent while it is being set up.
 */
final class Borrowing {

    private static final Logger LOG = LoggerFactory.getLogger(Borrowing.class);

    private Borrowing() {}

    /** @throws SQLTimeoutException if there is none in time; one that comes later is given back */
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

    /** Nobody waits any more: one that comes later is given back by whoever gets it, and one that has just come is here. */
    static void giveBack(CompletableFuture<Connection> asked) {
        if (!asked.cancel(false) && !asked.isCompletedExceptionally()) {
            try {
                asked.join().close();
            } catch (SQLException e) {
                LOG.debug("a connection that nobody waits for any more could not be given back", e);
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
                LOG.debug("a connection that nobody waits for any more could not be had", e);
            }
        }
    }
}
