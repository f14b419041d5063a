package dev.reeve.internal.postgresql;

import static dev.reeve.internal.postgresql.Doubts.QUICK;
import static dev.reeve.internal.postgresql.Doubts.assertInDoubt;
import static dev.reeve.internal.postgresql.Doubts.commit;
import static dev.reeve.internal.postgresql.Doubts.commitAll;
import static dev.reeve.internal.postgresql.Doubts.open;
import static dev.reeve.internal.postgresql.Doubts.reacquire;
import static dev.reeve.internal.postgresql.Doubts.reacquireAtLast;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Connections that end, databases that stop: nothing that was acknowledged is lost, and nothing is there twice. */
final class BrokenConnectionTest {

    private static final boolean PROOF = Boolean.getBoolean("proof");

    /** How many batches a lane writes, and how often the server crashes: fewer in {@code mvn verify}. */
    private static final int BATCHES = PROOF ? 150 : 40;

    /** The number of sessions that are terminated at least. */
    private static final int KILLS = 4;

    private static final int CRASHES = PROOF ? 3 : 1;

    private final Fixture fixture = new Fixture(11);

    /** Writes one journal row after the other, and trusts only acknowledgements. Returns how many are in the store. */
    private static int write(LaneStore lane, List<ExecutionId> ids, int from, int to) {
        int seq = from;
        while (seq <= to) {
            switch (commit(lane, Fixture.append(seq, ids))) {
                case CommitOutcome.Committed committed -> seq++;
                case CommitOutcome.Fenced fenced -> throw new AssertionError("fenced by nobody");
                case CommitOutcome.InDoubt doubt -> {
                    assertThat(doubt.cause().kind()).as("%s", doubt.cause()).isEqualTo(StoreException.Kind.UNAVAILABLE);
                    if (reacquireAtLast(lane) == Reacquired.LANDED) {
                        seq++;
                    }
                }
            }
        }
        return seq - 1;
    }

    @Test
    @DisplayName("F14, L5: sessions are terminated repeatedly; each batch is there once, in order")
    void sessionsAreTerminatedAgainAndAgain() {
        TestServer server = TestServer.shared();
        PGSimpleDataSource database = server.database();
        String name = Objects.requireNonNull(database.getDatabaseName());
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger killed = new AtomicInteger();
        try (Store store = open(database, QUICK)) {
            List<LaneStore> lanes = store.join(fixture.node("a"), 2);
            List<List<ExecutionId>> ids = new ArrayList<>();
            List<CompletableFuture<Integer>> writers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                List<ExecutionId> own = List.of(fixture.id(i, 2), fixture.id(i, 2), fixture.id(i, 2));
                LaneStore lane = lanes.get(i);
                commitAll(lane, Fixture.startAll(own));
                ids.add(own);
                writers.add(CompletableFuture.supplyAsync(() -> writeDuring(killed, lane, own), Doubts::onThread));
            }
            CompletableFuture<Void> killer =
                    CompletableFuture.runAsync(() -> kill(server, name, killed, over), Doubts::onThread);

            List<Integer> written =
                    writers.stream().map(CompletableFuture::join).toList();
            over.set(true);
            killer.join();

            for (int i = 0; i < 2; i++) {
                for (ExecutionId id : ids.get(i)) {
                    assertThat(store.history(id))
                            .hasSize(written.get(i))
                            .allSatisfy(row -> assertThat(row).isEqualTo(Fixture.journal(id, row.seq())));
                }
            }
        }
    }

    /** Writes until a few sessions have been terminated. Returns how many rows are in the store. */
    private static int writeDuring(AtomicInteger killed, LaneStore lane, List<ExecutionId> ids) {
        int written = write(lane, ids, 2, BATCHES);
        while (killed.get() < KILLS) {
            written = write(lane, ids, written + 1, written + 1);
        }
        return written;
    }

    private static void kill(TestServer server, String name, AtomicInteger killed, AtomicBoolean over) {
        while (!over.get()) {
            killed.addAndGet(server.query(
                            "postgres",
                            "select pg_terminate_backend(pid) from pg_stat_activity, pg_sleep(0.02) where datname = '%s'"
                                    .formatted(name))
                    .size());
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("F18: the server stops at once and restarts; the lane continues with all acknowledged work")
    void theServerCrashesAndStartsAgain() throws IOException, InterruptedException {
        try (TestServer server = TestServer.own(Map.of())) {
            Store store = open(server.database(), QUICK);
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            List<ExecutionId> ids = fixture.ids(20);
            commitAll(lane, Fixture.startAll(ids));
            for (int round = 0; round < CRASHES; round++) {
                int from = 2 + round * 100;
                CompletableFuture<Integer> writer =
                        CompletableFuture.supplyAsync(() -> write(lane, ids, from, from + 99), Doubts::onThread);
                server.query("postgres", "select pg_sleep(0.1)");

                server.crash();
                assertThatThrownBy(() -> store.find(ids.getFirst())).isInstanceOf(StoreException.class);
                server.restart();

                assertThat(writer.join()).isEqualTo(from + 99);
            }

            for (ExecutionId id : ids) {
                assertThat(store.history(id))
                        .hasSize(1 + CRASHES * 100)
                        .allSatisfy(row -> assertThat(row).isEqualTo(Fixture.journal(id, row.seq())));
            }
            store.close();
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("F24: a database that becomes read-only refuses writes with a reason, and accepts them afterwards")
    void aDatabaseThatBecomesReadOnly() throws IOException {
        try (TestServer server = TestServer.own(Map.of());
                Store store = open(server.database(), QUICK)) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            List<ExecutionId> ids = fixture.ids(1);
            commitAll(lane, Fixture.startAll(ids));
            try {
                server.execute("alter system set default_transaction_read_only = on");
                server.execute("select pg_reload_conf()");

                Awaitility.await()
                        .untilAsserted(() -> assertThat(server.query("postgres", "show default_transaction_read_only"))
                                .containsExactly("on"));
                assertInDoubt(
                        commit(lane, Fixture.append(2, ids)),
                        StoreException.Kind.UNAVAILABLE,
                        "25006",
                        "connect to the primary");
                assertThatThrownBy(() -> reacquire(lane)).isInstanceOf(StoreException.class);
                assertThatThrownBy(() -> store.deploy(new StoredWorkflow("default", "w", 1, new Json("{}"))))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("read-only");
            } finally {
                writable(server);
            }
            assertThat(reacquireAtLast(lane)).isEqualTo(Reacquired.NOT_LANDED);
            commitAll(lane, Fixture.append(2, ids));
        }
    }

    /** A read-only server takes ALTER SYSTEM all the same, and a session can switch it off for itself. */
    private static void writable(TestServer server) {
        server.execute("alter system reset default_transaction_read_only");
        server.execute("select pg_reload_conf()");
        Awaitility.await()
                .untilAsserted(() -> assertThat(server.query("postgres", "show default_transaction_read_only"))
                        .containsExactly("off"));
    }

    @Test
    @DisplayName("R51: a slow statement is cancelled, and leaves nothing behind")
    void aStatementThatTakesTooLong() throws SQLException {
        TestServer server = TestServer.shared();
        PGSimpleDataSource database = server.database();
        Timeouts impatient = new Timeouts(
                Duration.ofMillis(300),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(5));
        try (Store store = open(database, impatient);
                Connection other = server.admin(Objects.requireNonNull(database.getDatabaseName()));
                Statement statement = other.createStatement()) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            List<ExecutionId> ids = fixture.ids(1);
            other.setAutoCommit(false);
            statement.execute("lock table reeve.journal in share mode");

            assertInDoubt(
                    commit(lane, Fixture.startAll(ids)), StoreException.Kind.UNAVAILABLE, "57014", "statement_timeout");

            other.rollback();
            assertThat(reacquire(lane)).isEqualTo(Reacquired.NOT_LANDED);
            commitAll(lane, Fixture.startAll(ids));
        }
    }

    @Test
    @DisplayName("R49, R50: behind a pooler nothing is prepared or set for the session")
    void behindAPooler() {
        PGSimpleDataSource database = TestServer.shared().database();
        DatabaseFacts pooled = new DatabaseFacts("18", "somewhere", Schema.DEFAULT, PostgresMigrations.VERSION, true);
        try (Store store = new PostgresStore(database, pooled, QUICK)) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            List<ExecutionId> ids = fixture.ids(2);
            commitAll(lane, Fixture.startAll(ids));
            for (int seq = 2; seq < 12; seq++) {
                commitAll(lane, Fixture.append(seq, ids));
            }
            assertThat(reacquire(lane)).isEqualTo(Reacquired.LANDED);
            assertThat(lane.load(ids).toCompletableFuture().join()).hasSize(2);
            assertThat(TestServer.shared()
                            .query(
                                    "postgres",
                                    "select application_name from pg_stat_activity where application_name like 'reeve%%' and datname = '%s'"
                                            .formatted(database.getDatabaseName())))
                    .isEmpty();
        }
    }
}
