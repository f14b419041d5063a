package dev.reeve.internal.agent;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The output of a transactional step, on its way into the store by the SQL function that every language can call. */
final class StoredOutput {

    private static final String NO_PERMIT = "RV001";
    private static final String STORED_ALREADY = "RV002";

    private StoredOutput() {}

    static void write(Connection connection, String schema, AttemptToken token, Json output) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalArgumentException(
                    "the connection is in no transaction, it commits each statement by itself: call setAutoCommit(false) before, and commit() after");
        }
        try (PreparedStatement call = UnnamedStatements.prepare(
                connection, "select \"%s\".complete(?, ?::pg_catalog.json)".formatted(schema))) {
            call.setString(1, token.text());
            call.setString(2, output.text());
            call.execute();
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    /** A transaction that has failed in PostgreSQL cannot commit any more, so the effect is rolled back. */
    private static SQLException refused(SQLException e) throws SQLException {
        String state = e.getSQLState();
        if (NO_PERMIT.equals(state) || STORED_ALREADY.equals(state)) {
            throw StepFailure.transientError(
                            NO_PERMIT.equals(state) ? "ATTEMPT_GIVEN_UP" : "OUTPUT_STORED_ALREADY",
                            String.valueOf(e.getMessage()))
                    .causedBy(e);
        }
        return e;
    }
}
