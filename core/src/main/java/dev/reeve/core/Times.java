package dev.reeve.core;

import java.time.Duration;
import java.time.Instant;

/** Instants and durations in microseconds, the one resolution there is (R37). Nothing here overflows. */
final class Times {

    /** The last instant that there is: all databases and formats that we know can tell it. */
    static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999Z");

    private static final Instant MIN = Instant.parse("0001-01-01T00:00:00Z");

    private static final long MICROS_PER_SECOND = 1_000_000;

    private static final long SECONDS_MAX = MAX.getEpochSecond() - MIN.getEpochSecond();

    private Times() {}

    /** Cuts off what is finer than a microsecond, and brings the instant into the range that can be stored. */
    static Instant normal(Instant instant) {
        int beyond = instant.getNano() % 1000;
        if (instant.compareTo(MAX) > 0) {
            return MAX;
        }
        if (instant.compareTo(MIN) < 0) {
            return MIN;
        }
        return beyond == 0 ? instant : instant.minusNanos(beyond);
    }

    /** In microseconds, at most {@link #SECONDS_MAX}. */
    static long micros(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        long seconds = Math.min(duration.getSeconds(), SECONDS_MAX);
        return seconds * MICROS_PER_SECOND + duration.getNano() / 1000;
    }

    static Instant plus(Instant instant, Duration duration) {
        return plusMicros(instant, micros(duration));
    }

    static Instant plusMicros(Instant instant, long micros) {
        return normal(instant.plusSeconds(micros / MICROS_PER_SECOND).plusNanos(micros % MICROS_PER_SECOND * 1000));
    }
}
