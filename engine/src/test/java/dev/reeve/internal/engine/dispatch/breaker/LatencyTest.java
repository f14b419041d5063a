package dev.reeve.internal.engine.dispatch.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** V3: what is unusual is learnt from what is usual. */
class LatencyTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final Latency latency = new Latency(0);

    private void answered(int times, Duration took, long nanos) {
        for (int i = 0; i < times; i++) {
            latency.answered(took.toNanos(), nanos);
        }
    }

    @Test
    @DisplayName("no duration is unusual before a hundred attempts")
    void fewSayNothing() {
        answered(Latency.SAMPLES_MIN - 1, Duration.ofSeconds(2), 0);
        assertThat(latency.expected()).isNull();

        answered(1, Duration.ofSeconds(2), 0);
        assertThat(latency.expected()).isBetween(Duration.ofSeconds(6), Duration.ofMillis(6_100));
    }

    @Test
    @DisplayName("one slow answer among a thousand changes nothing, and a second is the minimum")
    void outliersDoNotCount() {
        answered(1_000, Duration.ofMillis(3), 0);
        answered(1, Duration.ofMinutes(9), 0);

        assertThat(latency.expected()).isEqualTo(Duration.ofSeconds(1));
        assertThat(latency.percentile(50)).isBetween(Duration.ofMillis(2), Duration.ofMillis(4));
    }

    @Test
    @DisplayName("the expected duration forgets old durations")
    void forgets() {
        answered(1_000, Duration.ofSeconds(30), 0);
        answered(200, Duration.ofSeconds(1), HOUR);

        assertThat(latency.expected()).isLessThan(Duration.ofSeconds(4));

        answered(200, Duration.ofSeconds(10), HOUR + 700 * SECOND);
        assertThat(latency.expected()).as("the window before still counts").isGreaterThan(Duration.ofSeconds(20));
        assertThat(latency.percentile(25)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    @DisplayName("clocks that stand still and attempts that last for years do no harm")
    void extremes() {
        answered(Latency.SAMPLES_MIN, Duration.ofDays(3_650), 0);
        answered(Latency.SAMPLES_MIN, Duration.ofNanos(-1), 0);

        assertThat(latency.expected()).isNotNull();
    }
}
