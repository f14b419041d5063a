package dev.reeve.internal.values;

import dev.reeve.workflow.Problem;
import java.util.regex.Pattern;

/**
 * A location in a definition.
 *
 * @param path as in {@link Problem#path()}
 * @param line from 1; 0 if not read from text
 * @param column from 1; 0 if not read from text
 */
public record Place(String path, int line, int column) {

    private static final Pattern SIMPLE = Pattern.compile("[A-Za-z0-9_$-]+");

    public Problem problem(String message, String suggestion) {
        return new Problem(path, line, column, message, suggestion);
    }

    public static String child(String path, String name) {
        String member = member(name);
        return path.isEmpty() && member.startsWith(".") ? name : path + member;
    }

    /**
     * The part that a member adds to a path: {@code .name}, or {@code ["odd name"]} if the end of the name would be
     * unclear.
     */
    public static String member(String name) {
        return SIMPLE.matcher(name).matches() ? "." + name : "[\"" + name + "\"]";
    }

    public static String child(String path, int index) {
        return path + "[" + index + "]";
    }
}
