package dev.reeve.spi.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sets of shards. */
final class ShardSetTest {

    @Test
    @DisplayName("The lanes of a node share all shards, and none has another's")
    void ofLanes() {
        ShardSet all = ShardSet.NONE;
        for (int lane = 0; lane < 3; lane++) {
            ShardSet part = ShardSet.ofLane(lane, 3);
            assertThat(all.without(part)).isEqualTo(all);
            assertThat(part.size()).isBetween(85, 86);
            all = all.with(part);
        }

        assertThat(all).isEqualTo(ShardSet.ALL).hasSameHashCodeAs(ShardSet.ALL);
        assertThat(all.without(ShardSet.ALL).isEmpty()).isTrue();
    }

    @Test
    @DisplayName("Contains the shards that it was made of, also the first and the last one")
    void contains() {
        ShardSet some = ShardSet.of(List.of(0, 63, 64, 255));

        assertThat(some.stream()).containsExactly(0, 63, 64, 255);
        assertThat(some.contains(255)).isTrue();
        assertThat(some.contains(1)).isFalse();
        assertThat(some.bits()).containsExactly(1L << 63 | 1, 1, 0, 1L << 63);
        assertThat(some).hasToString("shards 0, 63, 64, 255");
    }

    @Test
    @DisplayName("A shard that does not exist is refused")
    void refuses() {
        assertThatThrownBy(() -> ShardSet.of(List.of(256)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("shard: expected 0 to 255, found 256");
    }
}
