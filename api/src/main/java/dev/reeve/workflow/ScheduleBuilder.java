package dev.reeve.workflow;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.Missed;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Configures the schedule of a workflow. Not thread-safe. */
public final class ScheduleBuilder {

    private final Map<String, @Nullable Object> tree;

    ScheduleBuilder(Map<String, @Nullable Object> tree) {
        this.tree = tree;
    }

    /** Sets how to handle times that were missed because no engine ran (default {@link Missed#ONE}). */
    public ScheduleBuilder missed(Missed missed) {
        tree.put("missed", missed.name().toLowerCase(Locale.ROOT));
        return this;
    }

    /** Sets how to handle a time while the previous execution is open (default {@link ConcurrencyPolicy#SKIP}). */
    public ScheduleBuilder whileRunning(ConcurrencyPolicy whileRunning) {
        tree.put("whileRunning", whileRunning.name().toLowerCase(Locale.ROOT));
        return this;
    }

    /**
     * Sets the input of every execution (default: an empty object).
     *
     * @param input Map, List, String, Number, Boolean or {@link dev.reeve.Json}, without expressions
     */
    public ScheduleBuilder input(Object input) {
        tree.put("input", input);
        return this;
    }
}
