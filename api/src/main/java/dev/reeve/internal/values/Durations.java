package dev.reeve.internal.values;

import java.math.BigInteger;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as text: {@code 250ms}, {@code 30s}, {@code 5m}, {@code 2h}, {@code 3d}, or ISO-8601 ({@code PT1H30M}). */
public final class Durations {

    /** The longest duration, ten years. A longer one is taken for a mistake. */
    public static final Duration MAX = Duration.ofDays(3650);

    private static final Pattern ISO = Pattern.compile(
            "P(?=.)(?:[0-9]{1,9}D)?(?:T(?=.)(?:[0-9]{1,9}H)?(?:[0-9]{1,9}M)?(?:[0-9]{1,9}(?:\\.[0-9]{1,3})?S)?)?");

    private static final Pattern SHORT = Pattern.compile("([0-9]{1,18})(ms|s|m|h|d)");

    private Durations() {}

    /**
     * Parses a duration.
     *
     * @throws IllegalArgumentException if the text is not a duration, is longer than {@link #MAX}, or is not a whole
     *     number of milliseconds; the message says what was expected
     */
    public static Duration parse(String text) {
        Matcher matcher = SHORT.matcher(text);
        boolean isShort = matcher.matches();
        if (!isShort && !ISO.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    ("'%s' is not a duration: expected a number and a unit such as 250ms, 30s, 5m, 2h or 3d, or ISO-8601 such"
                                    + " as PT1H30M")
                            .formatted(text));
        }
        Duration duration;
        try {
            duration = isShort ? ofUnit(matcher) : Duration.parse(text);
        } catch (ArithmeticException e) {
            duration = ChronoUnit.FOREVER.getDuration();
        }
        if (duration.compareTo(MAX) > 0) {
            throw new TooLongException("'%s' is longer than the limit of %s".formatted(text, format(MAX)));
        }
        return duration;
    }

    /** The text is a duration, but longer than the maximum. */
    public static final class TooLongException extends IllegalArgumentException {
        TooLongException(String message) {
            super(message);
        }
    }

    private static boolean isWholeMillis(Duration duration) {
        return duration.truncatedTo(ChronoUnit.MILLIS).equals(duration);
    }

    private static Duration ofUnit(Matcher matcher) {
        long number = new BigInteger(matcher.group(1)).longValueExact();
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    /**
     * Writes the shortest text that {@link #parse} reads as the same duration: a whole number of the largest unit that
     * fits.
     */
    public static String format(Duration duration) {
        if (!isWholeMillis(duration) || duration.isNegative() || duration.compareTo(MAX) > 0) {
            return duration.toString();
        }
        long millis = duration.toMillis();
        if (millis == 0) {
            return "0s";
        }
        record Unit(String name, long millis) {}
        for (Unit unit : new Unit[] {
            new Unit("d", 86_400_000), new Unit("h", 3_600_000), new Unit("m", 60_000), new Unit("s", 1_000)
        }) {
            if (millis % unit.millis == 0) {
                return millis / unit.millis + unit.name;
            }
        }
        return millis + "ms";
    }
}
