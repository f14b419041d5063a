package dev.reeve.benchmark.peers.driver;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A new database on the server that the comparison has started. */
public final class BenchDatabase {

    private static final String SERVER = System.getProperty("server", "127.0.0.1:5440");
    private static final String USER = "postgres";

    private BenchDatabase() {}

    /** Creates the database anew and returns a pool of connections to it. */
    public static HikariDataSource create(String name, int connections) throws SQLException {
        try (Connection admin = DriverManager.getConnection(address(USER), USER, "");
                Statement statement = admin.createStatement()) {
            statement.execute("drop database if exists " + name + " with (force)");
            statement.execute("create database " + name);
            statement.execute("checkpoint");
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(address(name));
        config.setUsername(USER);
        config.setPassword("");
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }

    private static String address(String database) {
        return "jdbc:postgresql://" + SERVER + "/" + database + "?reWriteBatchedInserts=true";
    }
}
