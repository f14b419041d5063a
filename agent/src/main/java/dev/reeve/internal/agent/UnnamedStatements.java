package dev.reeve.internal.agent;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

/**
 * Statements that leave no name behind in a session of PostgreSQL. Its driver keeps a statement under a name from the
 * fifth use on, and a pooler may give the next transaction another session, which does not know the name (R50).
 * Connections of other drivers are used as they are, and an agent need not have this driver.
 */
public final class UnnamedStatements {

    private static final boolean DRIVER = isPresent();

    private UnnamedStatements() {}

    private static boolean isPresent() {
        try {
            Class.forName("org.postgresql.PGStatement", false, UnnamedStatements.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Prepares a statement on a connection that must not be changed, such as a caller's own. */
    public static PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            if (DRIVER) {
                Driver.leaveUnnamed(statement);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    /**
     * Lets all statements of a connection be without names, including its {@code COMMIT}.
     *
     * @return the number of uses after which they had names, for {@link #restore}
     */
    public static int begin(Connection connection) throws SQLException {
        return DRIVER ? Driver.swapThreshold(connection, 0) : 0;
    }

    /** Undoes {@link #begin}. */
    public static void restore(Connection connection, int threshold) throws SQLException {
        if (DRIVER) {
            Driver.swapThreshold(connection, threshold);
        }
    }

    /** Used only where the driver is on the class path. */
    private static final class Driver {

        static void leaveUnnamed(PreparedStatement statement) throws SQLException {
            if (statement.isWrapperFor(PGStatement.class)) {
                statement.unwrap(PGStatement.class).setPrepareThreshold(0);
            }
        }

        static int swapThreshold(Connection connection, int threshold) throws SQLException {
            if (!connection.isWrapperFor(PGConnection.class)) {
                return 0;
            }
            PGConnection driver = connection.unwrap(PGConnection.class);
            int before = driver.getPrepareThreshold();
            driver.setPrepareThreshold(threshold);
            return before;
        }
    }
}
