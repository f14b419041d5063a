package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Reeve;
import dev.reeve.faults.engine.Place;
import dev.reeve.faults.engine.Workload;
import dev.reeve.faults.server.PostgresServer;
import dev.reeve.faults.server.SmallDisk;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that fill up and get free space again. They are small tmpfs file systems, which only root can mount. */
final class DiskFaultsTest {

    @TempDir
    private Path directory;

    private static CompletableFuture<Void> inBackground(Workload workload, int executions) {
        return CompletableFuture.runAsync(
                () -> workload.run(executions), task -> Thread.ofVirtual().start(task));
    }

    /** Waits until no commit is possible. Callers receive an answer only once the outcome of their command is known. */
    private static void awaitStandstill(Reeve reeve) {
        AtomicLong last = new AtomicLong(-1);
        Awaitility.await()
                .atMost(120, TimeUnit.SECONDS)
                .pollInterval(1, TimeUnit.SECONDS)
                .until(() -> {
                    long commits = reeve.health().stats().commits();
                    return last.getAndSet(commits) == commits;
                });
    }

    @Test
    @Tag("proof")
    @DisplayName("F35, I1, L5: the disk of SQLite is full: nothing is acknowledged until it has room")
    void diskOfSqliteIsFull() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 64)) {
            Place place = Place.file(disk.path().resolve("reeve.db"));
            Trial.of(place, directory, (workload, reeve) -> {
                disk.fill();
                CompletableFuture<Void> running = inBackground(workload, 60);
                awaitStandstill(reeve);
                assertThat(running).as("all stored on a full disk").isNotDone();
                disk.free();
                running.join();
            });
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("F33, I1, L5: the disk of PostgreSQL is full: nothing is acknowledged until it has room")
    void diskOfPostgresIsFull() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 128);
                PostgresServer server = PostgresServer.in(
                        disk.path(),
                        Map.of("max_wal_size", "32MB", "min_wal_size", "32MB", "shared_buffers", "16MB"))) {
            Trial.of(server.newPlace(), directory, (workload, reeve) -> {
                disk.fill();
                CompletableFuture<Void> running = inBackground(workload, 800);
                awaitStandstill(reeve);
                assertThat(running).as("all stored on a full disk").isNotDone();
                disk.free();
                if (!server.isUp()) {
                    server.restart();
                }
                running.join();
            });
        }
    }
}
