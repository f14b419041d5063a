package dev.reeve.internal.engine.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.spi.store.ClusterMember;
import dev.reeve.spi.store.ClusterView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several nodes on one store, in virtual time: pauses, crashes, outages, newcomers. */
final class ClusterInVirtualTimeTest {

    private static final int SHARDS = 64;
    private static final Duration TTL = Duration.ofSeconds(9);
    private static final long MILLI = 1_000_000;

    private final Map<String, ClusterMember> rows = new TreeMap<>();
    private final Map<Integer, String> shards = new HashMap<>();
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private RandomGenerator chance =
            RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    private long nanos;
    private long outageFrom;
    private long outageUntil;
    private int made;

    /** A node with its own monotonic clock, which carries out its orders as the store would let it. */
    private final class SimulatedNode {

        final String name = "node" + made++;
        final double drift = 1 + (chance.nextDouble() - 0.5) / 50;
        final Membership membership = new Membership(name, SHARDS, TTL);
        long nextAt = nanos;
        long pausedUntil;
        boolean crashed;

        long renewedAt = nanos;

        SimulatedNode() {
            rows.put(name, new ClusterMember(name, name, 0, true, TTL));
        }

        void step() {
            if (crashed || nanos < nextAt || nanos < pausedUntil) {
                return;
            }
            nextAt = nanos + (nanos < outageUntil ? 500 * MILLI : (long) (membership.periodNanos() / drift));
            if (nanos < outageUntil) {
                return;
            }
            renewedAt = nanos;
            ClusterMember row = rows.computeIfPresent(
                    name, (node, old) -> new ClusterMember(node, node, old.beat() + 1, old.owns(), TTL));
            long own = (long) (nanos * drift);
            ClusterView view = new ClusterView(row != null, List.copyOf(rows.values()), new HashMap<>(shards));
            carryOut(membership.renewed(own, own, view));
        }

        private void carryOut(Orders orders) {
            for (ClusterMember dead : orders.dead()) {
                if (rows.remove(dead.node(), dead)) {
                    removed(dead.node());
                }
            }
            orders.release().forEach(shard -> shards.remove(shard, name));
            if (rows.containsKey(name)) {
                orders.claim().forEach(shard -> {
                    if (!rows.containsKey(shards.getOrDefault(shard, ""))) {
                        shards.put(shard, name);
                    }
                });
            }
        }
    }

    private void removed(String name) {
        shards.values().removeIf(name::equals);
        SimulatedNode node = nodes.stream()
                .filter(each -> each.name.equals(name))
                .findFirst()
                .orElseThrow();
        long silence = nanos - node.renewedAt;
        assertThat(silence)
                .as("how long %s did not renew its registration before it was removed", name)
                // Clocks of observers run up to two percent faster.
                .isGreaterThanOrEqualTo((long) (TTL.toNanos() * 0.97));
        if (outageUntil - outageFrom > TTL.toNanos()) {
            assertThat(nanos - outageUntil)
                    .as("how long after the outage %s was removed", name)
                    .isGreaterThanOrEqualTo((long) (TTL.toNanos() * 0.97));
        }
    }

    private void run(Duration length) {
        long until = nanos + length.toNanos();
        while (nanos < until) {
            nanos += 50 * MILLI;
            nodes.forEach(SimulatedNode::step);
            nodes.stream()
                    .filter(node -> node.membership.status((long) (nanos * node.drift)) == RegistrationStatus.REMOVED)
                    .toList()
                    .forEach(node -> {
                        nodes.remove(node);
                        nodes.add(new SimulatedNode());
                    });
        }
    }

    private void trouble() {
        SimulatedNode some = nodes.get(chance.nextInt(nodes.size()));
        switch (chance.nextInt(5)) {
            case 0 -> some.pausedUntil = nanos + chance.nextLong(2 * TTL.toNanos());
            case 1 -> {
                if (nanos >= outageUntil) {
                    outageFrom = nanos;
                    outageUntil = nanos + chance.nextLong(3 * TTL.toNanos());
                }
            }
            case 2 -> {
                if (nodes.stream().filter(node -> !node.crashed).count() > 1) {
                    some.crashed = true;
                }
            }
            case 3 -> {
                if (nodes.size() < 6) {
                    nodes.add(new SimulatedNode());
                }
            }
            default -> {}
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    @DisplayName("H1, H2, H3: no healthy node is removed, and each shard has an owner once the trouble ends")
    void survivesTrouble(long seed) {
        chance = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        nodes.add(new SimulatedNode());
        nodes.add(new SimulatedNode());
        for (int i = 0; i < 200; i++) {
            run(Duration.ofMillis(chance.nextLong(10_000)));
            trouble();
        }
        nodes.forEach(node -> node.pausedUntil = 0);
        outageUntil = Math.min(outageUntil, nanos);

        run(TTL.multipliedBy(4));

        Set<String> living = new HashSet<>();
        nodes.stream().filter(node -> !node.crashed).forEach(node -> living.add(node.name));
        assertThat(rows.keySet()).isEqualTo(living);
        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(shards.get(shard)).isEqualTo(Rendezvous.owner(shard, rows.values()));
        }
    }
}
