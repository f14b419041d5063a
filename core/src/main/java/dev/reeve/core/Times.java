package dev.reeve.core;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/**
 * Arithmetic on instants and durations that saturates instead of overflowing: results end at the first and the last instant
 * that can be stored, lengths of time at {@link #NANOS_MAX}. Instants are kept in microseconds. Whatever comes from
 * outside, such as a handler, a definition or an option, is computed with here.
 *
 * <p>Thread-safe, as there is no state.
 */
@SuppressWarnings({"JavaInstantGetSecondsGetNano", "JavaDurationGetSecondsGetNano"
}) // what is below the second is meant
public final class Times {

    /** The last instant that can be stored, in the year 9999. Every database and format that we know can hold it. */
    public static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999Z");

    /** The first instant that can be stored, in the year 1. */
    public static final Instant MIN = Instant.parse("0001-01-01T00:00:00Z");

    /** The longest time in nanoseconds: a hundred years. Added to any reading of a monotonic clock it does not overflow. */
    public static final long NANOS_MAX = Duration.ofDays(36_500).toNanos();

    /** Beyond this, milliseconds since the epoch are no time that anybody means. */
    static final double EPOCH_MILLIS_MAX = 1e17;

    private static final long MICROS_PER_SECOND = 1_000_000;

    private static final int SECONDS_PER_DAY = 86_400;

    private static final Duration LONGEST = Duration.ofNanos(NANOS_MAX);

    private static final long SECONDS_MAX = MAX.getEpochSecond() - MIN.getEpochSecond();

    private Times() {}

    /** Cuts off what is finer than a microsecond, and brings the instant into the range that can be stored. */
    public static Instant normal(Instant instant) {
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

    /** The instant so much later, at most {@link #MAX}. A negative duration counts as zero. */
    public static Instant plus(Instant instant, Duration duration) {
        return plusMicros(instant, micros(duration));
    }

    /** The instant so much earlier, at least {@link #MIN}. A negative duration counts as zero. */
    public static Instant minus(Instant instant, Duration duration) {
        long micros = micros(duration);
        return normal(
                normal(instant).minusSeconds(micros / MICROS_PER_SECOND).minusNanos(micros % MICROS_PER_SECOND * 1000));
    }

    /** The instant so many nanoseconds later or earlier, for what a monotonic clock has measured. */
    public static Instant plusNanos(Instant instant, long nanos) {
        return normal(normal(instant).plusNanos(nanos));
    }

    /** In nanoseconds, from minus to plus {@link #NANOS_MAX}. */
    public static long nanos(Duration duration) {
        if (duration.compareTo(LONGEST) >= 0) {
            return NANOS_MAX;
        }
        return duration.compareTo(LONGEST.negated()) <= 0 ? -NANOS_MAX : duration.toNanos();
    }

    /** From one instant to another in nanoseconds, from minus to plus {@link #NANOS_MAX}. */
    public static long nanosBetween(Instant from, Instant to) {
        return nanos(Duration.between(from, to));
    }

    static Instant plusMicros(Instant instant, long micros) {
        return normal(
                normal(instant).plusSeconds(micros / MICROS_PER_SECOND).plusNanos(micros % MICROS_PER_SECOND * 1000));
    }

    /** ISO-8601 with six digits: always as long, so that text sorts as time does. */
    static String format(Instant instant) {
        long seconds = instant.getEpochSecond();
        long day = Math.floorDiv(seconds, SECONDS_PER_DAY);
        int second = Math.floorMod(seconds, SECONDS_PER_DAY);
        LocalDate date = LocalDate.ofEpochDay(day);
        byte[] text = new byte[27];
        digits(text, 0, 4, date.getYear());
        text[4] = '-';
        digits(text, 5, 2, date.getMonthValue());
        text[7] = '-';
        digits(text, 8, 2, date.getDayOfMonth());
        text[10] = 'T';
        digits(text, 11, 2, second / 3600);
        text[13] = ':';
        digits(text, 14, 2, second / 60 % 60);
        text[16] = ':';
        digits(text, 17, 2, second % 60);
        text[19] = '.';
        digits(text, 20, 6, instant.getNano() / 1000);
        text[26] = 'Z';
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static void digits(byte[] text, int from, int count, int number) {
        int rest = number;
        for (int i = from + count - 1; i >= from; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
