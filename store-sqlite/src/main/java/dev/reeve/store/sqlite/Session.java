package dev.reeve.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.IdentityHashMap;

/**
 * One connection with its prepared statements, which live as long as it does. Used by one thread at a time.
 *
 * <p>JDBC's own transactions are left alone: the connection stays in autocommit, and BEGIN and COMMIT are statements like any
 * other. So a transaction is IMMEDIATE, and begins and ends where we say.
 */
final class Session implements AutoCloseable {

    private final Connection connection;
    private final IdentityHashMap<Sql, PreparedStatement> statements = new IdentityHashMap<>();

    Session(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    PreparedStatement prepared(Sql sql) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql.text());
            statements.put(sql, statement);
        }
        return statement;
    }

    /** Runs what has no parameters and no result. */
    void run(Sql sql) throws SQLException {
        prepared(sql).execute();
    }

    /** The only column of the only row. */
    long number(Sql sql) throws SQLException {
        try (ResultSet columns = prepared(sql).executeQuery()) {
            return columns.getLong(1);
        }
    }

    /** For what is done once: settings and migrations. May hold several statements. */
    void execute(String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(text);
        }
    }

    /** The first column of the first row of a PRAGMA. */
    String pragma(String text) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet columns = statement.executeQuery("PRAGMA " + text)) {
            return columns.next() ? columns.getString(1) : "";
        }
    }

    @Override
    public void close() throws SQLException {
        statements.clear();
        connection.close();
    }
}
