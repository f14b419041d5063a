package dev.reeve.engine.client;

import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;

/** Checks of what callers give, before anything is stored. */
final class Checks {

    static final int NAME_LENGTH_MAX = 255;
    static final int TEXT_LENGTH_MAX = 2_000;
    static final int LABELS_MAX = 50;

    private Checks() {}

    /** A short text: a key, a label, the name of an operator. */
    static String name(String what, String value) {
        return checked(what, value, NAME_LENGTH_MAX);
    }

    /** A sentence or two. */
    static String text(String what, String value) {
        return checked(what, value, TEXT_LENGTH_MAX);
    }

    private static String checked(String what, String value, int lengthMax) {
        if (value.isEmpty() || value.length() > lengthMax) {
            throw invalid("%s: expected 1 to %d characters, found %d".formatted(what, lengthMax, value.length()));
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean lone = Character.isHighSurrogate(c)
                    ? i + 1 == value.length() || !Character.isLowSurrogate(value.charAt(i + 1))
                    : Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(value.charAt(i - 1)));
            if (c == 0 || lone) {
                throw invalid("%s: character %d is %s, which no database can keep; remove it"
                        .formatted(what, i + 1, c == 0 ? "NUL" : "half of a surrogate pair"));
            }
        }
        return value;
    }

    static ReeveException invalid(String message) {
        return new ReeveException(ErrorCode.INVALID_INPUT, message);
    }
}
