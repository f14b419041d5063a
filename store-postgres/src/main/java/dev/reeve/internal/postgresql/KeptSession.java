package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.StoreException;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is kept, so that no load on a pool delays its work. A broken one is replaced at the next call.
 * Thread-safe: one caller at a time, in the order of their arrival.
 */
final class KeptSession implements AutoCloseable {

    /** Work on the connection. */
    interface Question<T> {
        T ask(LaneSession session) throws SQLException;
    }

    private final Sessions sessions;
    private final ReentrantLock lock = new ReentrantLock(true);
    private volatile @Nullable LaneSession session;
    private volatile boolean closed;
    private volatile Timeouts timeouts;

    KeptSession(Sessions sessions) {
        this.sessions = sessions;
        timeouts = sessions.timeouts().ofRegistration();
    }

    /** Sets the timeouts of the next connection. */
    void within(Timeouts other) {
        timeouts = other;
    }

    /** @param asked see {@link PostgresErrors#failed} */
    <T> T ask(String asked, Question<T> question) {
        lock.lock();
        try {
            if (closed) {
                throw PostgresErrors.closed();
            }
            LaneSession open = session;
            if (open == null) {
                open = sessions.open("reeve registration", timeouts);
                session = open;
            }
            return question.ask(open);
        } catch (SQLException e) {
            if (PostgresErrors.isBroken(e)) {
                giveUp();
            }
            throw PostgresErrors.failed(asked, e);
        } catch (StoreException e) {
            giveUp();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private void giveUp() {
        LaneSession old = session;
        session = null;
        if (old != null) {
            old.close();
        }
    }

    /** Gives the connection back; cuts it if a caller still waits for an answer. */
    @Override
    public void close() {
        closed = true;
        LaneSession.giveUp(session, lock, this::giveUp);
    }
}
