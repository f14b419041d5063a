package dev.reeve.model;

import java.util.regex.Pattern;

/**
 * A location in a definition.
 *
 * @param path as in {@link Problem#path()}
 * @param line from 1; 0 if not read from text
 * @param column from 1; 0 if not read from text
 */
record Place(String path, int line, int column) {

    private static final Pattern SIMPLE = Pattern.compile("[A-Za-z0-9_$-]+");

    Problem problem(String message, String suggestion) {
        return new Problem(path, line, column, message, suggestion);
    }

    static String child(String path, String name) {
        String member = member(name);
        return path.isEmpty() && member.startsWith(".") ? name : path + member;
    }

    /**
     * The part that a member adds to a path: {@code .name}, or {@code ["odd name"]} if the end of the name would be
     * unclear.
     */
    static String member(String name) {
        return SIMPLE.matcher(name).matches() ? "." + name : "[\"" + name + "\"]";
    }

    static String child(String path, int index) {
        return path + "[" + index + "]";
    }
}
