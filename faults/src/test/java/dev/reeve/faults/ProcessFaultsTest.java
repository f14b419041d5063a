package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.faults.engine.Audit;
import dev.reeve.faults.engine.Child;
import dev.reeve.faults.engine.Ledger;
import dev.reeve.faults.engine.Place;
import dev.reeve.faults.engine.Site;
import dev.reeve.faults.engine.Stubborn;
import dev.reeve.faults.engine.Workload;
import dev.reeve.faults.proxy.Exchange;
import dev.reeve.faults.proxy.Fate;
import dev.reeve.faults.proxy.PostgresProxy;
import dev.reeve.faults.proxy.Script;
import dev.reeve.faults.server.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of an engine's process. Each engine here runs in a separate process, with its agent and its clients. */
final class ProcessFaultsTest {

    private static final int USELESS = 3;
    private static final int TERMINATED = 128 + 15;

    private Site site;

    @BeforeEach
    void locate(@TempDir Path directory) {
        site = new Site(directory);
    }

    private static Place postgres() {
        return PostgresServer.shared().newPlace();
    }

    /**
     * Kills one engine after the other, each when it has acknowledged a few more starts, and lets the last one finish.
     */
    private void killLoop(Place place, int kills, int startsBetween) throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        int total = kills * startsBetween + 4;
        int killAt = 0;
        for (int i = 0; i < kills; i++) {
            killAt += 1 + random.nextInt(startsBetween);
            try (Child child = Child.run(place, site.ledger(), 0, total)) {
                child.await("STARTED " + killAt);
                child.kill();
            }
        }
        finish(place, total);
        Audit.check(place, site.ledger());
    }

    private void finish(Place place, int total) throws Exception {
        try (Child child = Child.run(place, site.ledger(), 0, total)) {
            child.await("DONE");
            assertThat(child.shutDown()).as("exit code").isZero();
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("F1, F5, I1 to I11: SIGKILL at any point, on PostgreSQL")
    void killsOnPostgres() throws Exception {
        killLoop(postgres(), 2, 12);
    }

    @Test
    @Tag("proof")
    @DisplayName("F1, F5, I1 to I11: SIGKILL at any point, on PostgreSQL, twelve times")
    void manyKillsOnPostgres() throws Exception {
        killLoop(postgres(), 12, 12);
    }

    @Test
    @DisplayName("F39, F1, I1 to I11: SIGKILL at any point, on SQLite, and the file is undamaged")
    void killsOnSqlite() throws Exception {
        killLoop(site.sqlite(), 2, 12);
        checkIntegrity();
    }

    @Test
    @Tag("proof")
    @DisplayName("F39, F1, I1 to I11: SIGKILL at any point, on SQLite, twelve times, and the file is undamaged")
    void manyKillsOnSqlite() throws Exception {
        killLoop(site.sqlite(), 12, 12);
        checkIntegrity();
    }

    @Test
    @Tag("proof")
    @DisplayName("F53, F1, I10, I17: a compensation fails forever, across SIGKILLs in the middle of it, and ends "
            + "when a person helps")
    void killedWhileUndoingFails() throws Exception {
        SplittableRandom random = new SplittableRandom(53);
        for (int life = 0; life < 5; life++) {
            try (Child child = Child.run(site.sqlite(), site.ledger(), 0, 4, "-Dfaults.stubborn=true")) {
                int rounds = 1 + random.nextInt(5);
                for (int round = 0; round < rounds; round++) {
                    child.await("ESCALATED");
                }
                // the next attempts are under way, or about to be
                child.kill();
            }
        }
        try (Ledger ledger = new Ledger(site.ledger());
                Reeve reeve = site.sqlite().open()) {
            Workload workload = new Workload(reeve, ledger);
            Stubborn stubborn = new Stubborn(reeve, ledger, () -> true);
            workload.runToEnd();
            assertThat(stubborn.execution().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        }
        Audit.check(site.sqlite(), site.ledger());
    }

    private void checkIntegrity() throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:sqlite:" + site.sqlite().address());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
            rows.next();
            assertThat(rows.getString(1)).isEqualTo("ok");
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("F6, L4: SIGTERM lets running attempts end, none is repeated, and the next engine continues")
    void rollingRestart() throws Exception {
        Place place = postgres();
        for (int round = 1; round <= 3; round++) {
            try (Child child = Child.run(place, site.ledger(), 0, 40, "-Dfaults.slow=500")) {
                child.await("STARTED " + round * 10);
                Awaitility.await().until(() -> !underWay().isEmpty());
                child.signal("TERM");
                assertThat(child.exitCode()).isEqualTo(TERMINATED);
            }
            assertThat(underWay()).as("attempts that were cut off").isEmpty();
        }
        finish(place, 40);
        Audit.check(place, site.ledger());
        assertThat(calledOf("chain", "waiting", "undone"))
                .as("calls of what does not fail for now")
                .isNotEmpty()
                .allMatch(called -> called.attempt() == 1);
    }

    private List<Ledger.Entry.Called> calledOf(String... workflows) {
        List<Ledger.Entry> entries = Ledger.read(site.ledger());
        Set<ExecutionId> wanted = new HashSet<>();
        for (Ledger.Entry entry : entries) {
            if (entry instanceof Ledger.Entry.Acknowledged started
                    && Stream.of(workflows).anyMatch(name -> started.key().startsWith(name))) {
                wanted.add(started.execution());
            }
        }
        return entries.stream()
                .filter(Ledger.Entry.Called.class::isInstance)
                .map(Ledger.Entry.Called.class::cast)
                .filter(called -> wanted.contains(called.execution()))
                .toList();
    }

    /** The attempts that have begun and not ended. */
    private Set<String> underWay() {
        Set<String> underWay = new HashSet<>();
        for (Ledger.Entry entry : Ledger.read(site.ledger())) {
            if (entry instanceof Ledger.Entry.Called called) {
                underWay.add(called.execution() + "/" + called.step() + called.purpose() + called.attempt());
            } else if (entry instanceof Ledger.Entry.Returned returned) {
                underWay.remove(returned.execution() + "/" + returned.step() + returned.purpose() + returned.attempt());
            }
        }
        return underWay;
    }

    @Test
    @Tag("proof")
    @DisplayName("F3, F59, I9: an engine that was stopped while another took over is fenced when it continues")
    void stoppedEngineIsFenced() throws Exception {
        Place place = postgres();
        try (Child child = Child.run(place, site.ledger(), 0, 10_000)) {
            child.await("STARTED 8");
            child.signal("STOP");
            try (Ledger ledger = new Ledger(site.ledger());
                    Reeve successor = place.open()) {
                Workload workload = new Workload(successor, ledger);
                workload.run(12);
                child.signal("CONT");
                child.await("FENCED");
                assertThat(child.exitCode()).isEqualTo(USELESS);
                workload.runToEnd();
            }
        }
        Audit.check(place, site.ledger());
    }

    @Test
    @DisplayName("F4, I9, L2: an engine is stopped between its commit and the answer, and the next one does not "
            + "wait for it")
    void stoppedAtCommit() throws Exception {
        PostgresServer server = PostgresServer.shared();
        String database = server.newDatabase();
        Place place = server.place(database);
        try (PostgresProxy proxy = PostgresProxy.before(server.port());
                Child child = Child.run(PostgresServer.place(database, proxy.port()), site.ledger(), 0, 10_000)) {
            child.await("STARTED 8");
            CompletableFuture<Boolean> stopped = new CompletableFuture<>();
            proxy.play(Script.nth(1, Exchange::isBatch, Fate.meanwhile(() -> {
                child.signal("STOP");
                stopped.complete(true);
            })));
            stopped.get(1, TimeUnit.MINUTES);
            try (Ledger ledger = new Ledger(site.ledger());
                    Reeve successor = place.open()) {
                new Workload(successor, ledger).run(8);
                child.signal("CONT");
                child.await("FENCED");
                new Workload(successor, ledger).runToEnd();
            }
        }
        Audit.check(place, site.ledger());
    }

    @Test
    @Tag("proof")
    @DisplayName("F4, L2: an engine is stopped while it takes lanes, and the next one waits no longer than the "
            + "server allows")
    void stoppedInTransaction() throws Exception {
        PostgresServer server = PostgresServer.shared();
        String database = server.newDatabase();
        Place place = server.place(database);
        try (Ledger ledger = new Ledger(site.ledger());
                Reeve first = place.open()) {
            new Workload(first, ledger).run(4);
        }
        try (PostgresProxy proxy = PostgresProxy.before(server.port())) {
            CompletableFuture<Boolean> stopped = new CompletableFuture<>();
            CompletableFuture<Child> child = new CompletableFuture<>();
            proxy.play(Script.nth(1, ProcessFaultsTest::isJoining, Fate.meanwhile(() -> {
                child.join().signal("STOP");
                stopped.complete(true);
            })));
            child.complete(Child.run(PostgresServer.place(database, proxy.port()), site.ledger(), 100, 110));
            try (Child stuck = child.join()) {
                stopped.get(1, TimeUnit.MINUTES);
                try (Ledger ledger = new Ledger(site.ledger());
                        Reeve successor = openPatiently(place)) {
                    new Workload(successor, ledger).run(8);
                    stuck.signal("CONT");
                    assertThat(stuck.exitCode()).isNotZero();
                }
            }
        }
        Audit.check(place, site.ledger());
    }

    private static boolean isJoining(Exchange exchange) {
        return exchange.statements().stream().anyMatch(sql -> sql.contains("delete from reeve.node"));
    }

    /** Retries for a minute, as an operator's supervisor would, for example while the lock is held. */
    private static Reeve openPatiently(Place place) {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            try {
                return place.open();
            } catch (ReeveException e) {
                if (System.nanoTime() > giveUp) {
                    throw e;
                }
            }
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("F36, I1: the heap is exhausted: the process ends, and the next one continues")
    void heapIsExhausted() throws Exception {
        Place place = site.sqlite();
        try (Child child = Child.run(
                place, site.ledger(), 0, 100_000, "-Xmx64m", "-XX:+ExitOnOutOfMemoryError", "-Dfaults.hoard=true")) {
            child.await("STARTED 5");
            assertThat(child.exitCode()).isNotZero();
        }
        finish(place, 10);
        Audit.check(place, site.ledger());
    }
}
