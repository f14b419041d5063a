package dev.reeve.internal.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Runs several statements in one transaction, on a connection in autocommit mode. */
final class Transaction {

    private Transaction() {}

    /** The work of a transaction. */
    interface Work<T> {
        T done() throws SQLException;
    }

    /**
     * Commits the work, or rolls it back. Each statement sees what is committed when it begins. Pools and roles may
     * have another default, with which the result of a wait would not be seen.
     */
    static <T> T committed(Connection connection, Work<T> work) throws SQLException {
        return attempted(connection, () -> Optional.of(work.done())).orElseThrow();
    }

    /** As {@link #committed}, if the work has a result; otherwise rolls it back. */
    static <T> Optional<T> attempted(Connection connection, Work<Optional<T>> work) throws SQLException {
        return within(connection, () -> {
            try (Query query = Query.inSession(connection, PostgresSql.of("session.readCommitted"))) {
                query.execute();
            }
            Optional<T> answer = work.done();
            if (answer.isPresent()) {
                connection.commit();
            }
            return answer;
        });
    }

    /** Rolls back what the work has not committed, also after an error. */
    static <T> T within(Connection connection, Work<T> work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            T answer = work.done();
            end(connection);
            return answer;
        } catch (SQLException | RuntimeException | Error e) {
            try {
                end(connection);
            } catch (SQLException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    /** If the connection is dead, so is the transaction. */
    private static void end(Connection connection) throws SQLException {
        if (!connection.isClosed()) {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }
}
