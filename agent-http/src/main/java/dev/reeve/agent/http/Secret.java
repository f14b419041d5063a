package dev.reeve.agent.http;

import dev.reeve.internal.values.OptionChecks;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A secret, and where it may be sent.
 *
 * @param value read at each use, so that it can change
 */
record Secret(String name, Supplier<String> value, Set<Origin> origins) {

    /** The pattern of names. */
    static final String NAME = "[a-z0-9][a-z0-9._-]{0,62}";

    /** A shorter text occurs by chance, and could not be masked where an answer repeats it. */
    static final int LENGTH_MIN = 8;

    static final int LENGTH_MAX = 8 * 1024;

    private static final Pattern SENDABLE = Pattern.compile("[\\x21-\\x7E]([\\x20-\\x7E]*[\\x21-\\x7E])?");

    Secret {
        origins = Set.copyOf(origins);
        if (!name.matches(NAME)) {
            throw OptionChecks.invalid(
                    "secret: expected a name of small letters, digits, dots, _ and -, found '%s'".formatted(name));
        }
        if (origins.isEmpty()) {
            throw OptionChecks.invalid(
                    "the secret %s has no destination: name the one that receives it".formatted(name));
        }
    }

    /** The problem of a value, without the value; empty if it can be sent. */
    static String problem(String value) {
        if (value.length() < LENGTH_MIN || value.length() > LENGTH_MAX) {
            return "has fewer than %d or more than %,d characters".formatted(LENGTH_MIN, LENGTH_MAX);
        }
        return SENDABLE.matcher(value).matches() ? "" : "has characters that a header cannot have";
    }

    /** Omits the value. */
    @Override
    public String toString() {
        return "secret " + name + " for " + origins;
    }
}
