package dev.reeve.internal.sqlite;

import dev.reeve.spi.store.StoreException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only connection that writes (R54), lent to one thread after the other in the order of their arrival. Thread-safe.
 *
 * <p>A transaction begins and ends while its thread has the connection. After any error the connection is rolled back
 * before the next thread gets one, or closed if even that fails. So no part of a transaction is ever still under way.
 */
final class Writer {

    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

    /** Work with the connection. */
    @FunctionalInterface
    interface Work<T> {
        T apply(Session session) throws SQLException;
    }

    private static final SqliteSql BEGIN = new SqliteSql("begin", List.of(), "BEGIN IMMEDIATE");
    private static final SqliteSql COMMIT = new SqliteSql("commit", List.of(), "COMMIT");
    private static final SqliteSql ROLLBACK = new SqliteSql("rollback", List.of(), "ROLLBACK");

    private final SqliteFile file;
    private final ReentrantLock turn = new ReentrantLock(true);

    // All guarded by turn.
    private @Nullable Session session;
    private boolean closed;
    private long lastNumber;
    private long lastIncarnation;

    Writer(SqliteFile file) {
        this.file = file;
    }

    /**
     * Runs one transaction: commits what the work did, or rolls it back.
     *
     * @param what for the error: "Committing a batch"
     * @throws StoreException if it may not be in the store
     */
    <T> T transaction(String what, Work<T> work) {
        turn.lock();
        try {
            Session open = open();
            try {
                open.run(BEGIN);
                T answer = work.apply(open);
                open.run(COMMIT);
                return answer;
            } catch (SQLException e) {
                rollBack(open);
                throw SqliteErrors.of(what, file.path(), e);
            } catch (RuntimeException | Error e) {
                rollBack(open);
                throw e;
            }
        } finally {
            turn.unlock();
        }
    }

    /** As {@link #transaction}, on a fresh connection. */
    <T> T freshTransaction(String what, Work<T> work) {
        turn.lock();
        try {
            drop();
            return transaction(what, work);
        } finally {
            turn.unlock();
        }
    }

    private Session open() throws StoreException {
        if (closed) {
            throw SqliteErrors.unavailable("The store %s is closed. Open it again.".formatted(file.path()), null);
        }
        if (session == null) {
            session = file.openWriter();
            try {
                lastNumber = Math.max(lastNumber, session.number(Blocks.LAST_NUMBER));
                lastIncarnation = Math.max(lastIncarnation, session.number(Blocks.LAST_INCARNATION));
            } catch (SQLException e) {
                drop();
                throw SqliteErrors.of("Opening", file.path(), e);
            }
        } else {
            file.verifyWithLog();
        }
        return session;
    }

    private void rollBack(Session open) {
        try {
            open.run(ROLLBACK);
        } catch (SQLException e) {
            // SQLite may have rolled back by itself, as it does when the disk is full. A fresh connection has no
            // transaction.
            LOG.debug("ROLLBACK said: {}. The connection is closed.", e.getMessage());
            drop();
        }
    }

    private void drop() {
        Session old = session;
        session = null;
        if (old != null) {
            SqliteFile.closeQuietly(old);
        }
    }

    /**
     * Takes this many numbers for new executions and returns the first. Call only within a transaction. A number is
     * never given twice.
     */
    long takeNumbers(int count) {
        long first = lastNumber + 1;
        lastNumber += count;
        return first;
    }

    /** An incarnation that no lane ever had in this file. Call only within a transaction. */
    long nextIncarnation() {
        lastIncarnation++;
        return lastIncarnation;
    }

    /** Waits for the transaction under way, marks the file as closed in order, and closes the connection. */
    void close() {
        turn.lock();
        try {
            if (!closed) {
                file.markClosed(open());
            }
        } catch (SQLException | StoreException e) {
            LOG.warn(
                    "{} could not be closed in order; it will be looked through at the next start: {}",
                    file.path(),
                    e.getMessage());
        } finally {
            closed = true;
            drop();
            turn.unlock();
        }
    }
}
