package dev.reeve.faults.server;

import dev.reeve.faults.engine.Place;
import dev.reeve.internal.jdbc.FirstColumn;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A real server with durability on, in a separate directory. Not thread-safe, except for queries. */
public final class PostgresServer implements AutoCloseable {

    private static final Map<String, String> SETTINGS = Map.of(
            "fsync", "on",
            "full_page_writes", "on",
            "synchronous_commit", "on",
            "wal_level", "replica",
            "max_connections", "200",
            "shared_buffers", "64MB");

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static @Nullable PostgresServer shared;

    private final Path directory;
    private final Map<String, String> settings;
    private EmbeddedPostgres postgres;
    private final int port;

    private PostgresServer(Path directory, Map<String, String> settings) throws IOException {
        this.directory = directory;
        this.settings = settings;
        postgres = start(0);
        port = postgres.getPort();
    }

    /** One server for all tests of a JVM. Tests must leave it up and unchanged. It ends with the JVM. */
    public static synchronized PostgresServer shared() {
        if (shared == null) {
            try {
                shared = new PostgresServer(Files.createTempDirectory("reeve-faults"), Map.of());
                Runtime.getRuntime().addShutdownHook(new Thread(shared::remove));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return shared;
    }

    /** Ends with the JVM: a server's data takes gigabytes after a long run. */
    private void remove() {
        try {
            postgres.close();
            Path running = directory.resolve("data").resolve("postmaster.pid");
            long patience = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (Files.exists(running) && System.nanoTime() < patience) {
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            System.err.printf("%s was not removed: %s%n", directory, e);
        }
    }

    /**
     * A server with its data in this directory. The directory is created, or holds the data of another server that is
     * down.
     */
    public static PostgresServer in(Path directory, Map<String, String> settings) throws IOException {
        return new PostgresServer(directory, settings);
    }

    private EmbeddedPostgres start(int wantedPort) throws IOException {
        ProcessBuilder.Redirect log =
                ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile());
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data())
                .setCleanDataDirectory(false)
                .setPGStartupWait(Duration.ofSeconds(60))
                .setOutputRedirector(log)
                .setErrorRedirector(log);
        if (wantedPort > 0) {
            builder.setPort(wantedPort);
        }
        Map<String, String> all = new LinkedHashMap<>(SETTINGS);
        all.putAll(settings);
        all.forEach(builder::setServerConfig);
        return builder.start();
    }

    public Path data() {
        return directory.resolve("data");
    }

    public int port() {
        return port;
    }

    /** Creates an empty database and returns its name. */
    public String newDatabase() {
        String name = "t" + DATABASES.incrementAndGet();
        execute("create database " + name);
        return name;
    }

    /** An empty database. */
    public Place newPlace() {
        return place(newDatabase());
    }

    public Place place(String database) {
        return place(database, port);
    }

    /** @param through the port of a proxy */
    public static Place place(String database, int through) {
        return new Place(url(database, through));
    }

    private static String url(String database, int port) {
        return "jdbc:postgresql://127.0.0.1:%d/%s?user=postgres&connectTimeout=5".formatted(port, database);
    }

    public void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(url("postgres", port));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The first column, as text. */
    public List<String> query(String sql) {
        return query(place("postgres"), sql);
    }

    /** The first column, as text. */
    public static List<String> query(Place place, String sql) {
        try (Connection connection = DriverManager.getConnection(place.address())) {
            return FirstColumn.of(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Changes a setting for all sessions, and waits until it is in force. */
    public void set(String name, String value) {
        execute("alter system set %s = '%s'".formatted(name, value));
        query("select pg_reload_conf()");
        Awaitility.await()
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> query("show " + name).equals(List.of(value)));
    }

    /** Creates a standby's directory from a server's data. The server is down meanwhile. */
    public static void copyCold(PostgresServer primary, Path home) throws IOException, InterruptedException {
        primary.crash();
        Process copying = new ProcessBuilder("cp", "-a", primary.data().toString(), home.toString()).start();
        if (copying.waitFor() != 0) {
            throw new IOException("cp: exit code " + copying.exitValue());
        }
        Files.createFile(home.resolve("data").resolve("standby.signal"));
        Files.deleteIfExists(home.resolve("data").resolve("postmaster.pid"));
        primary.restart();
    }

    /** Whether the server answers queries. */
    public boolean isUp() {
        try {
            return !query("select 1").isEmpty();
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private long postmaster() throws IOException {
        return Long.parseLong(
                Files.readAllLines(data().resolve("postmaster.pid")).getFirst().strip());
    }

    /** As {@code pg_ctl stop -m immediate}: no checkpoint, no proper shutdown. */
    public void crash() throws IOException, InterruptedException {
        ProcessHandle postmaster = ProcessHandle.of(postmaster()).orElseThrow();
        signal("QUIT", postmaster.pid());
        postmaster.onExit().join();
        postgres.close();
    }

    /** Restarts the server after {@link #crash}, on the same port. */
    public void restart() throws IOException {
        postgres = start(port);
    }

    /**
     * Sends SIGKILL to one backend of an engine, if there is one. The postmaster then ends all the others, and
     * recovers.
     */
    public boolean killBackend() throws IOException, InterruptedException {
        List<String> pids = query("select pid from pg_stat_activity where application_name like 'reeve%' limit 1");
        if (pids.isEmpty()) {
            return false;
        }
        signal("KILL", Long.parseLong(pids.getFirst()));
        return true;
    }

    /** Ends all sessions of lanes, in any state. */
    public int terminateLanes() {
        return query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'reeve%'")
                .size();
    }

    /** @param signal its name, without SIG */
    public static void signal(String signal, long pid) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("kill -%s %d: exit code %d".formatted(signal, pid, exit));
        }
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
