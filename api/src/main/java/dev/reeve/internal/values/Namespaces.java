package dev.reeve.internal.values;

import java.util.regex.Pattern;

/**
 * The names of namespaces, and names with their namespace in one text: the name alone in the default namespace, and
 * {@code billing/payment.charge} in another one. So what is stored and sent about the default namespace needs none.
 */
public final class Namespaces {

    /** The namespace of everything that names none. */
    public static final String DEFAULT = "default";

    /** As long as the name of a namespace or of a host elsewhere may be. */
    public static final int LENGTH_MAX = 63;

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]*");

    private static final char SEPARATOR = '/';

    private Namespaces() {}

    /** The name with its namespace. Different for each namespace and name, also for names with a slash. */
    public static String qualified(String namespace, String name) {
        return namespace.equals(DEFAULT) && name.indexOf(SEPARATOR) < 0 ? name : namespace + SEPARATOR + name;
    }

    /** The namespace of a {@link #qualified} name. */
    public static String namespaceOf(String qualified) {
        int end = qualified.indexOf(SEPARATOR);
        return end < 0 ? DEFAULT : qualified.substring(0, end);
    }

    /** A {@link #qualified} name without its namespace. */
    public static String nameOf(String qualified) {
        return qualified.substring(qualified.indexOf(SEPARATOR) + 1);
    }

    /**
     * @return the name
     * @throws IllegalArgumentException if it is not a valid name of a namespace; the message says what is expected
     */
    public static String check(String name) {
        if (name.length() > LENGTH_MAX) {
            throw new IllegalArgumentException(
                    "namespace: expected at most %d characters, found %d".formatted(LENGTH_MAX, name.length()));
        }
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "namespace: expected a small letter, then small letters, digits, _ and -, such as 'billing'; found '%s'"
                            .formatted(name));
        }
        return name;
    }
}
