package dev.reeve.model;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step that comes before another, written {@code route} or {@code route.express} in {@code after}.
 *
 * @param step the name of the step that comes before
 * @param caseName the case that a {@code switch} must have chosen; if it has not, this counts as a step that was skipped. Null
 *     if it is enough that the step is settled
 */
public record After(String step, @Nullable String caseName) {

    /** Whatever became of the step. */
    public static After step(String step) {
        return new After(step, null);
    }

    /** The steps, whatever became of them. */
    public static List<After> steps(Collection<String> steps) {
        return steps.stream().map(After::step).toList();
    }

    /** Reads what {@link #toString} writes. Any text is read; whether there is such a step and case is for others to say. */
    public static After parse(String text) {
        int dot = text.indexOf('.');
        return dot < 0 ? step(text) : new After(text.substring(0, dot), text.substring(dot + 1));
    }

    @Override
    public String toString() {
        return caseName == null ? step : step + "." + caseName;
    }
}
