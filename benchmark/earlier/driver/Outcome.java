package dev.reeve.benchmark.earlier.driver;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The figures of a process, and how it ended.
 *
 * @param exit its exit code, or {@link #KILLED}
 */
record Outcome(Map<String, String> figures, int exit) {

    /** It was killed after the longest time that it may take. */
    static final int KILLED = -1;

    /** The exit code with {@code -XX:+ExitOnOutOfMemoryError}. */
    private static final int OUT_OF_MEMORY = 3;

    boolean has(String name) {
        return figures.containsKey(name);
    }

    boolean isOutOfMemory() {
        return exit == OUT_OF_MEMORY;
    }

    /** How it ended, if not as it should. */
    String end() {
        return switch (exit) {
            case 0 -> figures.getOrDefault("failure", "no figure");
            case KILLED -> "killed after the longest time";
            case OUT_OF_MEMORY -> "OutOfMemoryError";
            default -> "exit code " + exit;
        };
    }

    /** A text, or how the process ended if it has not told it. */
    String text(String name) {
        return figures.getOrDefault(name, end());
    }

    /** A number, multiplied and formatted, or how the process ended if it has not told it. */
    String number(String name, double factor, String format) {
        String value = figures.get(name);
        return value == null ? end() : format.formatted(Double.parseDouble(value) * factor);
    }

    /** A number of the line of JSON that {@code bench} prints. */
    double ofJson(String name) {
        Matcher found = Pattern.compile("\"%s\":([0-9.]+)".formatted(name)).matcher(figures.getOrDefault("json", ""));
        return found.find() ? Double.parseDouble(found.group(1)) : Double.NaN;
    }

    @Override
    public String toString() {
        Map<String, String> sorted = new TreeMap<>(figures);
        sorted.computeIfPresent(
                "json", (name, line) -> "%.0f executions/s".formatted(ofJson("executionsPerSecond")));
        return (exit == 0 ? "" : end() + " ") + sorted;
    }
}
