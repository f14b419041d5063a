package dev.reeve.internal.postgresql;

import static dev.reeve.internal.postgresql.Doubts.commit;
import static dev.reeve.internal.postgresql.Doubts.commitAll;
import static dev.reeve.internal.postgresql.Doubts.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ClusterMember;
import dev.reeve.spi.store.ClusterView;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.ShardSet;
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

/** Two nodes that share a database, with transactions in each other's way. */
final class ClusterFenceTest {

    private static final Duration TTL = Duration.ofSeconds(10);

    private static final ShardSet SOME = ShardSet.of(List.of(3, 4, 5));

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final String name = Objects.requireNonNull(database.getDatabaseName());
    private final Fixture fixture = new Fixture(7);
    private final NodeId a = fixture.node("a");
    private final NodeId b = fixture.node("b");
    private final Store first = open(database, Timeouts.DEFAULT);
    private final Store second = open(database, Timeouts.DEFAULT);
    private final LaneStore lane =
            first.cluster().join(new Registration(a, false, true, TTL), 1).getFirst();
    private final LaneStore other =
            second.cluster().join(new Registration(b, false, true, TTL), 1).getFirst();

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    private ClusterMember seen(NodeId node) {
        return second.cluster().renew(b, true).members().stream()
                .filter(member -> member.node().equals(node.toString()))
                .findFirst()
                .orElseThrow();
    }

    private static Batch releasing(ShardSet shards, ExecutionId id) {
        return new Batch(
                List.of(Fixture.journal(id, 2)),
                List.of(),
                List.of(),
                List.of(),
                new Batch.Crossing(shards, List.of(), List.of()));
    }

    @Test
    @DisplayName("I9: the removal of a node waits for its batch in progress, and fences the next one")
    void aRemovalWaitsForABatch() throws SQLException {
        first.cluster().claim(a, 0, SOME);
        ClusterMember dead = seen(a);
        CompletableFuture<Boolean> removal;
        // a batch of the lane that has passed the fence and is not committed yet
        try (OpenTransaction batch = OpenTransaction.of(
                server, name, "update reeve.lane set batch = batch + 1 where node = '%s'".formatted(a))) {
            removal = batch.blocks(() -> second.cluster().remove(dead));
            batch.commit();
        }

        assertThat(removal.join()).isTrue();
        assertThat(commit(lane, Fixture.startAll(fixture.ids(1)))).isEqualTo(CommitOutcome.FENCED);
        assertThat(second.cluster().claim(b, 0, ShardSet.ALL)).isEqualTo(ShardSet.ALL);
        commitAll(other, Fixture.startAll(fixture.ids(1)));
    }

    @Test
    @DisplayName("I9: a batch that waited for the removal of its node writes nothing, although its snapshot is older")
    void aBatchWaitsForARemoval() throws SQLException {
        first.cluster().claim(a, 0, SOME);
        ExecutionId id = fixture.id();
        commitAll(lane, Fixture.startAll(List.of(id)));
        CompletableFuture<CommitOutcome> blocked;
        try (OpenTransaction remover =
                OpenTransaction.of(server, name, "delete from reeve.lane where node = '%s'".formatted(a))) {
            blocked = remover.blocks(() -> commit(lane, releasing(SOME, id)));
            remover.commit();
        }

        assertThat(blocked.join()).isEqualTo(CommitOutcome.FENCED);
        assertThat(first.history(id)).hasSize(1);
        assertThat(second.cluster().claim(b, 0, SOME)).isEqualTo(ShardSet.NONE);
    }

    @Test
    @DisplayName("I9: a removal that waited for the renewal of the node leaves it alone")
    void aRenewalWins() throws SQLException {
        ClusterMember seen = seen(a);
        CompletableFuture<Boolean> removal;
        try (OpenTransaction renewal = OpenTransaction.of(
                server, name, "update reeve.node set beat = beat + 1 where node = '%s'".formatted(a))) {
            removal = renewal.blocks(() -> second.cluster().remove(seen));
            renewal.commit();
        }

        assertThat(removal.join()).isFalse();
        commitAll(lane, Fixture.startAll(fixture.ids(1)));
    }

    @Test
    @DisplayName("I9: a removal frees the shards of a claim that it waited for")
    void aClaimComesFirst() throws SQLException {
        ClusterMember seen = seen(a);
        CompletableFuture<Boolean> removal;
        try (OpenTransaction claim = OpenTransaction.of(
                server,
                name,
                "select from reeve.node where node = '%s' for key share".formatted(a),
                "update reeve.shard set node = '%s', lane = 0 where shard = 7".formatted(a))) {
            removal = claim.blocks(() -> second.cluster().remove(seen));
            claim.commit();
        }

        assertThat(removal.join()).isTrue();
        assertThat(second.cluster().renew(b, true).owners()).isEmpty();
    }

    @Test
    @DisplayName("I9: a claim that waited for the removal of its node gets nothing")
    void aRemovalComesFirst() throws SQLException {
        CompletableFuture<ShardSet> claim;
        try (OpenTransaction remover =
                OpenTransaction.of(server, name, "delete from reeve.node where node = '%s'".formatted(a))) {
            claim = remover.blocks(() -> first.cluster().claim(a, 0, SOME));
            remover.commit();
        }

        assertThat(claim.join()).isEqualTo(ShardSet.NONE);
        assertThat(second.cluster().renew(b, true).owners()).isEmpty();
    }

    @Test
    @DisplayName("I9: a claim that waited for another one takes what is left")
    void aClaimWaitsForAnother() throws SQLException {
        CompletableFuture<ShardSet> claim;
        try (OpenTransaction rival = OpenTransaction.of(
                server, name, "update reeve.shard set node = '%s', lane = 0 where shard = 4".formatted(b))) {
            claim = rival.blocks(() -> first.cluster().claim(a, 0, SOME));
            rival.commit();
        }

        assertThat(claim.join()).isEqualTo(ShardSet.of(List.of(3, 5)));
    }

    @Test
    @DisplayName("F59: a process that registers again sees a newer process of its name that registers meanwhile")
    void aNewerProcessComesFirst() throws SQLException {
        second.cluster().remove(seen(a));
        Registration late = new Registration(a.again(7), true, true, TTL).again();
        NodeId young = fixture.node("a");
        CompletableFuture<List<LaneStore>> blocked;
        // the newer process has its lock and has not registered yet
        try (OpenTransaction joining =
                OpenTransaction.of(server, name, "lock table reeve.shard in share row exclusive mode")) {
            blocked = joining.blocks(() -> first.cluster().join(late, 1));
            joining.execute("""
                    insert into reeve.node (node, name, incarnation, joined_at, owns, shared, ttl_millis, format)
                    values ('%s', 'a', %d, now(), true, true, 10000, 1)""".formatted(young, young.incarnation()));
            joining.commit();
        }

        assertThat(blocked.join()).isEmpty();
        assertThat(second.cluster().renew(b, true).members())
                .extracting(ClusterMember::node)
                .containsExactlyInAnyOrder(young.toString(), b.toString());
    }

    @Test
    @DisplayName("R48: a removal does not wait forever for an endless transaction, and the registration goes on")
    void aRemovalDoesNotWaitForever() throws SQLException {
        ClusterMember dead = seen(a);
        try (Store quick = open(database, Doubts.QUICK);
                OpenTransaction zombie = OpenTransaction.of(
                        server, name, "update reeve.lane set batch = batch where node = '%s'".formatted(a))) {
            assertThatThrownBy(() -> quick.cluster().remove(dead))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE))
                    .hasMessageContaining("55P03");
            assertThat(quick.cluster().renew(a, true).registered()).isTrue();
            zombie.rollBack();
        }
        commitAll(lane, Fixture.startAll(fixture.ids(1)));
    }

    @Test
    @DisplayName("R51: a registration whose connection the server has ended goes on with another one")
    void theRegistrationRecovers() {
        first.cluster().renew(a, true);
        server.execute("""
                select pg_terminate_backend(pid, 10000) from pg_stat_activity
                where datname = '%s' and application_name = 'reeve registration'""".formatted(name));

        assertThatThrownBy(() -> first.cluster().renew(a, true))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE));

        ClusterView view = first.cluster().renew(a, true);
        assertThat(view.registered()).isTrue();
        commitAll(lane, Fixture.startAll(fixture.ids(1)));
    }

    @Test
    @DisplayName("F32: a node that joins again gives the connections of its fenced lanes back")
    void joiningAgainTakesNoMoreConnections() throws SQLException {
        try (LendingDataSource pool = new LendingDataSource(database);
                Store store = open(pool, Timeouts.DEFAULT)) {
            NodeId node = fixture.node("c");
            LaneStore fenced = store.cluster()
                    .join(new Registration(node, false, true, TTL), 2)
                    .getFirst();
            second.cluster().leave(node);
            int idle = pool.idle();

            LaneStore again = store.cluster()
                    .join(new Registration(fixture.node("c"), false, true, TTL), 2)
                    .getFirst();

            assertThat(pool.idle()).isEqualTo(idle);
            assertThat(commit(fenced, Fixture.startAll(fixture.ids(1)))).isEqualTo(CommitOutcome.FENCED);
            commitAll(again, Fixture.startAll(fixture.ids(1)));
        }
    }

    @Test
    @DisplayName("messages are posted all or none, and the user of the session is stored with them")
    void messagesAreStoredTogether() {
        ExecutionId id = fixture.id();
        List<InboxPost> broken = List.of(new InboxPost(id, "x", 1, "{}"), new InboxPost(id, "x", 2, "{"));

        assertThatThrownBy(() -> first.cluster().inbox().post(broken))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.DATA));

        assertThat(second.cluster().inbox().waiting(ShardSet.ALL, 10, Long.MAX_VALUE))
                .isEmpty();
        first.cluster().inbox().post(broken.subList(0, 1));
        assertThat(second.cluster().inbox().waiting(ShardSet.ALL, 10, Long.MAX_VALUE))
                .singleElement()
                .satisfies(row -> assertThat(row.user()).isEqualTo("postgres"));
    }
}
