package dev.reeve.internal.model.definition;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code after}: a step that comes before another, written {@code route} or {@code route.express}.
 *
 * @param step the name of the step that comes before
 * @param caseName the case that a {@code switch} must have chosen; if it chose another, this entry counts as a skipped
 *     step. Null if it is enough that the step is settled
 */
public record Predecessor(String step, @Nullable String caseName) {

    /** An entry that is satisfied when the step is settled, with any outcome. */
    public static Predecessor step(String step) {
        return new Predecessor(step, null);
    }

    /** Entries that are satisfied when the steps are settled, with any outcome. */
    public static List<Predecessor> steps(Collection<String> steps) {
        return steps.stream().map(Predecessor::step).toList();
    }

    /**
     * Parses the form that {@link #toString} writes. Accepts any text; does not check that the step and the case exist.
     */
    public static Predecessor parse(String text) {
        int dot = text.indexOf('.');
        return dot < 0 ? step(text) : new Predecessor(text.substring(0, dot), text.substring(dot + 1));
    }

    @Override
    public String toString() {
        return caseName == null ? step : step + "." + caseName;
    }
}
