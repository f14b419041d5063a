package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.client.Reeve;
import dev.reeve.faults.engine.Audit;
import dev.reeve.faults.engine.Ledger;
import dev.reeve.faults.engine.Place;
import dev.reeve.faults.engine.Workload;
import dev.reeve.faults.proxy.Exchange;
import dev.reeve.faults.proxy.Fate;
import dev.reeve.faults.proxy.PostgresProxy;
import dev.reeve.faults.proxy.Script;
import dev.reeve.faults.server.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens between an engine and PostgreSQL: each is done by a proxy that knows a commit when it sees one. */
final class ConnectionFaultsTest {

    private static final PostgresServer server = PostgresServer.start();

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

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private Path ledger() {
        return directory.resolve("ledger");
    }

    /** Runs executions while the proxy plays this, then without, and looks at what came of it. */
    private void runWith(Script script, int executions, int injectedMin) throws IOException {
        try (Ledger ledger = new Ledger(ledger());
                Reeve reeve = place.open()) {
            Workload workload = new Workload(reeve, ledger);
            workload.run(0, 4);
            proxy.play(script);
            workload.run(4, executions);
            assertThat(proxy.injected()).as("faults injected").isGreaterThanOrEqualTo(injectedMin);
            proxy.heal();
            workload.run(executions, executions + 4);
        }
        Audit.check(place, ledger());
    }

    @Test
    @DisplayName("F2, F15, I1, I2: the commit is in the store and its answer is lost, again and again")
    void answerOfCommitIsLost() throws IOException {
        runWith(Script.everyNth(4, Exchange::isBatch, Fate.CUT_AFTER), 40, 5);
    }

    @Test
    @DisplayName("F17, I1, I2: the connection breaks before the commit, again and again")
    void commitIsLost() throws IOException {
        runWith(Script.everyNth(4, Exchange::isBatch, Fate.CUT_BEFORE), 40, 5);
    }

    @Test
    @Tag("slow")
    @DisplayName("F15: the answer of taking the lane again is lost, too")
    void answerOfReacquireIsLost() throws IOException {
        Script commits = Script.everyNth(5, Exchange::isBatch, Fate.CUT_AFTER);
        Script reacquires = Script.everyNth(2, Exchange::isReacquire, Fate.CUT_AFTER);
        runWith(exchange -> exchange.isReacquire() ? reacquires.fate(exchange) : commits.fate(exchange), 30, 5);
    }

    @Test
    @DisplayName("F14, I1 to I11: any statement may meet a reset")
    void anyStatementMeetsAReset() throws IOException {
        SplittableRandom random = new SplittableRandom(14);
        runWith(
                exchange -> {
                    synchronized (random) {
                        return random.nextInt(12) == 0 ? Fate.RESET : Fate.PASS;
                    }
                },
                30,
                5);
    }

    @Test
    @Tag("slow")
    @DisplayName("F28, L2: all connections break and none can be made for a while")
    void partitionHeals() throws IOException {
        try (Ledger ledger = new Ledger(ledger());
                Reeve reeve = place.open()) {
            Workload workload = new Workload(reeve, ledger);
            workload.run(0, 4);
            Thread healing = Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 3; i++) {
                    proxy.partition();
                    Awaitility.await().pollDelay(300, TimeUnit.MILLISECONDS).until(() -> true);
                    proxy.heal();
                    Awaitility.await().pollDelay(200, TimeUnit.MILLISECONDS).until(() -> true);
                }
            });
            workload.run(4, 40);
            Awaitility.await().until(() -> !healing.isAlive());
            workload.run(40, 44);
        }
        Audit.check(place, ledger());
    }

    @Test
    @Tag("slow")
    @DisplayName("F25: each commit takes 200 ms more")
    void slowDatabase() throws IOException {
        runWith(exchange -> exchange.isBatch() ? Fate.delay(Duration.ofMillis(200)) : Fate.PASS, 24, 5);
    }
}
