package dev.reeve.internal.postgresql;

import static dev.reeve.internal.postgresql.Doubts.QUICK;
import static dev.reeve.internal.postgresql.Doubts.assertInDoubt;
import static dev.reeve.internal.postgresql.Doubts.awaitWaiting;
import static dev.reeve.internal.postgresql.Doubts.commit;
import static dev.reeve.internal.postgresql.Doubts.commitAll;
import static dev.reeve.internal.postgresql.Doubts.commitLater;
import static dev.reeve.internal.postgresql.Doubts.open;
import static dev.reeve.internal.postgresql.Doubts.reacquire;
import static dev.reeve.internal.postgresql.Doubts.reacquireAtLast;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.MailKey;
import dev.reeve.spi.store.MailProgress;
import dev.reeve.spi.store.MailRow;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.ReplyRow;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Undeployment;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Commits that wait for a standby which does not come: zombies (F16) and acknowledgements that mean nothing (F21). */
@Tag("proof")
final class SynchronousStandbyTest {

    private static final Timeouts PATIENT = new Timeouts(
            Duration.ofSeconds(30),
            Duration.ofMillis(500),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60));

    private static final TestServer server = TestServer.own(Map.of());

    private final Fixture fixture = new Fixture(13);
    private final PGSimpleDataSource database = server.database();
    private final String name = Objects.requireNonNull(database.getDatabaseName());

    @BeforeAll
    static void warmUp() {
        server.database();
    }

    @AfterEach
    void standbyIsNotWaitedFor() {
        waitFor("");
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static void waitFor(String standby) {
        // outside of what it changes: this session does not wait itself
        server.execute("postgres", "alter system set synchronous_standby_names = '%s'".formatted(standby));
        server.query("postgres", "select pg_reload_conf()");
        Awaitility.await()
                .untilAsserted(() -> assertThat(server.query("postgres", "show synchronous_standby_names"))
                        .containsExactly(standby));
    }

    /** Starts executions. From then on the standby is missing. */
    private List<ExecutionId> startedBefore(LaneStore lane) {
        List<ExecutionId> ids = fixture.ids(2);
        commitAll(lane, Fixture.startAll(ids));
        waitFor("nobody");
        return ids;
    }

    private List<String> tell(String function) {
        return server.query(
                "postgres",
                "select %s(pid) from pg_stat_activity where datname = '%s' and wait_event = 'SyncRep'"
                        .formatted(function, name));
    }

    @Test
    @DisplayName("F16, I9: a connection breaks at commit and the batch lands later; only reacquire waits for it "
            + "and knows")
    void aZombieIsWaitedFor() {
        try (Store store = open(database, QUICK)) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            List<ExecutionId> ids = startedBefore(lane);

            assertInDoubt(commit(lane, Fixture.append(2, ids)), StoreException.Kind.UNAVAILABLE, "08006");

            assertThat(store.history(ids.getFirst()))
                    .as("a plain read does not see it")
                    .hasSize(1);
            assertThatThrownBy(() -> reacquire(lane))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("55P03")
                    .hasMessageContaining("still open");
            waitFor("");
            assertThat(reacquireAtLast(lane)).isEqualTo(Reacquired.LANDED);
            assertThat(store.history(ids.getFirst())).hasSize(2);
            commitAll(lane, Fixture.append(3, ids));
        }
    }

    @Test
    @DisplayName("F16, F14: the zombie's session is terminated while it waits: it has committed, and reacquire knows")
    void aZombieIsTerminated() {
        try (Store store = open(database, QUICK)) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            List<ExecutionId> ids = startedBefore(lane);
            assertInDoubt(commit(lane, Fixture.append(2, ids)), StoreException.Kind.UNAVAILABLE);

            assertThat(tell("pg_terminate_backend")).hasSize(1);
            waitFor("");

            assertThat(reacquireAtLast(lane)).isEqualTo(Reacquired.LANDED);
            commitAll(lane, Fixture.append(3, ids));
        }
    }

    @Test
    @DisplayName("F21, I1: the wait for the standby is cancelled and PostgreSQL acknowledges; the lane does not "
            + "trust it")
    void anAcknowledgementThatMeansNothing() {
        try (Store store = open(database, PATIENT)) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            List<ExecutionId> ids = startedBefore(lane);
            CompletableFuture<CommitOutcome> waiting = commitLater(lane, Fixture.append(2, ids));
            awaitWaiting(server, name, "SyncRep");

            assertThat(tell("pg_cancel_backend")).hasSize(1);

            assertInDoubt(waiting.join(), StoreException.Kind.UNAVAILABLE, "standby");

            CompletableFuture<Reacquired> taking =
                    CompletableFuture.supplyAsync(() -> reacquire(lane), Doubts::onThread);
            awaitWaiting(server, name, "SyncRep");
            assertThat(tell("pg_cancel_backend")).hasSize(1);
            assertThatThrownBy(taking::join).hasCauseInstanceOf(StoreException.class);
            waitFor("");
            assertThat(reacquireAtLast(lane)).isEqualTo(Reacquired.LANDED);
            commitAll(lane, Fixture.append(3, ids));
        }
    }

    @Test
    @DisplayName("F21, I1: a reply whose batch the standby may lack is not given to the node that waits for it")
    void aReplyThatAFailoverMayLose() {
        try (Store store = open(database, PATIENT)) {
            NodeId node = fixture.node("a");
            LaneStore lane = store.cluster()
                    .join(new Registration(node, false, true, Duration.ofHours(1)), 1)
                    .getFirst();
            ReplyRow reply = new ReplyRow("x", 1, "1");
            waitFor("nobody");
            CompletableFuture<CommitOutcome> waiting = commitLater(
                    lane,
                    new Batch(
                            List.of(),
                            List.of(),
                            List.of(),
                            List.of(),
                            new Batch.Crossing(ShardSet.NONE, List.of(), List.of(reply))));
            awaitWaiting(server, name, "SyncRep");
            assertThat(tell("pg_cancel_backend")).hasSize(1);
            assertInDoubt(waiting.join(), StoreException.Kind.UNAVAILABLE, "standby");

            CompletableFuture<List<ReplyRow>> replies = CompletableFuture.supplyAsync(
                    () -> store.cluster().inbox().replies("x", Long.MIN_VALUE, List.of()), Doubts::onThread);
            Awaitility.await()
                    .until(() -> replies.isDone() || tell("pg_cancel_backend").size() == 1);

            assertThatThrownBy(replies::join)
                    .hasCauseInstanceOf(StoreException.class)
                    .hasMessageContaining("standby");
            assertThat(store.cluster().inbox().replies("y", Long.MIN_VALUE, List.of()))
                    .as("what reads nothing waits for nothing")
                    .isEmpty();
            waitFor("");
            assertThat(store.cluster().inbox().replies("x", Long.MIN_VALUE, List.of()))
                    .containsExactly(reply);
            assertThat(store.cluster().inbox().replies("x", Long.MIN_VALUE, List.of(1L)))
                    .isEmpty();
        }
    }

    /** The wait of this write for the standby is cancelled, so that PostgreSQL acknowledges it. */
    private void assertNotTrusted(Runnable write) {
        waitFor("nobody");
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(write, Doubts::onThread);
        awaitWaiting(server, name, "SyncRep");
        Awaitility.await()
                .until(() -> waiting.isDone() || tell("pg_cancel_backend").size() == 1);

        assertThatThrownBy(waiting::join)
                .hasCauseInstanceOf(StoreException.class)
                .hasMessageContaining("standby");
        waitFor("");
    }

    @Test
    @DisplayName("F21: a definition that the standby may still have is not reported as removed")
    void aRemovalThatAFailoverMayLose() {
        try (Store store = open(database, PATIENT)) {
            assertThat(store.join(fixture.node("a"), 1)).hasSize(1);
            StoredWorkflow deployed = store.deploy(new StoredWorkflow("default", "w", 1, Json.EMPTY_OBJECT));

            assertNotTrusted(() -> store.undeploy(new Undeployment(
                    deployed.namespace(), deployed.name(), deployed.version(), "ann", "old", Instant.EPOCH)));

            assertThat(store.isDeployed(deployed.namespace(), deployed.name(), deployed.version()))
                    .isFalse();
        }
    }

    @Test
    @DisplayName("F21: a format that the standby may lack is not reported as raised")
    void aFormatThatAFailoverMayLose() {
        try (Store store = open(database, PATIENT)) {
            assertThat(store.join(fixture.node("a"), 1)).hasSize(1);

            assertNotTrusted(store::allowLanguage);

            store.allowLanguage();
        }
    }

    @Test
    @DisplayName("F21: letters that the standby may lack are sent again under their numbers, and are there once")
    void lettersThatAFailoverMayLose() {
        try (Store store = open(database, PATIENT)) {
            String sender = Doubts.shared(store, fixture.node("a"));
            String receiver = Doubts.shared(store, fixture.node("b"));
            List<MailRow> letters = List.of(new MailRow(receiver, new MailKey(sender, 1), "{}"));

            assertNotTrusted(() -> store.cluster().mail().send(letters));
            assertNotTrusted(() -> store.cluster().mail().send(letters));
            store.cluster().mail().send(letters);

            assertThat(store.cluster().mail().receive(receiver, List.of(new MailProgress(sender, 0, 0)), 10, 1_000))
                    .isEqualTo(letters);
        }
    }
}
