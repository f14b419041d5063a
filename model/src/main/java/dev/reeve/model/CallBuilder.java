package dev.reeve.model;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says how an action is called. Not thread-safe.
 *
 * @see StepBuilder#compensate(String, java.util.function.Consumer)
 */
public final class CallBuilder {

    private final Map<String, @Nullable Object> tree;

    CallBuilder(Map<String, @Nullable Object> tree) {
        this.tree = tree;
    }

    /**
     * What the action gets. By default a compensation gets an object of the step's {@code input} and {@code output}, and a
     * probe gets the input of the step.
     *
     * @param input Map, List, String, Number, Boolean or {@link Json}, with expressions in its strings
     */
    public CallBuilder input(Object input) {
        tree.put("input", input);
        return this;
    }

    /** How long one attempt may take. */
    public CallBuilder completeBy(Duration completeBy) {
        tree.put("completeBy", Durations.format(completeBy));
        return this;
    }

    /** An attempt without a sign of life for this long is given up. At most a third of {@link #completeBy}. */
    public CallBuilder heartbeat(Duration heartbeat) {
        tree.put("heartbeat", Durations.format(heartbeat));
        return this;
    }

    /** How often and how fast attempts are repeated. */
    public CallBuilder retry(Retry retry) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("maxAttempts", retry.maxAttempts());
        values.put("backoff", Durations.format(retry.backoff()));
        values.put("factor", retry.factor());
        values.put("maxBackoff", Durations.format(retry.maxBackoff()));
        tree.put("retry", values);
        return this;
    }
}
