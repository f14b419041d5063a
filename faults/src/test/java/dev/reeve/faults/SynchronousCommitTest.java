package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.faults.proxy.PostgresProxy;
import dev.reeve.faults.server.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits that wait for a standby: zombies, and acknowledgements that do not hold. */
final class SynchronousCommitTest {

    @TempDir
    private Path directory;

    private static List<String> waiting(PostgresServer server, String function) {
        return server.query("select %s(pid) from pg_stat_activity where wait_event = 'SyncRep'".formatted(function));
    }

    private static void awaitWaiting(PostgresServer server) {
        Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> !waiting(server, "abs").isEmpty());
    }

    @Test
    @Tag("proof")
    @DisplayName("F16, I2, I5, I9: connections break at commit, and the commits land later")
    void zombiesLand() throws Exception {
        PostgresServer server = PostgresServer.shared();
        try (PostgresProxy proxy = PostgresProxy.before(server.port())) {
            Trial.of(PostgresServer.place(server.newDatabase(), proxy.port()), directory, (workload, reeve) -> {
                server.set("synchronous_standby_names", "nobody");
                try {
                    CompletableFuture<Void> running = CompletableFuture.runAsync(
                            () -> workload.run(12), task -> Thread.ofVirtual().start(task));
                    awaitWaiting(server);
                    proxy.partition();
                    proxy.heal();
                    // the lane waits for its own zombie
                    Awaitility.await()
                            .atMost(60, TimeUnit.SECONDS)
                            .until(() -> !server.query(
                                            "select pid from pg_stat_activity where wait_event_type = 'Lock'")
                                    .isEmpty());
                    assertThat(running)
                            .as("starts acknowledged before their commit")
                            .isNotDone();
                    server.set("synchronous_standby_names", "");
                    running.join();
                } finally {
                    server.set("synchronous_standby_names", "");
                }
            });
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("F20, F21, I1: the wait for the standby is cancelled, and the primary dies: acknowledged work is kept")
    void acknowledgedSurvivesFailover() throws Exception {
        Path primaryHome = Files.createDirectory(directory.resolve("primary"));
        Path standbyHome = Files.createDirectory(directory.resolve("standby"));
        try (PostgresServer primary = PostgresServer.in(primaryHome, Map.of())) {
            PostgresServer.copyCold(primary, standbyHome);
            try (PostgresServer standby = PostgresServer.in(
                            standbyHome,
                            Map.of(
                                    "primary_conninfo",
                                    "'host=127.0.0.1 port=%d user=postgres application_name=s1'"
                                            .formatted(primary.port())));
                    PostgresProxy proxy = PostgresProxy.before(primary.port())) {
                String database = primary.newDatabase();
                primary.set("synchronous_standby_names", "s1");
                Trial.of(PostgresServer.place(database, proxy.port()), directory, (workload, reeve) -> {
                    workload.run(8);
                    long receiver = Long.parseLong(standby.query("select pid from pg_stat_wal_receiver")
                            .getFirst());
                    PostgresServer.signal("STOP", receiver);
                    CompletableFuture<Void> running = CompletableFuture.runAsync(
                            () -> workload.run(12), task -> Thread.ofVirtual().start(task));
                    awaitWaiting(primary);
                    for (int round = 0; round < 3; round++) {
                        awaitWaiting(primary);
                        waiting(primary, "pg_cancel_backend");
                    }
                    assertThat(running).as("acknowledged without the standby").isNotDone();
                    proxy.partition();
                    primary.crash();
                    PostgresServer.signal("KILL", receiver);
                    Awaitility.await()
                            .atMost(Duration.ofSeconds(60))
                            .ignoreExceptions()
                            .until(() -> standby.query("select pg_promote()").equals(List.of("t")));
                    proxy.redirect(standby.port());
                    proxy.heal();
                    running.join();
                });
            }
        }
    }
}
