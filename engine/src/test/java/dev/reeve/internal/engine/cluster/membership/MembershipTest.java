package dev.reeve.internal.engine.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.spi.store.ClusterMember;
import dev.reeve.spi.store.ClusterView;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The decisions of one node from the state that it reads. */
final class MembershipTest {

    private static final Duration TTL = Duration.ofSeconds(9);
    private static final int SHARDS = 16;

    private final Membership membership = new Membership("a", SHARDS, TTL);
    private final Map<Integer, String> owners = new HashMap<>();

    private Orders renew(int second, ClusterMember... members) {
        long nanos = Duration.ofSeconds(second).toNanos();
        return membership.renewed(nanos, nanos, new ClusterView(true, List.of(members), owners));
    }

    private RegistrationStatus status(int second) {
        return membership.status(Duration.ofSeconds(second).toNanos());
    }

    private static ClusterMember member(String node, long beat) {
        return new ClusterMember(node, node, beat, true, TTL);
    }

    private static Set<Integer> all() {
        return Set.copyOf(IntStream.range(0, SHARDS).boxed().toList());
    }

    @Test
    @DisplayName("A time to live below three seconds is refused")
    void tooShort() {
        assertThatThrownBy(() -> new Membership("a", SHARDS, Duration.ofMillis(2_999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ttl: expected PT3S or longer, found PT2.999S");
    }

    @Test
    @DisplayName("H1: the only node claims all shards at once")
    void alone() {
        assertThat(renew(0, member("a", 1)).claim()).isEqualTo(all());
    }

    @Test
    @DisplayName(
            "H3: a node that was removed judges the others, too: alive once they renew, dead after their time to live")
    void othersOfARemovedNode() {
        ClusterMember still = member("b", 1);
        look(0, still, member("c", 1));
        look(3, still, member("c", 2));
        look(6, still, member("c", 2));
        assertThat(membership.isProven(still)).isFalse();
        assertThat(membership.isProven(member("c", 2))).isTrue();
        assertThat(membership.isDead(still, Duration.ofSeconds(6).toNanos())).isFalse();

        look(9, still, member("c", 2));
        assertThat(membership.isDead(still, Duration.ofSeconds(9).toNanos())).isTrue();
        assertThat(membership.isDead(member("c", 2), Duration.ofSeconds(9).toNanos()))
                .isFalse();
    }

    private void look(int second, ClusterMember... members) {
        long nanos = Duration.ofSeconds(second).toNanos();
        ClusterView view = new ClusterView(false, List.of(members), owners);
        assertThat(membership.renewed(nanos, nanos, view).isEmpty()).isTrue();
    }

    @Test
    @DisplayName("H1: shards of a node that is not registered any more are free")
    void orphans() {
        owners.putAll(Map.of(3, "gone", 4, "gone"));

        assertThat(renew(0, member("a", 1)).claim()).isEqualTo(all());
    }

    @Test
    @DisplayName("H2: a newcomer gets its shards from their owners, and takes no owned shard itself")
    void newcomer() {
        all().forEach(shard -> owners.put(shard, "a"));

        assertThat(renew(0, member("a", 1), member("b", 1)).isEmpty()).isTrue();
        Orders orders = renew(3, member("a", 2), member("b", 2));

        assertThat(orders.claim()).isEmpty();
        assertThat(orders.dead()).isEmpty();
        assertThat(orders.release()).isNotEmpty().hasSizeLessThan(SHARDS);
        assertThat(new Membership("b", SHARDS, TTL)
                        .renewed(0, 0, new ClusterView(true, List.of(member("a", 1), member("b", 1)), owners))
                        .isEmpty())
                .isTrue();
    }

    @Test
    @DisplayName("H2: a node that owns nothing gets no shards and releases those that it has")
    void ownsNothing() {
        all().forEach(shard -> owners.put(shard, "a"));

        assertThat(renew(0, member("a", 1), new ClusterMember("web", "web", 1, false, TTL))
                        .isEmpty())
                .isTrue();
        assertThat(renew(1, new ClusterMember("a", "a", 2, false, TTL), new ClusterMember("web", "web", 1, false, TTL))
                        .release())
                .isEqualTo(all());
    }

    @Test
    @DisplayName("H3: a node whose number does not change for the time to live is dead, and not a moment earlier")
    void dead() {
        ClusterMember silent = member("b", 7);
        renew(0, member("a", 1), silent);
        renew(3, member("a", 2), silent);
        renew(6, member("a", 3), silent);

        assertThat(renew(8, member("a", 4), silent).dead()).isEmpty();
        assertThat(renew(9, member("a", 5), silent).dead()).containsExactly(silent);
    }

    @Test
    @DisplayName("H3: a node with a longer time to live is given that time, and keeps its shards meanwhile")
    void longerTtl() {
        ClusterMember patient = new ClusterMember("b", "b", 8, true, TTL.multipliedBy(3));
        owners.put(0, "a");
        owners.put(1, "b");
        Orders first = renew(0, member("a", 0), new ClusterMember("b", "b", 7, true, TTL.multipliedBy(3)));
        for (int second = 3; second < 29; second++) {
            Orders orders = renew(second, member("a", second), patient);
            assertThat(orders.dead()).isEmpty();
            if (second < 18) {
                assertThat(orders.claim()).isEqualTo(first.claim());
            }
        }

        assertThat(renew(30, member("a", 30), patient).dead()).containsExactly(patient);
    }

    @Test
    @DisplayName("H3: a node with a shorter time to live is given that of the observer")
    void shorterTtl() {
        ClusterMember hasty = new ClusterMember("b", "b", 7, true, Membership.TTL_MIN);
        renew(0, member("a", 1), hasty);
        renew(3, member("a", 2), hasty);
        renew(6, member("a", 3), hasty);

        assertThat(renew(8, member("a", 4), hasty).dead()).isEmpty();
        assertThat(renew(9, member("a", 5), hasty).dead()).containsExactly(hasty);
    }

    @Test
    @DisplayName("H3: the registration is renewed every third of the time to live, at most every 1.5 seconds")
    void period() {
        assertThat(membership.periodNanos()).isEqualTo(1_500_000_000L);
        assertThat(new Membership("a", SHARDS, Duration.ofMillis(3_600)).periodNanos())
                .isEqualTo(1_200_000_000L);
    }

    @Test
    @DisplayName("H3: a node looks when another one will be dead, and not a period later")
    void looksInTime() {
        renew(0, member("a", 1), member("b", 7));

        assertThat(membership.restNanos(0)).isEqualTo(membership.periodNanos());
        assertThat(membership.restNanos(8_900_000_000L)).isEqualTo(100_000_000L);
    }

    @Test
    @DisplayName("H3: a renewal gives a node the whole time again")
    void renewedInTime() {
        renew(0, member("a", 1), member("b", 7));
        renew(3, member("a", 2), member("b", 7));
        renew(6, member("a", 3), member("b", 8));
        renew(9, member("a", 4), member("b", 8));

        assertThat(renew(12, member("a", 5), member("b", 8)).dead()).isEmpty();
        assertThat(renew(14, member("a", 6), member("b", 8)).dead()).isEmpty();
        assertThat(renew(15, member("a", 7), member("b", 8)).dead()).containsExactly(member("b", 8));
    }

    @Test
    @DisplayName("H3: an outage of the database makes no node count as dead")
    void outage() {
        renew(0, member("a", 1), member("b", 7));

        assertThat(renew(60, member("a", 2), member("b", 7)).isEmpty()).isFalse();
        assertThat(renew(60, member("a", 2), member("b", 7)).dead()).isEmpty();
        renew(63, member("a", 3), member("b", 7));
        renew(66, member("a", 4), member("b", 7));
        assertThat(renew(69, member("a", 5), member("b", 7)).dead()).isEmpty();
        renew(72, member("a", 6), member("b", 7));
        renew(75, member("a", 7), member("b", 7));
        renew(78, member("a", 8), member("b", 7));
        assertThat(renew(79, member("a", 9), member("b", 7)).dead()).containsExactly(member("b", 7));
    }

    @Test
    @DisplayName(
            "H3: after an outage the others have as much time more as it lasted, ten seconds at most, until they renew")
    void reconnecting() {
        ClusterMember silent = member("b", 7);
        renew(0, member("a", 1), silent, member("c", 3));
        renew(20, member("a", 2), silent, member("c", 3));
        ClusterMember again = member("c", 4);
        renew(23, member("a", 3), silent, again);
        renew(26, member("a", 4), silent, again);
        renew(29, member("a", 5), silent, again);
        assertThat(renew(32, member("a", 6), silent, again).dead()).containsExactly(again);
        renew(35, member("a", 7), silent);
        assertThat(renew(38, member("a", 8), silent).dead()).isEmpty();
        assertThat(renew(39, member("a", 9), silent).dead()).containsExactly(silent);
    }

    @Test
    @DisplayName("H3: time for which the observer could not look does not count")
    void shortOutage() {
        renew(0, member("a", 1), member("b", 7));
        renew(3, member("a", 2), member("b", 7));

        assertThat(renew(9, member("a", 3), member("b", 7)).dead()).isEmpty();
        assertThat(renew(11, member("a", 4), member("b", 7)).dead()).isEmpty();
        assertThat(renew(12, member("a", 5), member("b", 7)).dead()).containsExactly(member("b", 7));
    }

    @Test
    @DisplayName("H3: slow answers of the database do not keep a dead node alive")
    void slowAnswers() {
        List<ClusterMember> members = List.of(member("a", 1), member("b", 7));
        Orders orders = new Orders(List.of(), new TreeSet<>(), new TreeSet<>());
        for (int second = 0; second < 24; second += 8) {
            orders = membership.renewed(
                    Duration.ofSeconds(second).toNanos(),
                    Duration.ofSeconds(second + 5).toNanos(),
                    new ClusterView(true, members, owners));
        }

        assertThat(orders.dead()).containsExactly(member("b", 7));
    }

    @Test
    @DisplayName("H2: a node that dies each time before its second renewal gets no shards")
    void crashLoop() {
        all().forEach(shard -> owners.put(shard, "a"));
        for (int second = 0; second < 60; second += 3) {
            assertThat(renew(second, member("a", second), new ClusterMember("b" + second, "b", 1, true, TTL))
                            .release())
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("H3: nothing is released to a node that has been silent for two thirds of the time to live")
    void nothingForTheSilent() {
        all().forEach(shard -> owners.put(shard, "a"));
        renew(0, member("a", 1), member("b", 6));
        renew(3, member("a", 2), member("b", 7));
        renew(6, member("a", 3), member("b", 7));

        assertThat(renew(8, member("a", 4), member("b", 7)).release()).isNotEmpty();
        assertThat(renew(9, member("a", 5), member("b", 7)).release()).isEmpty();
    }

    @Test
    @DisplayName("H3: a node that cannot renew hands out nothing after two thirds of the time to live")
    void silent() {
        assertThat(status(0)).isEqualTo(RegistrationStatus.SILENT);

        renew(0, member("a", 1));

        assertThat(status(5)).isEqualTo(RegistrationStatus.RENEWED);
        assertThat(status(6)).isEqualTo(RegistrationStatus.SILENT);
        renew(20, member("a", 2));
        assertThat(status(20)).isEqualTo(RegistrationStatus.RENEWED);
    }

    @Test
    @DisplayName("H3: a node that was removed gives no orders")
    void removed() {
        renew(0, member("a", 1));
        long nanos = Duration.ofSeconds(30).toNanos();

        Orders orders = membership.renewed(nanos, nanos, new ClusterView(false, List.of(member("b", 3)), owners));

        assertThat(orders.isEmpty()).isTrue();
        assertThat(status(30)).isEqualTo(RegistrationStatus.REMOVED);
    }
}
