package dev.reeve.internal.model.expression;

import dev.reeve.internal.values.Durations;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Converts the value of an expression to a duration. */
public final class DurationValue {

    private DurationValue() {}

    /**
     * Converts a value.
     *
     * @param value the text of a duration, as a definition writes it, or a whole number of milliseconds
     * @param min the shortest duration that is allowed
     * @throws IllegalArgumentException if it is neither, or too short or too long; the message says what was expected
     */
    public static Duration of(@Nullable Object value, Duration min) {
        Duration duration = switch (value) {
            case String text -> Durations.parse(text);
            case Number number -> ofMillis(number);
            case null, default -> throw notADuration(value);
        };
        if (duration.compareTo(min) < 0) {
            throw new IllegalArgumentException(
                    "%s is too short: at least %s".formatted(shown(value), Durations.format(min)));
        }
        return duration;
    }

    private static Duration ofMillis(Number number) {
        double millis = number.doubleValue();
        if (Double.isNaN(millis) || millis < 0 || Math.rint(millis) != millis || !isWhole(number)) {
            throw notADuration(number);
        }
        if (millis > Durations.MAX.toMillis()) {
            throw new IllegalArgumentException("%s milliseconds are longer than the limit of %s"
                    .formatted(number, Durations.format(Durations.MAX)));
        }
        return Duration.ofMillis((long) millis);
    }

    private static boolean isWhole(Number number) {
        return !(number instanceof BigDecimal decimal)
                || decimal.stripTrailingZeros().scale() <= 0;
    }

    private static IllegalArgumentException notADuration(@Nullable Object value) {
        return new IllegalArgumentException(
                "expected the text of a duration such as 30s, or a whole number of milliseconds, found %s"
                        .formatted(shown(value)));
    }

    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }
}
