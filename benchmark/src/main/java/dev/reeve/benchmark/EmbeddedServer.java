package dev.reeve.benchmark;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A real PostgreSQL server with its data on a real disk, and with settings that are safe in production. */
final class EmbeddedServer implements AutoCloseable {

    private final EmbeddedPostgres server;
    private final Path directory;
    private final ServerCpu cpu;

    private EmbeddedServer(EmbeddedPostgres server, Path directory, ServerCpu cpu) {
        this.server = server;
        this.directory = directory;
        this.cpu = cpu;
    }

    static EmbeddedServer start(Path parent) throws IOException {
        Path directory = Databases.directory(parent);
        Path data = directory.resolve("data");
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setDataDirectory(data)
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
                .start();
        long postmaster = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).getFirst().trim());
        return new EmbeddedServer(server, directory, new ServerCpu(postmaster));
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
