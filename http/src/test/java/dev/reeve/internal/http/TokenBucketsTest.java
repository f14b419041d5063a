package dev.reeve.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Token buckets")
final class TokenBucketsTest {

    private long nanos = Long.MAX_VALUE - 500_000_000; // a monotonic clock may overflow
    private final TokenBuckets buckets = new TokenBuckets(10, () -> nanos);

    private int taken(String sender, int tries) {
        int taken = 0;
        for (int i = 0; i < tries; i++) {
            taken += buckets.take(sender).isZero() ? 1 : 0;
        }
        return taken;
    }

    @Test
    @DisplayName("hold the requests of one second, and fill again at the rate")
    void rate() {
        assertThat(taken("a", 100)).isEqualTo(10);
        assertThat(buckets.take("a")).isEqualTo(Duration.ofMillis(100));
        assertThat(taken("b", 1)).isEqualTo(1);
        nanos += 250_000_000;
        assertThat(taken("a", 100)).isEqualTo(2);
        assertThat(buckets.take("a")).isEqualTo(Duration.ofMillis(50));
        nanos += 3_600_000_000_000L;
        assertThat(taken("a", 100)).as("no more than a second's after an hour").isEqualTo(10);
    }

    @Test
    @DisplayName("over ten seconds a sender that never pauses gets the rate")
    void steady() {
        int taken = 0;
        for (int i = 0; i < 10_000; i++) {
            nanos += 1_000_000;
            taken += taken("a", 3);
        }
        assertThat(taken).isBetween(100, 110);
    }

    @Test
    @DisplayName("remember a bounded number of senders, those that came last")
    void bounded() {
        assertThat(taken("steady", 10)).isEqualTo(10);
        for (int i = 0; i < 3 * TokenBuckets.SENDERS_MAX; i++) {
            assertThat(taken("sender " + i, 1)).isEqualTo(1);
            if (i % 1_000 == 0) {
                assertThat(taken("steady", 1)).isZero();
            }
        }
        assertThat(buckets.size()).isEqualTo(TokenBuckets.SENDERS_MAX);
    }
}
