package dev.reeve.benchmark;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A real PostgreSQL server with its data on a real disk, and with settings that are safe in production. */
final class EmbeddedServer implements AutoCloseable {

    private final Path parent;
    private final Path directory;
    private EmbeddedPostgres server;
    private ServerCpu cpu;

    private EmbeddedServer(Path parent, Path directory) throws IOException {
        this.parent = parent;
        this.directory = directory;
        this.server = open(0);
        this.cpu = new ServerCpu(postmaster());
    }

    static EmbeddedServer start(Path parent) throws IOException {
        return new EmbeddedServer(parent, Databases.directory(parent));
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
                .setServerConfig("max_connections", "100")
                // Counts for those who create the extension; otherwise it is off.
                .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                .setServerConfig("pg_stat_statements.track", "none");
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
    void crash() throws IOException {
        ProcessHandle postmaster = ProcessHandle.of(postmaster()).orElseThrow();
        ChildProcess.signal(postmaster.pid(), "QUIT");
        postmaster.onExit().join();
        server.close();
    }

    /** Starts again after {@link #crash}, on the same port. */
    void restart() throws IOException {
        server = open(server.getPort());
        cpu = new ServerCpu(postmaster());
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
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Databases.delete(directory);
    }
}
