package dev.reeve.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/** Several statements that are done together, on a connection that commits each by itself before and after. */
final class Transaction {

    private Transaction() {}

    /** What is done in it. */
    interface Work<T> {
        T done() throws SQLException;
    }

    /**
     * Commits what was done, or undoes it. Each statement sees what is committed when it begins: pools and roles may say something else,
     * and then what was waited for would not be seen.
     */
    static <T> T committed(Connection connection, Work<T> work) throws SQLException {
        return within(connection, () -> {
            try (Query query = Query.inSession(connection, Sql.of("session.readCommitted"))) {
                query.execute();
            }
            T answer = work.done();
            connection.commit();
            return answer;
        });
    }

    /** Undoes what is not committed in it, after an error, too. */
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
