package dev.reeve.internal.sqlite;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A small pool of read-only connections, each lent to one thread at a time. They see the last commit and block no other
 * connection. Thread-safe.
 */
final class Readers {

    private static final SqliteSql BEGIN = new SqliteSql("begin", List.of(), "BEGIN");
    private static final SqliteSql COMMIT = new SqliteSql("commit", List.of(), "COMMIT");

    private final ReadableFile file;
    private final Semaphore permits;
    private final Object guard = new Object();

    /** Guarded by guard. */
    private final Deque<Session> idle = new ArrayDeque<>();

    /** Guarded by guard. */
    private boolean closed;

    /** @param count number of connections; when all are lent, callers wait in the order of their arrival */
    Readers(ReadableFile file, int count) {
        this.file = file;
        permits = new Semaphore(count, true);
    }

    /** Reads within one snapshot. */
    <T> T read(String what, Writer.Work<T> work) {
        permits.acquireUninterruptibly();
        try {
            Session session = borrow();
            boolean sound = false;
            try {
                session.run(BEGIN);
                T answer = work.apply(session);
                session.run(COMMIT);
                sound = true;
                return answer;
            } catch (SQLException e) {
                throw SqliteErrors.of(what, file.path(), e);
            } finally {
                giveBack(session, sound);
            }
        } finally {
            permits.release();
        }
    }

    private Session borrow() {
        Session session;
        synchronized (guard) {
            if (closed) {
                throw SqliteErrors.unavailable("The store %s is closed. Open it again.".formatted(file.path()), null);
            }
            session = idle.poll();
        }
        if (session == null) {
            return file.openReader();
        }
        file.verify();
        return session;
    }

    private void giveBack(Session session, boolean sound) {
        boolean keep;
        synchronized (guard) {
            keep = sound && !closed;
            if (keep) {
                idle.push(session);
            }
        }
        if (!keep) {
            SqliteFile.closeQuietly(session);
        }
    }

    /** Lent connections are closed when they are returned. */
    void close() {
        @Nullable Session session;
        do {
            synchronized (guard) {
                closed = true;
                session = idle.poll();
            }
            if (session != null) {
                SqliteFile.closeQuietly(session);
            }
        } while (session != null);
    }
}
