package dev.reeve.benchmark.earlier;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A store.
 *
 * @param address a JDBC URL of PostgreSQL, or the file of a SQLite store
 */
record Place(String address) {

    private static final int POOL_MAX = 20;

    boolean isPostgres() {
        return address.startsWith("jdbc:");
    }

    /** A new pool as applications have one. */
    HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(address);
        config.setMaximumPoolSize(POOL_MAX);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    /** A new connection beside the engine. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(address);
    }

    /** Runs a statement. Returns the first column of its first row, or an empty text. */
    static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (ResultSet rows = statement.getResultSet()) {
                return rows.next() ? rows.getString(1) : "";
            }
        }
    }
}
