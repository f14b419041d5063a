package dev.reeve.benchmark.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The answer of a database to a question with one row and one column. */
final class SqlValue {

    /** Opens a connection. */
    interface Source {
        Connection connect() throws SQLException;
    }

    private SqlValue() {}

    static String of(Source source, String sql) {
        try (Connection connection = source.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new UnusableDatabaseException(sql, e);
        }
    }
}
