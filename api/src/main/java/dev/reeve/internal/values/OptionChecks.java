package dev.reeve.internal.values;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import java.time.Duration;
import java.util.Collection;

/** Validates options when they are created, so that invalid values fail at once. */
public final class OptionChecks {

    /** Longer than any real wait, and short enough for every computation with instants and nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(3650);

    private OptionChecks() {}

    /** @throws ReeveException {@link ErrorCode#INVALID_INPUT} */
    public static void atLeast(long min, String option, long value) {
        if (value < min) {
            throw invalid("%s: expected %d or more, found %d".formatted(option, min, value));
        }
    }

    /** @throws ReeveException {@link ErrorCode#INVALID_INPUT} unless it is longer than zero and at most ten years */
    public static void positive(String option, Duration value) {
        if (value.isZero()) {
            throw invalid("%s: expected more than nothing, found %s".formatted(option, value));
        }
        notNegative(option, value);
    }

    /** @throws ReeveException {@link ErrorCode#INVALID_INPUT} if it is negative, or longer than ten years */
    public static void notNegative(String option, Duration value) {
        if (value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw invalid("%s: expected at most %d days and nothing negative, found %s"
                    .formatted(option, LONGEST.toDays(), value));
        }
    }

    /** @throws ReeveException {@link ErrorCode#INVALID_INPUT} unless each one is the name of a namespace */
    public static void namespaces(Collection<String> names) {
        for (String name : names) {
            try {
                String unused = Namespaces.check(name);
            } catch (IllegalArgumentException e) {
                throw invalid(String.valueOf(e.getMessage()));
            }
        }
    }

    /** Creates the exception for the caller to throw. */
    public static ReeveException invalid(String message) {
        return ReeveException.of(ErrorCode.INVALID_INPUT, message);
    }
}
