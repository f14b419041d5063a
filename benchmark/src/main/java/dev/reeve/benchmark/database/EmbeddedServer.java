package dev.reeve.benchmark.database;

import dev.reeve.benchmark.process.ChildProcess;
import dev.reeve.benchmark.process.Directories;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A real PostgreSQL server with its data on a real disk, and with settings that are safe in production. */
public final class EmbeddedServer implements AutoCloseable {

    /** In {@code postmaster.pid}, from 0. It has a key and a number. */
    private static final int SHARED_MEMORY_LINE = 6;

    private final Path parent;
    private final Path directory;
    private final Map<String, String> settings;
    private EmbeddedPostgres server;
    private ServerCpu cpu;
    private List<ProcessHandle> killed = List.of();

    private EmbeddedServer(Path parent, Path directory, Map<String, String> settings) throws IOException {
        this.parent = parent;
        this.directory = directory;
        this.settings = settings;
        this.server = open(0);
        this.cpu = new ServerCpu(postmaster());
    }

    static EmbeddedServer start(Path parent) throws IOException {
        return start(parent, Map.of());
    }

    /** @param settings in addition to the usual ones */
    static EmbeddedServer start(Path parent, Map<String, String> settings) throws IOException {
        return new EmbeddedServer(parent, Directories.create(parent), settings);
    }

    /**
     * Starts a standby of this server, which goes on meanwhile. It has the settings of this server.
     *
     * @param connection the standby's way to this server, as in {@code primary_conninfo}
     */
    EmbeddedServer startStandby(String connection) throws IOException {
        Path home = Directories.create(parent);
        Path copy = home.resolve("data");
        try {
            BaseBackup.copy(url(), data(), copy);
            Files.createFile(copy.resolve("standby.signal"));
            Map<String, String> all = new HashMap<>(settings);
            all.put("primary_conninfo", "'" + connection + "'");
            return new EmbeddedServer(parent, home, all);
        } catch (IOException | RuntimeException e) {
            Directories.delete(home);
            throw e;
        }
    }

    /** @param port 0 for a free one */
    private EmbeddedPostgres open(int port) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data())
                .setCleanDataDirectory(false)
                .setOverrideWorkingDirectory(
                        parent.resolve("reeve-bench-postgres").toFile())
                .setPGStartupWait(Duration.ofSeconds(60))
                .setOutputRedirector(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("server.log").toFile()))
                .setErrorRedirector(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("server.log").toFile()))
                // The library's defaults suit tests that may lose everything.
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                // A usual setting for a server of this size. All other settings are PostgreSQL's defaults.
                .setServerConfig("shared_buffers", "1GB")
                .setServerConfig("max_wal_size", "4GB")
                .setServerConfig("max_connections", "200")
                // Counts for those who create the extension; otherwise it is off.
                .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                .setServerConfig("pg_stat_statements.track", "none");
        settings.forEach(builder::setServerConfig);
        return port == 0 ? builder.start() : builder.setPort(port).start();
    }

    private Path data() {
        return directory.resolve("data");
    }

    private long postmaster() throws IOException {
        return Long.parseLong(
                Files.readAllLines(data().resolve("postmaster.pid")).getFirst().trim());
    }

    /** Ends without a checkpoint, as {@code pg_ctl stop -m immediate}. */
    public void crash() throws IOException {
        ProcessHandle postmaster = ProcessHandle.of(postmaster()).orElseThrow();
        ChildProcess.signal(postmaster.pid(), "QUIT");
        postmaster.onExit().join();
        server.close();
    }

    /** Starts again after {@link #crash}, on the same port. */
    public void restart() throws IOException {
        server = open(server.getPort());
        cpu = new ServerCpu(postmaster());
    }

    /** Kills all its processes at once with SIGKILL. It cannot start again. */
    void kill() throws IOException {
        ProcessHandle postmaster = ProcessHandle.of(postmaster()).orElseThrow();
        // so that it starts no further process between the look and the kill
        ChildProcess.signal(postmaster.pid(), "STOP");
        killed = Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        killed.forEach(ProcessHandle::destroyForcibly);
    }

    /** The kernel keeps the shared memory of a killed server. */
    private void removeRest() throws IOException {
        killed.forEach(process -> process.onExit().join());
        String memory = Files.readAllLines(data().resolve("postmaster.pid")).get(SHARED_MEMORY_LINE);
        String number = memory.trim().replaceFirst(".* ", "");
        ChildProcess.exitOf(new ProcessBuilder("ipcrm", "-m", number).start());
    }

    int port() {
        return server.getPort();
    }

    String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    long cpuNanos() {
        return cpu.nanos();
    }

    @Override
    public void close() {
        try {
            if (!killed.isEmpty()) {
                removeRest();
            }
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Directories.delete(directory);
    }
}
