package dev.reeve.spi.store;

import static dev.reeve.spi.store.Fixture.append;
import static dev.reeve.spi.store.Fixture.startAll;
import static dev.reeve.spi.store.Lanes.await;
import static dev.reeve.spi.store.Lanes.commit;
import static dev.reeve.spi.store.Lanes.commitAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.ServicePause;
import dev.reeve.spi.store.Batch.Crossing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Several nodes share a store. Implemented by those tests of {@link StoreContract} whose store they can share. */
public interface ClusterContract extends StoreUnderTest {

    Duration TTL = Duration.ofSeconds(10);

    private ClusterStore cluster() {
        return store().cluster();
    }

    private LaneStore join(NodeId node) {
        return cluster().join(new Registration(node, false, true, TTL), 1).getFirst();
    }

    private static ShardSet shards(int from, int until) {
        return ShardSet.of(IntStream.range(from, until).boxed().toList());
    }

    private static ClusterMember member(ClusterView view, NodeId node) {
        return view.members().stream()
                .filter(member -> member.node().equals(node.toString()))
                .findFirst()
                .orElseThrow();
    }

    private static ShardSet owned(ClusterView view, NodeId node) {
        return ShardSet.of(view.owners().entrySet().stream()
                .filter(entry -> entry.getValue().equals(node.toString()))
                .map(java.util.Map.Entry::getKey)
                .toList());
    }

    private static Batch releasing(ShardSet shards, ExecutionId... moved) {
        return new Batch(
                append(2, List.of(moved)).journal(),
                List.of(),
                List.of(),
                List.of(),
                new Crossing(shards, List.of(), List.of()));
    }

    @Test
    @DisplayName("H1: nodes share a store; each sees the others, and a node that joins owns nothing yet")
    default void nodesShareAStore() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");

        List<LaneStore> lanes = cluster().join(new Registration(a, false, true, TTL), 2);
        LaneStore second =
                cluster().join(new Registration(b, false, false, TTL), 1).getFirst();
        ClusterView view = cluster().renew(a, true);

        assertThat(lanes)
                .hasSize(2)
                .allSatisfy(lane -> assertThat(lane.shards()).isEqualTo(ShardSet.NONE));
        assertThat(second.shards()).isEqualTo(ShardSet.NONE);
        assertThat(view.registered()).isTrue();
        assertThat(view.takenOver()).isFalse();
        assertThat(view.owners()).isEmpty();
        assertThat(view.members())
                .containsExactlyInAnyOrder(
                        new ClusterMember(a.toString(), "a", 1, true, TTL),
                        new ClusterMember(b.toString(), "b", 0, false, TTL));
        commitAll(lanes.getFirst(), startAll(fixture().ids(1)));
        commitAll(lanes.getLast(), startAll(fixture().ids(1)));
        commitAll(second, startAll(fixture().ids(1)));
    }

    @Test
    @DisplayName("H3: each node sees the time to live of each other one")
    default void timesToLive() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        cluster().join(new Registration(a, false, true, Duration.ofSeconds(3)), 1);
        cluster().join(new Registration(b, false, true, Duration.ofMillis(61_500)), 1);

        ClusterView view = cluster().renew(a, true);

        assertThat(member(view, a).ttl()).isEqualTo(Duration.ofSeconds(3));
        assertThat(member(view, b).ttl()).isEqualTo(Duration.ofMillis(61_500));
        assertThat(member(cluster().renew(b, true), b).ttl()).isEqualTo(Duration.ofMillis(61_500));
    }

    @Test
    @DisplayName("each renewal changes the number of its node, and no other; a node can stop taking shards")
    default void renewalsCount() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        join(a);
        join(b);

        cluster().renew(a, true);
        cluster().renew(a, true);
        ClusterView view = cluster().renew(a, false);

        assertThat(view.members())
                .containsExactlyInAnyOrder(
                        new ClusterMember(a.toString(), "a", 3, false, TTL),
                        new ClusterMember(b.toString(), "b", 0, true, TTL));
        assertThat(cluster().renew(fixture().node("c"), true).registered()).isFalse();
        assertThat(cluster().renew(b, true).members()).hasSize(2);
    }

    @Test
    @DisplayName("what a node tells at its renewal is listed with its shards, and the next renewal replaces it")
    default void nodesTellAboutThemselves() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        join(a);
        join(b);
        Instant due = store().now();
        NodeReport busy = new NodeReport("1.2", 7, Duration.ofMillis(3), due);
        NodeReport idle = new NodeReport("1.2", 0, Duration.ZERO, null);

        assertThat(store().nodes()).hasSize(2).allSatisfy(row -> {
            assertThat(row.renewedAt()).isNull();
            assertThat(row.report()).isNull();
        });
        cluster().claim(a, 0, shards(0, 10));
        cluster().renew(a, true, busy);
        cluster().renew(b, false, busy);
        cluster().renew(b, false, idle);

        List<NodeRow> rows = store().nodes();
        assertThat(rows).extracting(NodeRow::id).containsExactlyInAnyOrder(a, b);
        assertThat(rows).allSatisfy(row -> {
            boolean isFirst = row.id().equals(a);
            assertThat(row.report()).isEqualTo(isFirst ? busy : idle);
            assertThat(row.owns()).isEqualTo(isFirst);
            assertThat(row.shards()).isEqualTo(isFirst ? shards(0, 10) : ShardSet.NONE);
            assertThat(row.joinedAt()).isBeforeOrEqualTo(row.renewedAt());
        });
    }

    @Test
    @DisplayName("D1: the number of deployments grows with each new definition, and leads to what is new")
    default void deploymentsAreNoticed() {
        StoredWorkflow first = workflow(1);
        long before = store().pulse().deployments();
        store().deploy(first);
        long between = store().pulse().deployments();
        store().deploy(first);
        store().deploy(workflow(2));
        long after = store().pulse().deployments();

        assertThat(before).isLessThan(between);
        assertThat(between).isLessThan(after);
        assertThat(store().newWorkflows(before)).contains(first, workflow(2));
        assertThat(store().newWorkflows(between)).contains(workflow(2));
        assertThat(store().workflows("default")).containsExactly(first, workflow(2));
        assertThat(store().pulse().now()).isBetween(store().now().minusSeconds(60), store().now());
    }

    @Test
    @DisplayName("The pulse tells which actions are paused, and whether messages wait")
    default void pulse() {
        ServicePause pause = new ServicePause("card.charge", "ann", "refunds fail", store().now());
        InboxPost message = new InboxPost(fixture().id(), "a", 1, "{}");
        assertThat(store().pulse().pauses()).isEmpty();
        assertThat(store().pulse().hasMessages()).isFalse();

        store().pause(pause);
        store().pause(new ServicePause("mail.send", "bob", "spam", store().now()));
        cluster().inbox().post(List.of(message));

        assertThat(store().pulse().pauses())
                .isEqualTo(store().pauses())
                .hasSize(2)
                .contains(pause);
        assertThat(store().pulse().hasMessages()).isTrue();
    }

    private static StoredWorkflow workflow(int version) {
        return new StoredWorkflow("default", "order", version, new Json("{}"));
    }

    @Test
    @DisplayName("I9: a shard that one lane has claimed is not given to another one")
    default void claimsExcludeEachOther() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        cluster().join(new Registration(a, false, true, TTL), 2);
        join(b);

        assertThat(cluster().claim(a, 0, shards(0, 10))).isEqualTo(shards(0, 10));
        assertThat(cluster().claim(a, 0, shards(0, 10))).isEqualTo(ShardSet.NONE);
        assertThat(cluster().claim(a, 1, shards(5, 12))).isEqualTo(shards(10, 12));
        assertThat(cluster().claim(b, 0, ShardSet.ALL)).isEqualTo(shards(12, 256));
        assertThat(cluster().claim(b, 0, ShardSet.NONE)).isEqualTo(ShardSet.NONE);

        ClusterView view = cluster().renew(a, true);
        assertThat(owned(view, a)).isEqualTo(shards(0, 12));
        assertThat(owned(view, b)).isEqualTo(shards(12, 256));
    }

    @Test
    @DisplayName("I9: of two claims at the same time, each shard is given to exactly one")
    default void claimsAtOnce() throws InterruptedException, ExecutionException {
        List<NodeId> nodes = List.of(fixture().node("a"), fixture().node("b"));
        nodes.forEach(this::join);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 10; round++) {
                List<Callable<ShardSet>> claims = nodes.stream()
                        .<Callable<ShardSet>>map(node -> () -> cluster().claim(node, 0, ShardSet.ALL))
                        .toList();
                List<ShardSet> got = new ArrayList<>();
                for (Future<ShardSet> claim : threads.invokeAll(claims)) {
                    got.add(claim.get());
                }
                assertThat(got.get(0).size() + got.get(1).size()).isEqualTo(ExecutionId.SHARDS);
                assertThat(got.get(0).with(got.get(1))).isEqualTo(ShardSet.ALL);
                ClusterView view = cluster().renew(nodes.get(0), true);
                assertThat(owned(view, nodes.get(0))).isEqualTo(got.get(0));
                assertThat(owned(view, nodes.get(1))).isEqualTo(got.get(1));

                nodes.forEach(cluster()::leave);
                nodes = List.of(fixture().node("a"), fixture().node("b"));
                nodes.forEach(this::join);
            }
        }
    }

    @Test
    @DisplayName("I9: a removed node is fenced and claims nothing, and its shards are free")
    default void aRemovedNodeIsFenced() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        LaneStore old = join(a);
        LaneStore next = join(b);
        cluster().claim(a, 0, shards(0, 10));
        List<ExecutionId> ids = fixture().ids(2);
        commitAll(old, startAll(ids));
        ClusterMember seen = member(cluster().renew(b, true), a);

        assertThat(cluster().remove(seen)).isTrue();

        assertThat(commit(old, append(2, ids))).isEqualTo(CommitOutcome.FENCED);
        assertThat(await(old.reacquire())).isEqualTo(Reacquired.FENCED);
        assertThat(cluster().claim(a, 0, shards(20, 30))).isEqualTo(ShardSet.NONE);
        ClusterView late = cluster().renew(a, true);
        assertThat(late.registered()).isFalse();
        assertThat(late.takenOver()).isFalse();
        assertThat(late.members()).extracting(ClusterMember::node).containsExactly(b.toString());
        assertThat(late.owners()).isEmpty();
        assertThat(cluster().claim(b, 0, shards(0, 10))).isEqualTo(shards(0, 10));
        commitAll(next, append(2, ids));
        assertThat(cluster().remove(seen)).isTrue();
        assertThat(owned(cluster().renew(b, true), b)).isEqualTo(shards(0, 10));
    }

    @Test
    @DisplayName("a node that has renewed its registration since it was seen is not removed")
    default void aNodeThatIsAliveStays() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        LaneStore lane = join(a);
        join(b);
        cluster().claim(a, 0, shards(0, 10));
        ClusterMember seen = member(cluster().renew(b, true), a);
        cluster().renew(a, true);

        assertThat(cluster().remove(seen)).isFalse();

        commitAll(lane, startAll(fixture().ids(1)));
        ClusterView view = cluster().renew(a, true);
        assertThat(view.registered()).isTrue();
        assertThat(owned(view, a)).isEqualTo(shards(0, 10));
    }

    @Test
    @DisplayName("a node that leaves frees its shards, and its lanes write nothing any more")
    default void aNodeLeaves() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        LaneStore lane = join(a);
        join(b);
        cluster().claim(a, 0, ShardSet.ALL);

        cluster().leave(a);
        cluster().leave(a);

        assertThat(commit(lane, startAll(fixture().ids(1)))).isEqualTo(CommitOutcome.FENCED);
        ClusterView view = cluster().renew(b, true);
        assertThat(view.owners()).isEmpty();
        assertThat(view.members()).hasSize(1);
    }

    @Test
    @DisplayName("H3: a shard becomes free with the batch that releases it")
    default void aBatchReleasesShards() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        List<LaneStore> lanes = cluster().join(new Registration(a, false, true, TTL), 2);
        join(b);
        cluster().claim(a, 0, shards(0, 10));
        cluster().claim(a, 1, shards(10, 20));
        List<ExecutionId> ids = fixture().ids(1);
        commitAll(lanes.getFirst(), startAll(ids));

        commitAll(lanes.getFirst(), releasing(shards(0, 4), ids.getFirst()));

        assertThat(store().history(ids.getFirst())).hasSize(2);
        assertThat(owned(cluster().renew(a, true), a)).isEqualTo(shards(4, 20));
        assertThat(cluster().claim(b, 0, shards(0, 6))).isEqualTo(shards(0, 4));
        assertThat(cluster().claim(a, 1, shards(0, 6))).isEqualTo(ShardSet.NONE);
        commitAll(lanes.getLast(), releasing(shards(10, 20)));
        assertThat(owned(cluster().renew(a, true), a)).isEqualTo(shards(4, 10));
    }

    @Test
    @DisplayName("D3: a batch that is refused releases nothing; shards of another lane are not released")
    default void aRefusedBatchReleasesNothing() {
        NodeId a = fixture().node("a");
        List<LaneStore> lanes = cluster().join(new Registration(a, false, true, TTL), 2);
        cluster().claim(a, 0, shards(0, 10));
        cluster().claim(a, 1, shards(10, 20));
        List<ExecutionId> ids = fixture().ids(1);
        commitAll(lanes.getFirst(), startAll(ids));
        Batch twice = new Batch(
                List.of(),
                startAll(ids).started(),
                List.of(),
                List.of(),
                new Crossing(shards(0, 4), List.of(), List.of()));

        Lanes.assertRefusedAsStale(lanes.getFirst(), twice);
        Lanes.assertRefusedAsData(lanes.getFirst(), releasing(shards(8, 12), ids.getFirst()));

        assertThat(store().history(ids.getFirst())).hasSize(1);
        assertThat(owned(cluster().renew(a, true), a)).isEqualTo(shards(0, 20));
    }

    @Test
    @DisplayName("H2: a node that does not share the store takes it over from a cluster")
    default void anOwnerOfEverythingTakesOver() {
        NodeId a = fixture().node("a");
        LaneStore lane = join(a);
        cluster().claim(a, 0, ShardSet.ALL);

        LaneStore all = store().join(fixture().node("b"), 1).getFirst();

        assertThat(commit(lane, startAll(fixture().ids(1)))).isEqualTo(CommitOutcome.FENCED);
        ClusterView view = cluster().renew(a, true);
        assertThat(view.registered()).isFalse();
        assertThat(view.takenOver()).isTrue();
        assertThat(cluster().claim(a, 0, ShardSet.ALL)).isEqualTo(ShardSet.NONE);
        commitAll(all, startAll(fixture().ids(1)));
    }

    @Test
    @DisplayName("H2: a cluster takes the store over from a node that does not share it")
    default void aClusterTakesOver() {
        LaneStore all = store().join(fixture().node("a"), 2).getFirst();
        NodeId b = fixture().node("b");

        LaneStore lane = join(b);

        assertThat(commit(all, startAll(fixture().ids(1)))).isEqualTo(CommitOutcome.FENCED);
        ClusterView view = cluster().renew(b, true);
        assertThat(view.takenOver()).isFalse();
        assertThat(view.members()).hasSize(1);
        assertThat(view.owners()).isEmpty();
        assertThat(cluster().claim(b, 0, ShardSet.ALL)).isEqualTo(ShardSet.ALL);
        commitAll(lane, startAll(fixture().ids(1)));
    }

    @Test
    @DisplayName("F59: a restarted node replaces its predecessor of the same name, and no other node")
    default void aNodeReplacesItsPredecessor() {
        NodeId before = fixture().node("a");
        NodeId other = fixture().node("b");
        NodeId again = fixture().node("a");
        LaneStore old = join(before);
        LaneStore kept = join(other);
        cluster().claim(before, 0, shards(0, 10));
        cluster().claim(other, 0, shards(10, 20));

        LaneStore next =
                cluster().join(new Registration(again, true, true, TTL), 1).getFirst();

        assertThat(commit(old, startAll(fixture().ids(1)))).isEqualTo(CommitOutcome.FENCED);
        commitAll(kept, startAll(fixture().ids(1)));
        commitAll(next, startAll(fixture().ids(1)));
        ClusterView view = cluster().renew(again, true);
        assertThat(view.members())
                .extracting(ClusterMember::node)
                .containsExactlyInAnyOrder(again.toString(), other.toString());
        assertThat(cluster().claim(again, 0, shards(0, 15))).isEqualTo(shards(0, 10));

        NodeId beside = fixture().node("a");
        cluster().join(new Registration(beside, false, true, TTL), 1);
        assertThat(cluster().renew(again, true).registered()).isTrue();
    }

    @Test
    @DisplayName("F59: a process that registers again does not replace a newer process of its name")
    default void anOldProcessDoesNotReplaceANewerOne() {
        NodeId old = fixture().node("a");
        NodeId young = fixture().node("a");
        LaneStore before = join(old);
        LaneStore lane =
                cluster().join(new Registration(young, true, true, TTL), 1).getFirst();
        cluster().claim(young, 0, shards(0, 10));

        NodeId late = old.again(7);
        assertThat(cluster().join(new Registration(late, true, true, TTL).again(), 2))
                .isEmpty();

        ClusterView view = cluster().renew(late, true);
        assertThat(view.registered()).isFalse();
        assertThat(view.members()).extracting(ClusterMember::node).containsExactly(young.toString());
        assertThat(owned(cluster().renew(young, true), young)).isEqualTo(shards(0, 10));
        commitAll(lane, startAll(fixture().ids(1)));
        assertThat(commit(before, startAll(fixture().ids(1)))).isEqualTo(CommitOutcome.FENCED);
    }

    @Test
    @DisplayName("F22: a process that registers again removes an earlier registration of its own, and no other node")
    default void aProcessReplacesItself() {
        NodeId lost = fixture().node("a");
        NodeId other = fixture().node("b");
        NodeId again = lost.again(7);
        LaneStore before = join(lost);
        LaneStore kept = join(other);
        cluster().claim(lost, 0, shards(0, 10));

        LaneStore lane = cluster()
                .join(new Registration(again, true, true, TTL).again(), 1)
                .getFirst();

        assertThat(cluster().renew(again, true).members())
                .extracting(ClusterMember::node)
                .containsExactlyInAnyOrder(again.toString(), other.toString());
        assertThat(cluster().claim(again, 0, shards(0, 15))).isEqualTo(shards(0, 15));
        assertThat(commit(before, startAll(fixture().ids(1)))).isEqualTo(CommitOutcome.FENCED);
        commitAll(lane, startAll(fixture().ids(1)));
        commitAll(kept, startAll(fixture().ids(1)));
    }

    @Test
    @DisplayName("H2: a process that registers again does not take the store from a node that has taken it over")
    default void anOldProcessDoesNotTakeOver() {
        NodeId old = fixture().node("a");
        join(old);
        LaneStore all = store().join(fixture().node("b"), 1).getFirst();

        NodeId again = old.again(7);
        assertThat(cluster().join(new Registration(again, false, true, TTL).again(), 1))
                .isEmpty();

        commitAll(all, startAll(fixture().ids(1)));
        assertThat(cluster().renew(again, true).takenOver()).isTrue();
        assertThat(cluster().join(new Registration(again, false, true, TTL), 1)).hasSize(1);
    }
}
