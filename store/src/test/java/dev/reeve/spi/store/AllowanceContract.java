package dev.reeve.spi.store;

import static dev.reeve.spi.store.Fixture.append;
import static dev.reeve.spi.store.Fixture.startAll;
import static dev.reeve.spi.store.Lanes.commitAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.AllowanceKey.Kind;
import dev.reeve.spi.store.AllowanceNeed.Spent;
import dev.reeve.spi.store.AllowanceReply.Grant;
import dev.reeve.spi.store.Batch.Crossing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The nodes of a cluster divide limits. Implemented by those tests of {@link StoreContract} with a cluster. */
public interface AllowanceContract extends StoreUnderTest {

    AllowanceKey KEY = new AllowanceKey("charge", Kind.CONCURRENCY, null);

    private ClusterStore cluster() {
        return store().cluster();
    }

    private LaneStore join(NodeId node) {
        return cluster()
                .join(new Registration(node, false, true, Duration.ofSeconds(10)), 1)
                .getFirst();
    }

    /** A node that owns all shards, and has counted the calls under way there. */
    private LaneStore owner(NodeId node) {
        LaneStore lane = join(node);
        cluster().claim(node, 0, ShardSet.ALL);
        assertThat(exchange(node, 0, ShardSet.ALL).applied()).isTrue();
        return lane;
    }

    private AllowanceReply exchange(NodeId node, long number, ShardSet counted, AllowanceNeed... needs) {
        return cluster().allowances().exchange(node, new AllowanceRequest(number, counted, List.of(needs)));
    }

    private Grant ask(NodeId node, long number, AllowanceNeed need) {
        return exchange(node, number, ShardSet.NONE, need).grants().getFirst();
    }

    private static AllowanceNeed need(int kept, int wanted, int bound) {
        return new AllowanceNeed(KEY, kept, Map.of(), null, wanted, bound);
    }

    private static AllowanceNeed leaving(int kept, int shard, int calls) {
        return new AllowanceNeed(KEY, kept, Map.of(shard, calls), null, 0, 9);
    }

    private static AllowanceNeed rate(int wanted, int bound, @Nullable Spent spent) {
        return new AllowanceNeed(new AllowanceKey("charge", Kind.HOUR, "k"), 0, Map.of(), spent, wanted, bound);
    }

    private void release(LaneStore lane, int shard) {
        ExecutionId id = fixture().ids(1).getFirst();
        commitAll(
                lane,
                startAll(List.of(id)),
                new Batch(
                        append(2, List.of(id)).journal(),
                        List.of(),
                        List.of(),
                        List.of(),
                        new Crossing(ShardSet.of(List.of(shard)), List.of(), List.of())));
    }

    @Test
    @DisplayName("S8: nodes together get no more than the limit, and what one gives back another one gets")
    default void nodesDivideALimit() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        owner(a);
        join(b);

        assertThat(ask(a, 1, need(0, 5, 3)).calls()).isEqualTo(3);
        assertThat(ask(b, 1, need(0, 5, 3)).calls()).isZero();
        Grant contested = ask(a, 2, need(3, 2, 3));
        assertThat(contested.calls()).isZero();
        assertThat(contested.isContested()).isTrue();
        assertThat(contested.share()).isBetween(1, 2);
        ask(a, 3, need(1, 0, 3));
        assertThat(ask(b, 2, need(0, 5, 3)).calls()).isEqualTo(2);
        assertThat(ask(a, 4, need(0, 0, 3)).isContested()).isTrue();
        assertThat(ask(b, 3, need(2, 5, 3)).calls()).isEqualTo(1);
        ask(b, 4, need(0, 0, 3));
        Grant all = ask(a, 5, need(0, 9, 3));
        assertThat(all.calls()).isEqualTo(3);
        assertThat(all.isContested()).isFalse();
    }

    @Test
    @DisplayName("S8: actions, keys and kinds of limits are counted apart, for all characters of a key")
    default void keysAreApart() {
        NodeId a = fixture().node("a");
        owner(a);
        List<AllowanceNeed> needs = List.of(
                need(0, 1, 1),
                new AllowanceNeed(new AllowanceKey("refund", Kind.CONCURRENCY, null), 0, Map.of(), null, 1, 1),
                new AllowanceNeed(new AllowanceKey("charge", Kind.CONCURRENCY, ""), 0, Map.of(), null, 1, 1),
                new AllowanceNeed(new AllowanceKey("charge", Kind.CONCURRENCY, "\0"), 0, Map.of(), null, 1, 1),
                new AllowanceNeed(new AllowanceKey("charge", Kind.CONCURRENCY, "\\0"), 0, Map.of(), null, 1, 1),
                new AllowanceNeed(new AllowanceKey("charge", Kind.CONCURRENCY, "ü€😀"), 0, Map.of(), null, 1, 1),
                new AllowanceNeed(new AllowanceKey("charge", Kind.SECOND, null), 0, Map.of(), null, 1, 1));

        AllowanceReply reply = cluster().allowances().exchange(a, new AllowanceRequest(1, ShardSet.NONE, needs));

        assertThat(reply.grants())
                .hasSize(7)
                .allSatisfy(grant -> assertThat(grant.calls()).isEqualTo(1));
    }

    @Test
    @DisplayName("S8: a request that is late changes nothing, and neither does one of a node that is not registered")
    default void lateRequestsHaveNoEffect() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        owner(a);
        join(b);
        ask(a, 5, need(0, 2, 2));

        assertThat(exchange(a, 4, ShardSet.NONE, need(0, 0, 2)).applied()).isFalse();
        assertThat(exchange(a, 5, ShardSet.NONE, need(0, 0, 2)).applied()).isFalse();
        assertThat(exchange(fixture().node("c"), 1, ShardSet.NONE, need(0, 1, 9))
                        .applied())
                .isFalse();
        assertThat(ask(b, 1, need(0, 1, 2)).calls()).isZero();
    }

    @Test
    @DisplayName("S8: no call begins while no node knows the calls under way of some shard")
    default void nothingBeforeAllIsCounted() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        join(a);
        join(b);
        cluster().claim(a, 0, ShardSet.of(List.of(0)));
        cluster().claim(b, 0, ShardSet.ALL);

        exchange(a, 1, ShardSet.of(List.of(0)));
        assertThat(ask(a, 2, need(0, 1, 2)).calls()).isZero();
        exchange(b, 1, ShardSet.of(List.of(0))); // not its shard
        exchange(b, 2, ShardSet.ALL.without(ShardSet.of(List.of(0, 7))));
        assertThat(ask(a, 3, need(0, 1, 2)).calls()).isZero();
        exchange(b, 3, ShardSet.of(List.of(7)), need(1, 0, 2));
        assertThat(ask(a, 4, need(0, 2, 2)).calls()).isEqualTo(1);
    }

    @Test
    @DisplayName("S8 H1: calls of a shard that is handed over count for both nodes until the new one has counted them")
    default void handover() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        LaneStore lane = owner(a);
        join(b);
        ask(a, 1, need(0, 2, 2));
        release(lane, 7);
        cluster().claim(b, 0, ShardSet.of(List.of(7)));

        AllowanceReply before = exchange(a, 2, ShardSet.NONE, leaving(2, 7, 1));
        assertThat(before.marked()).isEqualTo(ShardSet.of(List.of(7)));
        assertThat(ask(b, 1, need(0, 1, 2)).calls()).isZero();
        // more than the limit: it is under way already
        exchange(b, 2, ShardSet.of(List.of(7)), need(1, 0, 2));
        assertThat(ask(b, 3, need(1, 1, 2)).calls()).isZero();
        AllowanceReply after = exchange(a, 3, ShardSet.NONE, leaving(2, 7, 1));
        assertThat(after.marked()).isEqualTo(ShardSet.NONE);
        assertThat(ask(b, 4, need(1, 1, 2)).calls()).isZero();
        exchange(a, 4, ShardSet.NONE, need(0, 0, 2));
        assertThat(ask(b, 5, need(1, 1, 2)).calls()).isEqualTo(1);
    }

    @Test
    @DisplayName("S8 H2: what a removed node had lasts until the calls of all its shards are counted")
    default void removedNodes() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        owner(a);
        join(b);
        ask(a, 1, need(0, 3, 3));
        cluster().leave(a);

        assertThat(ask(b, 1, need(0, 1, 3)).calls()).isZero();
        cluster().claim(b, 0, ShardSet.ALL);
        exchange(b, 2, ShardSet.ALL.without(ShardSet.of(List.of(7))), need(1, 0, 3));
        assertThat(ask(b, 3, need(1, 1, 3)).calls()).isZero();
        exchange(b, 4, ShardSet.of(List.of(7)), need(1, 0, 3));
        assertThat(ask(b, 5, need(1, 9, 3)).calls()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "S8: calls that began under a rate count for its unit, also if their node is gone or the store reopened")
    default void ratesLast() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        owner(a);
        join(b);
        assertThat(ask(a, 1, rate(6, 10, null)).calls()).isEqualTo(6);
        assertThat(ask(b, 1, rate(9, 10, null)).calls()).isEqualTo(4);
        assertThat(ask(a, 2, rate(0, 10, new Spent(2, Duration.ofMillis(5)))).calls())
                .isZero();
        assertThat(ask(b, 2, rate(9, 10, new Spent(4, Duration.ZERO))).calls()).isEqualTo(4);
        cluster().leave(b);
        NodeId c = fixture().node("c");
        reopen();
        join(c);

        Grant none = ask(c, 1, rate(1, 10, null));
        assertThat(none.calls()).isZero();
        assertThat(none.retry()).isBetween(Duration.ofMinutes(55), Duration.ofMinutes(70));
        assertThat(ask(c, 2, rate(1, 11, null)).calls()).isEqualTo(1);
    }

    @Test
    @DisplayName("S8: after an engine that owned the store alone, no call begins before its calls are counted")
    default void afterAnEngineAlone() {
        NodeId a = fixture().node("a");
        NodeId b = fixture().node("b");
        owner(a);
        ask(a, 1, need(0, 1, 2));
        store().join(fixture().node("alone"), 1);
        join(b);
        cluster().claim(b, 0, ShardSet.ALL);

        assertThat(ask(b, 1, need(0, 2, 2)).calls()).isZero();
        exchange(b, 2, ShardSet.ALL, need(1, 0, 2));
        assertThat(ask(b, 3, need(1, 2, 2)).calls()).isEqualTo(1);
    }
}
