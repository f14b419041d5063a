package dev.reeve.spring;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Databases on one server for all tests. It starts with the first test that needs it, and ends with the JVM. */
final class TestDatabases {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static final EmbeddedPostgres SERVER = start();

    private TestDatabases() {}

    private static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.builder()
                    // no test here is about crashes of the server
                    .setServerConfig("fsync", "off")
                    .setPGStartupWait(Duration.ofSeconds(30))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The address of a new, empty database. */
    static String url() {
        String database = "boot" + DATABASES.incrementAndGet();
        try (Connection connection = SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + database);
            statement.execute("alter database " + database + " set reeve.throwaway = on");
        } catch (SQLException e) {
            throw new IllegalStateException(database, e);
        }
        return SERVER.getJdbcUrl("postgres", database);
    }

    /** A pool, which the caller closes. */
    static HikariDataSource pool(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        return pool;
    }
}
