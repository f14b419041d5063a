package dev.reeve.internal.client;

import dev.reeve.internal.postgresql.PostgresStoreProvider;
import dev.reeve.internal.sqlite.SqliteStoreProvider;
import dev.reeve.spi.store.Store;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** The kinds of stores behind the servers of tests. */
public enum ServedStore {
    SQLITE {
        @Override
        public Supplier<Store> in(Path directory) {
            Path file = directory.resolve("served.db");
            return () -> new SqliteStoreProvider().open(file).orElseThrow();
        }
    },
    POSTGRESQL {
        @Override
        public Supplier<Store> in(Path directory) {
            String name = "served" + DATABASES.incrementAndGet();
            try (Connection connection = Postgres.SERVER.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create database " + name);
            } catch (SQLException e) {
                throw new IllegalStateException(name, e);
            }
            DataSource database = Postgres.SERVER.getDatabase("postgres", name);
            return () -> new PostgresStoreProvider().open(database).orElseThrow();
        }
    };

    private static final AtomicInteger DATABASES = new AtomicInteger();

    /** Opens one new store, and the same one again each time. */
    public abstract Supplier<Store> in(Path directory);

    /** One server for all tests of a JVM. It starts with the first one that needs it, and ends with the JVM. */
    private static final class Postgres {

        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "off")
                        .setServerConfig("reeve.throwaway", "on")
                        .setPGStartupWait(Duration.ofSeconds(60))
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
