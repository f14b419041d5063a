package dev.reeve.model;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says how long a step waits for a signal, and for which. Not thread-safe.
 *
 * @see StepBuilder#await(String, java.util.function.Consumer)
 */
public final class AwaitBuilder {

    private final Map<String, @Nullable Object> tree;

    AwaitBuilder(Map<String, @Nullable Object> tree) {
        this.tree = tree;
    }

    /** How long to wait. For as long as the execution lasts by default. */
    public AwaitBuilder timeout(Duration timeout) {
        tree.put("timeout", Durations.format(timeout));
        return this;
    }

    /**
     * The step's output if no signal comes in time; the key {@code default} of a definition. The step fails by default.
     *
     * @param output Map, List, String, Number, Boolean or {@link Json}, with expressions in its strings
     */
    public AwaitBuilder defaultOutput(Object output) {
        tree.put("default", output);
        return this;
    }

    /** What the signal's data must satisfy. Any JSON is accepted by default. */
    public AwaitBuilder schema(JsonSchema schema) {
        tree.put("schema", schema.schema());
        return this;
    }
}
