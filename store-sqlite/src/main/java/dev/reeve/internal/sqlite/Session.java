package dev.reeve.internal.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.IdentityHashMap;

/**
 * One connection with its prepared statements, which live as long as the connection. Used by one thread at a time.
 *
 * <p>JDBC transactions are not used: the connection stays in autocommit mode, and BEGIN and COMMIT are ordinary
 * statements. So a transaction is IMMEDIATE, and its begin and end are explicit.
 */
final class Session implements AutoCloseable {

    private final Connection connection;
    private final IdentityHashMap<SqliteSql, PreparedStatement> statements = new IdentityHashMap<>();

    Session(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    PreparedStatement prepared(SqliteSql sql) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql.text());
            statements.put(sql, statement);
        }
        return statement;
    }

    /** Runs a statement without parameters and result. */
    void run(SqliteSql sql) throws SQLException {
        prepared(sql).execute();
    }

    /** The only column of the only row. */
    long number(SqliteSql sql) throws SQLException {
        try (ResultSet columns = prepared(sql).executeQuery()) {
            return columns.getLong(1);
        }
    }

    /** Runs settings and migrations. May contain several statements. */
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

    /** The number of the newest migration of the file. */
    int version() throws SQLException {
        return Integer.parseInt(pragma("user_version"));
    }

    @Override
    public void close() throws SQLException {
        statements.clear();
        connection.close();
    }
}
