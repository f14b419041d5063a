package dev.reeve.internal.postgresql;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.spi.store.PermitContract;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** A transaction that has called the SQL function {@code reeve.complete}. */
record AgentTransaction(Connection connection) implements PermitContract.AgentSide {

    static @Nullable AgentTransaction begin(DataSource database, AttemptToken token, Json output) {
        try {
            Connection connection = database.getConnection();
            // the application's own statements, its COMMIT among them, as docs/guide/postgresql.md asks behind a pooler
            connection.unwrap(PGConnection.class).setPrepareThreshold(0);
            connection.setAutoCommit(false);
            try (PreparedStatement call = connection.prepareStatement("select reeve.complete(?, ?::json)")) {
                call.setString(1, token.text());
                call.setString(2, output.text());
                call.execute();
                return new AgentTransaction(connection);
            } catch (SQLException e) {
                connection.rollback();
                connection.close();
                if (String.valueOf(e.getSQLState()).startsWith("RV")) {
                    return null;
                }
                throw e;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void commit() {
        try (connection) {
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void rollBack() {
        try (connection) {
            connection.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
