package dev.reeve.internal.postgresql;

import dev.reeve.internal.jdbc.FirstColumn;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A real PostgreSQL server with durability on. {@link #shared} is one for all tests of a JVM; a test that breaks its
 * server starts one of its own.
 */
public final class TestServer implements AutoCloseable {

    private static final Map<String, String> SETTINGS = Map.of(
            "fsync", "on",
            "full_page_writes", "on",
            "synchronous_commit", "on",
            "max_connections", "300",
            "shared_buffers", "128MB",
            "max_wal_size", "2GB");

    private static final String TEMPLATE = "reeve_template";

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static @Nullable TestServer shared;

    private final Path directory;
    private final Map<String, String> settings;
    private EmbeddedPostgres postgres;
    private final int port;
    private boolean template;

    private TestServer(Map<String, String> settings) throws IOException {
        directory = Files.createTempDirectory("reeve-postgres");
        this.settings = settings;
        postgres = start(0);
        port = postgres.getPort();
        Runtime.getRuntime().addShutdownHook(new Thread(this::remove));
    }

    /**
     * Ends with the JVM: a server's data takes gigabytes after a long run, and a checkpoint of them takes a minute. Its
     * files are removed by a process of its own, because hundreds of databases are a hundred thousand files, and
     * Surefire ends a JVM that takes half a minute to exit.
     */
    private void remove() {
        try {
            if (Files.exists(running())) {
                crash();
            }
            new ProcessBuilder("rm", "-rf", directory.toString()).start();
        } catch (IOException | InterruptedException e) {
            System.err.printf("%s was not removed: %s%n", directory, e);
        }
    }

    /**
     * For all tests that crash no server. It syncs nothing to the disk, since each test creates a database, which then
     * takes a tenth of the time.
     */
    public static synchronized TestServer shared() {
        if (shared == null) {
            shared = own(Map.of("fsync", "off", "reeve.throwaway", "on"));
        }
        return shared;
    }

    /** With {@code fsync}, unless the settings say otherwise. */
    public static TestServer own(Map<String, String> more) {
        try {
            return new TestServer(more);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private EmbeddedPostgres start(int port) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(directory.resolve("data"))
                .setCleanDataDirectory(false)
                .setPGStartupWait(Duration.ofSeconds(30))
                .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log()))
                .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log()));
        if (port > 0) {
            builder.setPort(port);
        }
        SETTINGS.forEach(builder::setServerConfig);
        settings.forEach(builder::setServerConfig);
        return builder.start();
    }

    /** Exists while the server runs. */
    private Path running() {
        return directory.resolve("data").resolve("postmaster.pid");
    }

    private File log() {
        return directory.resolve("log").toFile();
    }

    public int port() {
        return port;
    }

    public PGSimpleDataSource dataSource(String database) {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setURL("jdbc:postgresql://127.0.0.1:%d/%s".formatted(port(), database));
        dataSource.setUser("postgres");
        return dataSource;
    }

    /** A database without anything in it. */
    public PGSimpleDataSource emptyDatabase() {
        String name = "t" + DATABASES.incrementAndGet();
        execute("create database " + name);
        return dataSource(name);
    }

    /** A database with the schema in it, and nothing else. */
    public synchronized PGSimpleDataSource database() {
        if (!template) {
            execute("create database " + TEMPLATE);
            PostgresMigrations.run(dataSource(TEMPLATE));
            template = true;
        }
        String name = "t" + DATABASES.incrementAndGet();
        execute("create database %s template %s".formatted(name, TEMPLATE));
        return dataSource(name);
    }

    /** As the superuser, in the database postgres. */
    public void execute(String sql) {
        execute("postgres", sql);
    }

    public void execute(String database, String sql) {
        try (Connection connection = admin(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The first column of the result, as text. */
    public List<String> query(String database, String sql) {
        try (Connection connection = admin(database)) {
            return FirstColumn.of(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    public Connection admin(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:%d/%s?user=postgres".formatted(port(), database));
    }

    /** As {@code pg_ctl stop -m immediate} does: no checkpoint, no goodbye (F18). */
    public void crash() throws IOException, InterruptedException {
        List<String> lines = Files.readAllLines(running());
        ProcessHandle postmaster =
                ProcessHandle.of(Long.parseLong(lines.getFirst().strip())).orElseThrow();
        new ProcessBuilder("kill", "-QUIT", Long.toString(postmaster.pid()))
                .start()
                .waitFor();
        postmaster.onExit().join();
        // what is left to do is to forget it
        postgres.close();
    }

    /** Starts it again after {@link #crash}, on the same port. */
    public void restart() throws IOException {
        postgres = start(port);
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
