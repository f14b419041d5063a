package dev.reeve.workflow;

import dev.reeve.Json;
import dev.reeve.internal.values.Durations;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Configures how a step waits for a signal. Not thread-safe.
 *
 * @see StepBuilder#await(String, java.util.function.Consumer)
 */
public final class AwaitBuilder {

    private final Map<String, @Nullable Object> tree;

    AwaitBuilder(Map<String, @Nullable Object> tree) {
        this.tree = tree;
    }

    /** Sets how long to wait (default: no limit within the execution). */
    public AwaitBuilder timeout(Duration timeout) {
        tree.put("timeout", Durations.format(timeout));
        return this;
    }

    /**
     * Sets how long to wait.
     *
     * @param expression computes the text of a duration, or milliseconds
     */
    public AwaitBuilder timeout(String expression) {
        tree.put("timeout", expression);
        return this;
    }

    /**
     * Computes the timeout again whenever a signal comes.
     *
     * @param signal the name of that signal, whose newest data {@link #timeout(String)} knows as {@code signal}
     */
    public AwaitBuilder updateOn(String signal) {
        tree.put("updateOn", signal);
        return this;
    }

    /**
     * Sets the step's output for the case that no signal arrives in time. This is the key {@code default} of a
     * definition. By default the step fails.
     *
     * @param output Map, List, String, Number, Boolean or {@link Json}, with expressions in its strings
     */
    public AwaitBuilder defaultOutput(Object output) {
        tree.put("default", output);
        return this;
    }

    /** Sets the schema for the signal's data (default: any JSON). */
    public AwaitBuilder schema(Json schema) {
        tree.put("schema", schema);
        return this;
    }
}
