package dev.reeve.cli.output;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Pattern;

/** Formats text for people. Escapes foreign text so that it cannot control a terminal. */
public final class Text {

    private static final int LENGTH_MAX = 160;

    /**
     * Controls of ASCII and of Latin-1, which begin sequences of a terminal, marks that change the direction of text,
     * and separators of lines.
     */
    private static final String CONTROL = "\\p{Cc}\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069";

    private static final Pattern CONTROLS = Pattern.compile("[%s]+".formatted(CONTROL));
    private static final Pattern OTHER_CONTROLS = Pattern.compile("[%s&&[^\n]]+".formatted(CONTROL));

    private Text() {}

    public static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /** At most millisecond precision: {@code 0.004s}, {@code 12.300s}, {@code 2d 1h 0m 5.000s}. */
    public static String duration(Duration length) {
        Duration shown = length.isNegative() ? Duration.ZERO : length;
        StringBuilder text = new StringBuilder();
        if (shown.toDays() > 0) {
            text.append(shown.toDays()).append("d ");
        }
        if (shown.toHours() > 0) {
            text.append(shown.toHoursPart()).append("h ");
        }
        if (shown.toMinutes() > 0) {
            text.append(shown.toMinutesPart()).append("m ");
        }
        return text.append("%d.%03ds".formatted(shown.toSecondsPart(), shown.toMillisPart()))
                .toString();
    }

    /** On one line, shortened. */
    public static String shortened(String text) {
        String line = printable(text);
        return line.length() <= LENGTH_MAX ? line : line.substring(0, LENGTH_MAX - 1) + "…";
    }

    /** On one line, without control characters. */
    public static String printable(String text) {
        return CONTROLS.matcher(text).replaceAll(" ");
    }

    /** As {@link #printable}, but keeps line breaks. */
    public static String lines(String text) {
        return OTHER_CONTROLS.matcher(text).replaceAll(" ");
    }

    /** Formats what a person did, when, and why. */
    public static String deed(Instant at, Enum<?> kind, String by, String why) {
        return "%s  %s by %s: %s".formatted(time(at), lowerCase(kind), printable(by), shortened(why));
    }

    public static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
