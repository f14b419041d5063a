package dev.reeve.internal.postgresql;

import static dev.reeve.internal.postgresql.Doubts.QUICK;
import static dev.reeve.internal.postgresql.Doubts.assertInDoubt;
import static dev.reeve.internal.postgresql.Doubts.commit;
import static dev.reeve.internal.postgresql.Doubts.commitAll;
import static dev.reeve.internal.postgresql.Doubts.open;
import static dev.reeve.internal.postgresql.Doubts.reacquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The fence, with two connections in each other's way. */
final class FenceTest {

    private static final Timeouts PATIENT = new Timeouts(
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30));

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final String name = Objects.requireNonNull(database.getDatabaseName());
    private final Fixture fixture = new Fixture(7);
    private final Store store = open(database, PATIENT);
    private final LaneStore lane = store.join(fixture.node("a"), 1).getFirst();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    @DisplayName("I9: a batch that waited for the new owner of its lane writes nothing, although its snapshot is older")
    void aBatchThatWaitedForWhoeverTookItsLaneWritesNothing() throws SQLException {
        List<ExecutionId> ids = fixture.ids(3);
        commitAll(lane, Fixture.startAll(ids.subList(0, 2)));
        CompletableFuture<CommitOutcome> blocked;
        try (OpenTransaction taker =
                OpenTransaction.of(server, name, "update reeve.lane set incarnation = incarnation + 1")) {
            blocked = taker.blocks(() -> commit(
                    lane,
                    new Batch(
                            List.of(Fixture.journal(ids.get(0), 2), Fixture.journal(ids.get(2), 1)),
                            List.of(Fixture.row(ids.get(2))),
                            List.of(Fixture.wake(ids.get(0), Fixture.START)))));
            taker.commit();
        }

        assertThat(blocked.join()).isEqualTo(CommitOutcome.FENCED);
        assertThat(store.history(ids.get(0))).hasSize(1);
        assertThat(store.find(ids.get(0))).contains(Fixture.row(ids.get(0)));
        assertThat(store.history(ids.get(2))).isEmpty();
        assertThat(store.find(ids.get(2))).isEmpty();
        assertThat(reacquire(lane)).isEqualTo(Reacquired.FENCED);
    }

    @Test
    @DisplayName("I9: a batch that waited for an owner that gave up is written whole")
    void aBatchThatWaitedForATakerWhoGaveUpIsWritten() throws SQLException {
        List<ExecutionId> ids = fixture.ids(2);
        commitAll(lane, Fixture.startAll(ids));
        CompletableFuture<CommitOutcome> blocked;
        try (OpenTransaction taker = OpenTransaction.of(server, name, "delete from reeve.lane")) {
            blocked = taker.blocks(() -> commit(lane, Fixture.change(2, Fixture.wake(ids.get(0), Fixture.START))));
            taker.rollBack();
        }

        assertThat(blocked.join()).isEqualTo(CommitOutcome.COMMITTED);
        assertThat(store.find(ids.get(0))).contains(Fixture.waiting(ids.get(0), Fixture.START));
    }

    @Test
    @DisplayName("I9: a new owner waits for a batch in progress, and then sees it")
    void whoeverJoinsWaitsForABatchThatIsUnderWay() throws SQLException {
        List<ExecutionId> ids = fixture.ids(2);
        commitAll(lane, Fixture.startAll(ids));
        CompletableFuture<LaneStore> joiner;
        // a batch of the lane that has passed the fence and is not committed yet
        try (OpenTransaction zombie = OpenTransaction.of(
                server,
                name,
                "update reeve.lane set batch = batch + 1",
                "insert into reeve.journal select shard, execution_id, 2, at, events from reeve.journal")) {
            joiner = zombie.blocks(() -> store.join(fixture.node("b"), 1).getFirst());
            zombie.commit();
        }

        LaneStore next = joiner.join();
        assertThat(next.load(ids).toCompletableFuture().join())
                .allSatisfy(execution -> assertThat(execution.journal()).hasSize(2));
        assertThat(commit(lane, Fixture.append(3, ids))).isEqualTo(CommitOutcome.FENCED);
        commitAll(next, Fixture.append(3, ids));
    }

    @Test
    @DisplayName("R48: a new owner does not wait forever for an endless transaction")
    void whoeverJoinsDoesNotWaitForEver() throws SQLException {
        commitAll(lane, Fixture.startAll(fixture.ids(1)));
        try (OpenTransaction zombie = OpenTransaction.of(server, name, "update reeve.lane set batch = batch");
                Store other = open(database, QUICK)) {
            assertThatThrownBy(() -> other.join(fixture.node("b"), 2))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE))
                    .hasMessageContaining("55P03");
            zombie.rollBack();
        }
        commitAll(lane, Fixture.startAll(fixture.ids(1)));
    }

    @Test
    @DisplayName("F22: a database that lost acknowledged work is noticed at the next batch")
    void aForgetfulDatabaseIsNoticed() {
        List<ExecutionId> ids = fixture.ids(4);
        for (ExecutionId id : ids) {
            commitAll(lane, Fixture.startAll(List.of(id)));
        }
        // what a failover to a standby does that is two batches behind
        server.execute(name, "update reeve.lane set batch = batch - 2");

        ExecutionId next = fixture.id();
        assertInDoubt(
                commit(lane, Fixture.startAll(List.of(next))),
                StoreException.Kind.UNAVAILABLE,
                "is at batch 2, and had acknowledged 4");

        assertThat(store.find(next)).isEmpty();
        assertThat(reacquire(lane)).isEqualTo(Reacquired.FORGOTTEN);
        commitAll(lane, Fixture.startAll(List.of(next)));
        assertThat(reacquire(lane)).isEqualTo(Reacquired.LANDED);
    }

    @Test
    @DisplayName("After a failover that lost a taking of the lane, earlier incarnations still belong to it")
    void aFailoverThatLosesAnIncarnationIsNoOtherEngine() {
        commitAll(lane, Fixture.startAll(fixture.ids(1)));
        String first = incarnation();
        assertThat(reacquire(lane)).isEqualTo(Reacquired.LANDED);
        assertThat(reacquire(lane)).isEqualTo(Reacquired.LANDED);
        commitAll(lane, Fixture.startAll(fixture.ids(1)));

        server.execute(name, "update reeve.lane set batch = 1, incarnation = " + first);

        ExecutionId next = fixture.id();
        assertInDoubt(
                commit(lane, Fixture.startAll(List.of(next))),
                StoreException.Kind.UNAVAILABLE,
                "is at batch 1 of an earlier incarnation of this lane, and had acknowledged 2");
        assertThat(reacquire(lane)).isEqualTo(Reacquired.FORGOTTEN);
        commitAll(lane, Fixture.startAll(List.of(next)));
        assertThat(incarnation()).isNotEqualTo(first);
    }

    @Test
    @DisplayName("The same holds if the failover happens while the lane is taken again")
    void aLaneIsTakenAgainAfterAFailoverThatLostAnIncarnation() {
        commitAll(lane, Fixture.startAll(fixture.ids(1)));
        String first = incarnation();
        assertThat(reacquire(lane)).isEqualTo(Reacquired.LANDED);
        assertThat(reacquire(lane)).isEqualTo(Reacquired.LANDED);

        server.execute(name, "update reeve.lane set batch = 0, incarnation = " + first);

        assertThat(reacquire(lane)).isEqualTo(Reacquired.FORGOTTEN);
        commitAll(lane, Fixture.startAll(fixture.ids(1)));

        server.execute(name, "update reeve.lane set incarnation = incarnation + 1");
        assertThat(commit(lane, Fixture.startAll(fixture.ids(1)))).isEqualTo(CommitOutcome.FENCED);
        assertThat(reacquire(lane)).isEqualTo(Reacquired.FENCED);
    }

    private String incarnation() {
        return server.query(name, "select incarnation::text from reeve.lane").getFirst();
    }

    @Test
    @DisplayName("a batch during an open answer is not sent, and reacquire reports that")
    void aBatchGivenInDoubtIsNotSent() {
        List<ExecutionId> ids = fixture.ids(1);
        commitAll(lane, Fixture.startAll(ids));
        assertInDoubt(commit(lane, Fixture.startAll(ids)), StoreException.Kind.STALE, "23505");

        assertInDoubt(
                commit(lane, Fixture.append(2, ids)), StoreException.Kind.UNAVAILABLE, "reacquire the lane first");

        assertThat(reacquire(lane)).isEqualTo(Reacquired.NOT_LANDED);
        commitAll(lane, Fixture.append(2, ids));
    }
}
