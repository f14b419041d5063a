package dev.reeve.internal.postgresql;

import java.sql.SQLException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lends connections for single questions, until it is closed. Questions within {@link #together} share one connection.
 * Thread-safe.
 */
final class Loans implements AutoCloseable {

    private final Sessions sessions;

    /** The loan of a thread within {@link #together}. Each store has its own, and clears it afterwards. */
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<@Nullable Loan> kept = new ThreadLocal<>();

    private volatile boolean closed;

    Loans(Sessions sessions) {
        this.sessions = sessions;
    }

    /** Work with a borrowed connection. */
    interface Question<T> {
        T ask(Loan loan) throws SQLException;
    }

    <T> T ask(String asked, Question<T> question) {
        checkOpen();
        Loan at = kept.get();
        try {
            if (at != null) {
                return question.ask(at);
            }
            try (Loan loan = sessions.borrow()) {
                return question.ask(loan);
            }
        } catch (SQLException e) {
            throw PostgresErrors.failed(asked, e);
        }
    }

    <T> T together(Supplier<T> readings) {
        if (kept.get() != null) {
            return readings.get();
        }
        checkOpen();
        try (Loan loan = sessions.borrow()) {
            kept.set(loan);
            return readings.get();
        } catch (SQLException e) {
            throw PostgresErrors.failed("keep a connection for reading", e);
        } finally {
            kept.remove();
        }
    }

    void checkOpen() {
        if (closed) {
            throw PostgresErrors.closed();
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
