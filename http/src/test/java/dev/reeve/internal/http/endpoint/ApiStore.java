package dev.reeve.internal.http.endpoint;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** The stores with which the API is tested. */
enum ApiStore {
    SQLITE {
        @Override
        Reeve open(Path directory, NodeOptions options) {
            return Reeve.open(directory.resolve("api.db"), options);
        }
    },
    POSTGRESQL {
        @Override
        Reeve open(Path directory, NodeOptions options) {
            String database = "api" + DATABASES.incrementAndGet();
            try (Connection connection = Server.POSTGRES.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create database " + database);
            } catch (SQLException e) {
                throw new IllegalStateException(database, e);
            }
            return Reeve.open(pool(Server.POSTGRES.getDatabase("postgres", database)), options);
        }
    };

    private static final AtomicInteger DATABASES = new AtomicInteger();

    /** As a process has it, which does not open a session for each read. It keeps no connection that nobody uses. */
    private static DataSource pool(DataSource source) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(0);
        config.setIdleTimeout(10_000);
        return new HikariDataSource(config);
    }

    /** An engine on a new store. */
    abstract Reeve open(Path directory, NodeOptions options);

    /** One server for all tests of a JVM. It starts with the first one that needs it, and ends with the JVM. */
    private static final class Server {

        static final EmbeddedPostgres POSTGRES = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "off")
                        .setServerConfig("reeve.throwaway", "on")
                        .setPGStartupWait(Duration.ofSeconds(30))
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
