package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.faults.engine.Place;
import dev.reeve.faults.proxy.Exchange;
import dev.reeve.faults.proxy.Fate;
import dev.reeve.faults.proxy.PostgresProxy;
import dev.reeve.faults.proxy.Script;
import dev.reeve.faults.server.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults between an engine and PostgreSQL. A proxy that recognises commits injects them. */
final class ConnectionFaultsTest {

    private static final PostgresServer server = PostgresServer.shared();

    @TempDir
    private Path directory;

    private PostgresProxy proxy;
    private Place place;

    @BeforeEach
    void begin() throws IOException {
        proxy = PostgresProxy.before(server.port());
        place = PostgresServer.place(server.newDatabase(), proxy.port());
    }

    @AfterEach
    void end() throws IOException {
        proxy.close();
    }

    /** Runs executions while the proxy plays this script. */
    private void runWith(Script script, int executions) throws Exception {
        Trial.of(place, directory, (workload, reeve) -> {
            proxy.play(script);
            workload.run(executions);
            assertThat(proxy.injected()).as("faults injected").isGreaterThan(4);
            proxy.heal();
        });
    }

    @Test
    @DisplayName("F2, F15, I1, I2: the commit is in the store and its answer is lost, again and again")
    void answerOfCommitIsLost() throws Exception {
        runWith(Script.everyNth(4, Exchange::isBatch, Fate.CUT_AFTER), 40);
    }

    @Test
    @DisplayName("F17, I1, I2: the connection breaks before the commit, again and again")
    void commitIsLost() throws Exception {
        runWith(Script.everyNth(4, Exchange::isBatch, Fate.CUT_BEFORE), 40);
    }

    @Test
    @Tag("proof")
    @DisplayName("F15: the answer of taking the lane again is lost, too")
    void answerOfReacquireIsLost() throws Exception {
        Script commits = Script.everyNth(5, Exchange::isBatch, Fate.CUT_AFTER);
        Script reacquires = Script.everyNth(2, Exchange::isReacquire, Fate.CUT_AFTER);
        runWith(exchange -> exchange.isReacquire() ? reacquires.fate(exchange) : commits.fate(exchange), 30);
    }

    @Test
    @Tag("proof")
    @DisplayName("F14, I1 to I11: any statement may meet a reset")
    void anyStatementMeetsAReset() throws Exception {
        SplittableRandom random = new SplittableRandom(14);
        runWith(
                exchange -> {
                    synchronized (random) {
                        return random.nextInt(12) == 0 ? Fate.RESET : Fate.PASS;
                    }
                },
                30);
    }

    @Test
    @Tag("proof")
    @DisplayName("F28, L2: all connections break, and none can be made for a while")
    void partitionHeals() throws Exception {
        Trial.of(place, directory, (workload, reeve) -> {
            for (int round = 0; round < 3; round++) {
                proxy.partition();
                CompletableFuture<Void> running = CompletableFuture.runAsync(
                        () -> workload.run(20), task -> Thread.ofVirtual().start(task));
                int before = workload.refused();
                // callers receive an error after ten seconds
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> workload.refused() > before);
                proxy.heal();
                running.join();
            }
        });
    }

    @Test
    @Tag("proof")
    @DisplayName("F28, L2: requests no longer arrive, and no connection breaks")
    void nothingArrives() throws Exception {
        silently(Fate.SILENCE);
    }

    @Test
    @Tag("proof")
    @DisplayName("F28, I1, I2, L2: requests arrive and take effect, answers are lost, and no connection breaks")
    void noAnswerComesBack() throws Exception {
        silently(Fate.MUTE);
    }

    /**
     * A partition in one direction, until callers receive errors. Healing does not restore the connections that it
     * affected.
     */
    private void silently(Fate fate) throws Exception {
        Trial.of(place, directory, (workload, reeve) -> {
            int before = workload.refused();
            proxy.play(exchange -> fate);
            CompletableFuture<Void> running = CompletableFuture.runAsync(
                    () -> workload.run(12), task -> Thread.ofVirtual().start(task));
            Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> workload.refused() > before);
            assertThat(running).as("acknowledged across a partition").isNotDone();
            assertThat(proxy.injected()).as("faults injected").isPositive();
            proxy.heal();
            running.join();
        });
    }

    @Test
    @Tag("proof")
    @DisplayName("F25: each commit takes 200 ms more")
    void slowDatabase() throws Exception {
        runWith(exchange -> exchange.isBatch() ? Fate.delay(Duration.ofMillis(200)) : Fate.PASS, 24);
    }
}
