package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.faults.engine.Audit;
import dev.reeve.faults.engine.Ledger;
import dev.reeve.faults.engine.Place;
import dev.reeve.faults.engine.Workload;
import dev.reeve.faults.server.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of PostgreSQL itself while an engine works on it. */
final class ServerFaultsTest {

    private static final PostgresServer server = PostgresServer.shared();

    @TempDir
    private Path directory;

    private static CompletableFuture<Void> inBackground(Workload workload, int executions) {
        return CompletableFuture.runAsync(
                () -> workload.run(executions), task -> Thread.ofVirtual().start(task));
    }

    /** As above, but returns after some commits. */
    private static CompletableFuture<Void> inMidst(Workload workload, Reeve reeve, int executions) {
        long commits = reeve.health().stats().commits();
        CompletableFuture<Void> running = inBackground(workload, executions);
        Awaitility.await()
                .pollInterval(Duration.ofMillis(5))
                .until(() -> reeve.health().stats().commits() > commits + 3);
        return running;
    }

    @Test
    @DisplayName("F14, L5: the sessions of all lanes are ended repeatedly")
    void sessionsAreEnded() throws Exception {
        Trial.of(server.newPlace(), directory, (workload, reeve) -> {
            CompletableFuture<Void> running = inBackground(workload, 60);
            int ended = 0;
            for (int round = 0; round < 6; round++) {
                long commits = reeve.health().stats().commits();
                ended += server.terminateLanes();
                Awaitility.await()
                        .until(() -> running.isDone() || reeve.health().stats().commits() > commits);
            }
            assertThat(ended).as("sessions ended").isPositive();
            running.join();
        });
    }

    @Test
    @Tag("proof")
    @DisplayName("F18, L5: the server crashes, recovers, and work continues")
    void serverCrashes() throws Exception {
        Trial.of(server.newPlace(), directory, (workload, reeve) -> {
            CompletableFuture<Void> running = inMidst(workload, reeve, 100);
            server.crash();
            assertThat(running).as("there was work in flight").isNotDone();
            long commits = reeve.health().stats().commits();
            server.restart();
            running.join();
            assertThat(reeve.health().stats().commits())
                    .as("committed afterwards")
                    .isGreaterThan(commits);
        });
    }

    @Test
    @Tag("proof")
    @DisplayName("F18, L5: one backend is killed, so the server ends all sessions and recovers, three times")
    void backendIsKilled() throws Exception {
        Trial.of(server.newPlace(), directory, (workload, reeve) -> {
            for (int round = 0; round < 3; round++) {
                CompletableFuture<Void> running = inMidst(workload, reeve, 100);
                assertThat(server.killBackend()).as("a backend was killed").isTrue();
                assertThat(running).as("there was work in flight").isNotDone();
                running.join();
            }
        });
    }

    @Test
    @Tag("proof")
    @DisplayName("F24, I1: the database is read-only for a while: nothing is acknowledged, nothing is lost")
    void databaseIsReadOnly() throws Exception {
        String database = server.newDatabase();
        Trial.of(server.place(database), directory, (workload, reeve) -> {
            server.set("default_transaction_read_only", "on");
            try {
                CompletableFuture<Void> running = inBackground(workload, 20);
                // a transaction keeps the setting from its start; new sessions use the new one
                server.terminateLanes();
                Awaitility.await()
                        .failFast("answered by a read-only database", () -> running.isDone())
                        .during(Duration.ofSeconds(1))
                        .until(() -> true);
                server.set("default_transaction_read_only", "off");
                running.join();
            } finally {
                server.set("default_transaction_read_only", "off");
            }
        });
    }

    @Test
    @DisplayName("F56, I9: two engines open an empty database at once: one schema, one owner, and the other gets "
            + "an error")
    void twoMigrateAtOnce() throws Exception {
        Place place = server.newPlace();
        Path file = directory.resolve("ledger");
        List<Reeve> both = Stream.of(place, place)
                .map(each -> CompletableFuture.supplyAsync(
                        each::open, task -> Thread.ofPlatform().start(task)))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        int tried = 0;
        int done = 0;
        int fenced = 0;
        try (Ledger ledger = new Ledger(file)) {
            for (Reeve reeve : both) {
                try (reeve) {
                    // the second run starts some more, because a repeated start needs no write
                    new Workload(reeve, ledger).run(8 * ++tried);
                    done++;
                } catch (CompletionException e) {
                    assertThat(e.getCause())
                            .isInstanceOfSatisfying(
                                    ReeveException.class,
                                    cause -> assertThat(cause.code()).isEqualTo(ErrorCode.FENCED));
                    fenced++;
                } catch (ReeveException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.FENCED);
                    fenced++;
                }
            }
        }
        assertThat(List.of(done, fenced))
                .as("engines that worked, and that were told")
                .containsExactly(1, 1);
        Audit.check(place, file);
    }
}
