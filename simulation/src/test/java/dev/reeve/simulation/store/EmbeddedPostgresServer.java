package dev.reeve.simulation.store;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One PostgreSQL server for all tests of a JVM, without durability: no test here pulls its plug. */
public final class EmbeddedPostgresServer {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static @Nullable EmbeddedPostgres server;

    private EmbeddedPostgresServer() {}

    /** A new database on it, with nothing in it, and connections to it that are kept. */
    public static synchronized HikariDataSource database() {
        try {
            EmbeddedPostgres running = server;
            if (running == null) {
                running = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "off")
                        .setServerConfig("max_connections", "100")
                        .setPGStartupWait(Duration.ofSeconds(30))
                        .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
                        .setErrorRedirector(ProcessBuilder.Redirect.DISCARD)
                        .start();
                server = running;
            }
            String name = "simulation_" + DATABASES.incrementAndGet();
            try (var connection = running.getPostgresDatabase().getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("create database " + name);
                statement.execute("alter database " + name + " set reeve.throwaway = on");
            }
            HikariDataSource pool = new HikariDataSource();
            pool.setDataSource(running.getDatabase("postgres", name));
            pool.setMaximumPoolSize(40);
            pool.setMinimumIdle(0);
            return pool;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
