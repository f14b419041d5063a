package dev.reeve.internal.values;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/**
 * Arithmetic on instants and durations that saturates instead of overflowing. Instants end at the first and the last
 * instant that can be stored, durations at {@link #NANOS_MAX}. Instants are kept in microseconds. Values from outside,
 * such as a handler, a definition or an option, are computed with this class.
 *
 * <p>Thread-safe, because it has no state.
 */
@SuppressWarnings({"JavaInstantGetSecondsGetNano", "JavaDurationGetSecondsGetNano"
}) // only the part below the second is used
public final class Times {

    /** The last instant that can be stored, in the year 9999. All known databases and formats can hold it. */
    public static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999Z");

    /** The first instant that can be stored, in the year 1. */
    static final Instant MIN = Instant.parse("0001-01-01T00:00:00Z");

    /**
     * The longest duration in nanoseconds: a hundred years. Added to a reading of a monotonic clock it does not
     * overflow.
     */
    static final long NANOS_MAX = Duration.ofDays(36_500).toNanos();

    /** A larger number of milliseconds since the epoch is not a plausible time. */
    public static final double EPOCH_MILLIS_MAX = 1e17;

    private static final long MICROS_PER_SECOND = 1_000_000;

    private static final int SECONDS_PER_DAY = 86_400;

    private static final Duration LONGEST = Duration.ofNanos(NANOS_MAX);

    private static final long SECONDS_MAX = MAX.getEpochSecond() - MIN.getEpochSecond();

    private Times() {}

    /** Truncates an instant to microseconds, and to the range that can be stored. */
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

    /** The duration in microseconds, at most {@link #SECONDS_MAX} seconds. A negative duration counts as zero. */
    public static long micros(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        long seconds = Math.min(duration.getSeconds(), SECONDS_MAX);
        return seconds * MICROS_PER_SECOND + duration.getNano() / 1000;
    }

    /** Adds a duration to an instant; the result is at most {@link #MAX}. A negative duration counts as zero. */
    public static Instant plus(Instant instant, Duration duration) {
        return plusMicros(instant, micros(duration));
    }

    /**
     * Subtracts a duration from an instant; the result is at least {@link #MIN}. A negative duration counts as zero.
     */
    public static Instant minus(Instant instant, Duration duration) {
        long micros = micros(duration);
        return normal(
                normal(instant).minusSeconds(micros / MICROS_PER_SECOND).minusNanos(micros % MICROS_PER_SECOND * 1000));
    }

    /** Adds nanoseconds, which may be negative, to an instant; for lengths measured by a monotonic clock. */
    static Instant plusNanos(Instant instant, long nanos) {
        return normal(normal(instant).plusNanos(nanos));
    }

    /** The duration in nanoseconds, from minus to plus {@link #NANOS_MAX}. */
    public static long nanos(Duration duration) {
        if (duration.compareTo(LONGEST) >= 0) {
            return NANOS_MAX;
        }
        return duration.compareTo(LONGEST.negated()) <= 0 ? -NANOS_MAX : duration.toNanos();
    }

    /** The nanoseconds from one instant to another, from minus to plus {@link #NANOS_MAX}. */
    public static long nanosBetween(Instant from, Instant to) {
        return nanos(Duration.between(from, to));
    }

    public static Instant plusMicros(Instant instant, long micros) {
        return normal(
                normal(instant).plusSeconds(micros / MICROS_PER_SECOND).plusNanos(micros % MICROS_PER_SECOND * 1000));
    }

    /** ISO-8601 with six digits of fraction. The length is constant, so that text sorts in the order of time. */
    public static String format(Instant instant) {
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

    /** An instant with milliseconds, which is precise enough for people. */
    public static String shown(Instant instant) {
        return Instant.ofEpochMilli(instant.toEpochMilli()).toString();
    }
}
