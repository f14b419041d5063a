package dev.reeve.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TimesTest {

    private static final List<Instant> INSTANTS = List.of(
            Instant.MIN, Times.MIN, Instant.EPOCH, Instant.parse("2026-01-31T12:00:00Z"), Times.MAX, Instant.MAX);

    private static final List<Duration> DURATIONS = List.of(
            Duration.ofSeconds(Long.MIN_VALUE),
            Duration.ofNanos(-1),
            Duration.ZERO,
            Duration.ofNanos(999),
            Duration.ofDays(3650),
            Duration.ofNanos(Long.MAX_VALUE),
            Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));

    @Test
    @DisplayName("Sums and differences of any instant and any duration end at the first and the last instant")
    void sumsSaturate() {
        for (Instant instant : INSTANTS) {
            for (Duration duration : DURATIONS) {
                assertThat(Times.plus(instant, duration)).isBetween(Times.normal(instant), Times.MAX);
                assertThat(Times.minus(instant, duration)).isBetween(Times.MIN, Times.normal(instant));
            }
            for (long nanos : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
                assertThat(Times.plusNanos(instant, nanos)).isBetween(Times.MIN, Times.MAX);
            }
        }
        assertThat(Times.plus(Instant.EPOCH, Duration.ofMillis(1500))).isEqualTo(Instant.ofEpochMilli(1500));
        assertThat(Times.minus(Instant.EPOCH, Duration.ofMillis(1500))).isEqualTo(Instant.ofEpochMilli(-1500));
    }

    @Test
    @DisplayName("Any duration in nanoseconds can be added to any reading of the clock")
    void lengthsSaturate() {
        for (Duration duration : DURATIONS) {
            assertThat(Times.nanos(duration)).isBetween(-Times.NANOS_MAX, Times.NANOS_MAX);
        }
        for (Instant from : INSTANTS) {
            for (Instant to : INSTANTS) {
                long nanos = Times.nanosBetween(from, to);
                assertThat(nanos).isBetween(-Times.NANOS_MAX, Times.NANOS_MAX);
                assertThat(Long.signum(nanos)).isEqualTo(Integer.signum(to.compareTo(from)));
            }
        }
        assertThat(Times.nanos(Duration.ofMillis(-3))).isEqualTo(-3_000_000);
    }

    @Test
    @DisplayName("A service can throttle its callers for ten years at most")
    void failuresAskForTenYearsAtMost() {
        assertThat(asked(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Duration.ofDays(3650));
        assertThat(asked(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
        assertThat(asked(Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(30));
    }

    private static Duration asked(Duration retryAfter) {
        Failure failure = new Failure(Cause.THROTTLED, "SLOW_DOWN", "please", null, retryAfter, false);
        return Objects.requireNonNull(failure.retryAfter());
    }
}
