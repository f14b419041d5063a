package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;

/** Checks texts that are stored in columns of their own. */
public final class StorableText {

    /** Maximum length of a key, a label or the name of an actor. */
    public static final int NAME_LENGTH_MAX = 255;

    /** Maximum number of labels of an execution. */
    public static final int LABELS_MAX = 50;

    private StorableText() {}

    /**
     * Checks that every database can store a value.
     *
     * @return the value
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if it is empty, too long, or contains characters that not
     *     every database can store
     */
    public static String check(String what, String value, int lengthMax) {
        if (value.isEmpty() || value.length() > lengthMax) {
            throw invalid("%s: expected 1 to %d characters, found %d".formatted(what, lengthMax, value.length()));
        }
        return checkCharacters(what, value);
    }

    /**
     * As above, for values that are only searched for.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if it contains characters that not every database can
     *     store
     */
    public static String checkCharacters(String what, String value) {
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

    private static ReeveException invalid(String message) {
        return ReeveException.of(ErrorCode.INVALID_INPUT, message);
    }
}
