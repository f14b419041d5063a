package dev.reeve.core;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/** Instants and durations in microseconds, the one resolution there is (R37). Nothing here overflows. */
@SuppressWarnings({"JavaInstantGetSecondsGetNano", "JavaDurationGetSecondsGetNano"
}) // what is below the second is meant
final class Times {

    /** The last instant that there is: all databases and formats that we know can tell it. */
    static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999Z");

    private static final Instant MIN = Instant.parse("0001-01-01T00:00:00Z");

    /** Beyond this, milliseconds since the epoch are no time that anybody means. */
    static final double EPOCH_MILLIS_MAX = 1e17;

    private static final long MICROS_PER_SECOND = 1_000_000;

    private static final int SECONDS_PER_DAY = 86_400;

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
