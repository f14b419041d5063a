package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.ShardSet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** While a snapshot is held, looks at the inbox do not walk over all messages that were removed since. */
final class InboxMarkTest {

    private static final ShardSet SHARDS = ShardSet.ofLane(0, 2);

    private final InboxMark mark = new InboxMark();
    private long nanos = -5;

    private static List<InboxRow> rows(long... numbers) {
        ExecutionId id = new ExecutionId(new UUID(0x7000, 1));
        InboxPost post = new InboxPost(id, "node", 1, "{}");
        return LongStream.of(numbers)
                .mapToObj(number -> new InboxRow(new InboxKey(id, number, Instant.EPOCH), post, "user"))
                .toList();
    }

    private long look(Duration length, long... found) {
        long after = mark.after(SHARDS, nanos);
        long begun = nanos;
        nanos += length.toNanos();
        mark.looked(SHARDS, after, rows(found), begun, nanos);
        return after;
    }

    /** A single slow look says nothing. */
    private void slowly(long... found) {
        for (int i = 0; i < 3; i++) {
            assertThat(look(Duration.ofSeconds(1), found)).isZero();
        }
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    @Test
    @DisplayName("Quick looks see all messages, each time")
    void quick() {
        for (int i = 1; i <= 200; i++) {
            assertThat(look(Duration.ofMillis(5), i)).isZero();
            pass(Duration.ofSeconds(1));
        }
    }

    @Test
    @DisplayName("After a slow look the next ones leave out what is gone for a minute, until a look at all is due")
    void slow() {
        look(Duration.ofMillis(5), 7, 9);
        pass(Duration.ofMinutes(1));
        look(Duration.ofMillis(5), 12);
        pass(Duration.ofMinutes(1));

        slowly();

        pass(Duration.ofSeconds(1));
        assertThat(look(Duration.ofMillis(5), 20)).isEqualTo(12);
        pass(Duration.ofSeconds(18));
        assertThat(look(Duration.ofMillis(5))).isEqualTo(12);
        pass(Duration.ofSeconds(1));
        assertThat(look(Duration.ofMillis(5))).as("the look at all is due").isZero();
    }

    @Test
    @DisplayName("A message that waits for long is seen by each look")
    void waits() {
        look(Duration.ofMillis(5), 7, 9);
        pass(Duration.ofMinutes(1));
        look(Duration.ofMillis(5), 9, 12);
        pass(Duration.ofMinutes(1));
        slowly(9);

        assertThat(look(Duration.ofMillis(5), 9)).isEqualTo(8);
    }

    @Test
    @DisplayName("Other shards may have older messages")
    void otherShards() {
        look(Duration.ofMillis(5), 7);
        pass(Duration.ofMinutes(1));
        look(Duration.ofMillis(5));
        pass(Duration.ofMinutes(1));
        slowly();
        assertThat(mark.after(SHARDS, nanos)).isEqualTo(7);

        assertThat(mark.after(ShardSet.ofLane(1, 2), nanos)).isZero();
    }
}
