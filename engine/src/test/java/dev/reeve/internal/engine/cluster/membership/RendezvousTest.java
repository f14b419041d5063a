package dev.reeve.internal.engine.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.spi.store.ClusterMember;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which node is to own a shard. */
final class RendezvousTest {

    private static final Duration TTL = Duration.ofSeconds(10);

    private static final int SHARDS = 256;

    private static List<ClusterMember> members(String... names) {
        return Stream.of(names)
                .map(name -> new ClusterMember(name, name, 1, true, TTL))
                .toList();
    }

    @Test
    @DisplayName("Without nodes a shard has no owner")
    void nobody() {
        assertThat(Rendezvous.owner(7, List.of())).isNull();
    }

    @Test
    @DisplayName("H2: all nodes compute the same owner, for any order in which they list the nodes")
    void theOrderDoesNotMatter() {
        List<ClusterMember> nodes = members("shop-1", "shop-2", "shop-3", "shop-4");
        List<ClusterMember> reversed = new ArrayList<>(nodes).reversed();

        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(Rendezvous.owner(shard, reversed)).isEqualTo(Rendezvous.owner(shard, nodes));
        }
    }

    @Test
    @DisplayName("H2: a node that comes takes shards only for itself, and one that goes leaves the others' alone")
    void onlyItsOwnShardsMove() {
        List<ClusterMember> before = members("shop-1", "shop-2", "shop-3");
        List<ClusterMember> after = members("shop-1", "shop-2", "shop-3", "shop-4");

        for (int shard = 0; shard < SHARDS; shard++) {
            String owner = Rendezvous.owner(shard, after);
            if (!"shop-4".equals(owner)) {
                assertThat(owner).isEqualTo(Rendezvous.owner(shard, before));
            }
        }
    }

    @Test
    @DisplayName("H2: a node that is started again under the same name is to own the same shards")
    void theNameDecides() {
        ClusterMember other = new ClusterMember("shop-2-1", "shop-2", 1, true, TTL);
        for (int shard = 0; shard < SHARDS; shard++) {
            boolean before = "shop-1-1"
                    .equals(Rendezvous.owner(
                            shard, List.of(new ClusterMember("shop-1-1", "shop-1", 1, true, TTL), other)));
            boolean after = "shop-1-9"
                    .equals(Rendezvous.owner(
                            shard, List.of(new ClusterMember("shop-1-9", "shop-1", 1, true, TTL), other)));
            assertThat(after).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("H2: the shards are spread evenly, also over names that differ in one character")
    void evenly() {
        for (int count = 2; count <= 8; count++) {
            List<ClusterMember> nodes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                nodes.add(new ClusterMember(
                        "order-service-7d9f-%d".formatted(i), "order-service-7d9f-%d".formatted(i), 1, true, TTL));
            }
            Map<String, Integer> owned = new HashMap<>();
            for (int shard = 0; shard < SHARDS; shard++) {
                owned.merge(String.valueOf(Rendezvous.owner(shard, nodes)), 1, Integer::sum);
            }

            int fair = SHARDS / count;
            assertThat(owned).hasSize(count);
            assertThat(owned.values()).allSatisfy(shards -> assertThat(shards).isBetween(fair / 2, fair * 2));
        }
    }
}
