package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("How many shards a statement reads while a lane is loaded (ADR 18)")
final class ShardGroupTest {

    private final ShardGroup group = new ShardGroup(64);

    @Test
    void quickOnesAreFollowedByLargerOnes() {
        assertThat(group.size()).isEqualTo(16);
        group.took(Duration.ofMillis(1));
        assertThat(group.size()).isEqualTo(32);
        group.took(Duration.ofMillis(1));
        group.took(Duration.ofMillis(1));
        assertThat(group.size()).as("all that there are").isEqualTo(64);
        group.took(Duration.ofMillis(100));
        assertThat(group.size()).isEqualTo(64);
        group.took(Duration.ofSeconds(1));
        assertThat(group.size()).isEqualTo(32);
        group.afresh();
        assertThat(group.size()).isEqualTo(16);
    }

    @Test
    void afterACancelledOneEachShardIsReadByItself() {
        group.failed(new SQLException("canceling statement due to statement timeout", "57014"));
        group.afresh();

        assertThat(group.size()).isEqualTo(1);
        group.took(Duration.ofMillis(1));
        assertThat(group.size()).isEqualTo(2);
    }

    @Test
    void otherFailuresSayNothingAboutIt() {
        group.failed(new SQLException("terminating connection due to administrator command", "57P01"));

        assertThat(group.size()).isEqualTo(16);
    }

    @Test
    void thereMayBeFewerShards() {
        assertThat(new ShardGroup(4).size()).isEqualTo(4);
    }
}
