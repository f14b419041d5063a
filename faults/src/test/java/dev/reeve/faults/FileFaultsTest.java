package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.faults.engine.Audit;
import dev.reeve.faults.engine.Child;
import dev.reeve.faults.engine.Ledger;
import dev.reeve.faults.engine.Place;
import dev.reeve.faults.engine.Site;
import dev.reeve.faults.engine.Workload;
import dev.reeve.faults.server.PostgresServer;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of the files and rows under an engine. */
final class FileFaultsTest {

    private Site site;

    @BeforeEach
    void locate(@TempDir Path directory) {
        site = new Site(directory);
    }

    @Test
    @DisplayName("F42, I9: a file that an engine uses is refused to a second one, and the first engine is unharmed")
    void fileIsInUse() throws Exception {
        try (Child child = Child.run(site.sqlite(), site.ledger(), 0, 20)) {
            child.await("OPEN");
            assertThatThrownBy(() -> site.sqlite().open())
                    .isInstanceOfSatisfying(
                            ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNUSABLE))
                    .hasMessageContaining("pid " + child.pid());
            child.await("DONE");
            assertThat(child.shutDown()).isZero();
        }
        Audit.check(site.sqlite(), site.ledger());
    }

    private interface Damage {
        void to(Statement database, ExecutionId execution) throws Exception;
    }

    /** Damages the history of one open execution while no engine runs, and checks that the others complete. */
    private void damageOne(Place place, Damage damage) throws Exception {
        List<ExecutionId> damaged = new ArrayList<>();
        try (Ledger ledger = new Ledger(site.ledger())) {
            try (Reeve reeve = place.open()) {
                reeve.deploy(Workflow.parse("""
                        workflow: patient
                        version: 1
                        steps:
                          a: { action: some.day }
                        """));
                damaged.add(reeve.start("patient", Json.EMPTY_OBJECT).id());
                new Workload(reeve, ledger).run(8);
            }
            String url = place.address().startsWith("jdbc:") ? place.address() : "jdbc:sqlite:" + place.address();
            try (Connection connection = DriverManager.getConnection(url);
                    Statement database = connection.createStatement()) {
                damage.to(database, damaged.getFirst());
            }
            try (Reeve reeve = place.open()) {
                new Workload(reeve, ledger).run(16);
                assertThat(reeve.find(damaged.getFirst())).isPresent();
            }
        }
        Audit.check(place, site.ledger(), damaged::contains);
    }

    private static final String NONSENSE = "[{\"type\":\"Nonsense\"}]";

    @Test
    @DisplayName("F43: an unreadable row of history stops its execution and no other, on SQLite")
    void nonsenseInHistoryOnSqlite() throws Exception {
        damageOne(
                site.sqlite(),
                (database, id) -> assertThat(database.executeUpdate(
                                "update journal set events = '%s' where rowid = (select min(rowid) from journal)"
                                        .formatted(NONSENSE)))
                        .isOne());
    }

    @Test
    @DisplayName("F43: an unreadable row of history stops its execution and no other, on PostgreSQL")
    void nonsenseInHistoryOnPostgres() throws Exception {
        PostgresServer server = PostgresServer.shared();
        damageOne(
                server.newPlace(),
                (database, id) -> assertThat(database.executeUpdate(
                                "update reeve.journal set events = '%s' where execution_id = '%s'"
                                        .formatted(NONSENSE, id)))
                        .isOne());
    }

    @Test
    @Tag("proof")
    @DisplayName("F41, I1: an fsync of the log stands before each acknowledgement")
    void fsyncBeforeAcknowledgement() throws Exception {
        Path trace = site.directory().resolve("trace");
        List<String> strace = List.of(
                "strace", "-f", "-y", "-qq", "-o", trace.toString(), "-e", "trace=fsync,fdatasync,pwrite64,write");
        Assumptions.assumeTrue(canTrace(), "strace is missing, or may not trace");
        try (Child child = Child.run(strace, site.sqlite(), site.ledger(), 0, 30)) {
            child.await("DONE");
            assertThat(child.shutDown()).isZero();
        }
        int acknowledged = 0;
        boolean written = false;
        boolean synced = false;
        for (String line : Files.readAllLines(trace)) {
            if (line.contains("pwrite64(") && line.contains("-wal>")) {
                written = true;
            } else if (line.contains("sync(") && line.contains("-wal>")) {
                synced = written;
            } else if (line.contains("write(1<") && line.contains("STARTED")) {
                assertThat(synced)
                        .as("fsync of what was written before: %s", line)
                        .isTrue();
                acknowledged++;
                written = false;
                synced = false;
            }
        }
        assertThat(acknowledged).isEqualTo(30);
        Audit.check(site.sqlite(), site.ledger());
    }

    private static boolean canTrace() throws InterruptedException {
        try {
            Process process = new ProcessBuilder("strace", "-o", "/dev/null", "true").start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            // no such program
            return false;
        }
    }
}
