package dev.reeve.workflow;

import dev.reeve.Json;
import dev.reeve.internal.values.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Configures the call of an action. Not thread-safe.
 *
 * @see StepBuilder#compensate(String, java.util.function.Consumer)
 */
public final class CallBuilder {

    private final Map<String, @Nullable Object> tree;

    CallBuilder(Map<String, @Nullable Object> tree) {
        this.tree = tree;
    }

    /**
     * Sets the names that an action with an expression can have. Another name fails the call with
     * {@code NAME_NOT_LISTED}.
     */
    public CallBuilder oneOf(String... names) {
        tree.put("oneOf", List.of(names));
        return this;
    }

    /**
     * Sets the action's input. By default a compensation receives an object of the step's {@code input} and
     * {@code output}, and a probe receives the step's input.
     *
     * @param input Map, List, String, Number, Boolean or {@link Json}, with expressions in its strings
     */
    public CallBuilder input(Object input) {
        tree.put("input", input);
        return this;
    }

    /** Sets the timeout of one attempt. */
    public CallBuilder completeBy(Duration completeBy) {
        tree.put("completeBy", Durations.format(completeBy));
        return this;
    }

    /**
     * Sets the timeout of one attempt.
     *
     * @param expression computes the text of a duration, or milliseconds
     */
    public CallBuilder completeBy(String expression) {
        tree.put("completeBy", expression);
        return this;
    }

    /**
     * Sets the heartbeat timeout: an attempt without a heartbeat for this long is given up. At most a third of
     * {@link #completeBy}.
     */
    public CallBuilder heartbeat(Duration heartbeat) {
        tree.put("heartbeat", Durations.format(heartbeat));
        return this;
    }

    /** Sets the number of attempts and the delays between them. */
    public CallBuilder retry(Retry retry) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("maxAttempts", retry.maxAttempts());
        values.put("backoff", Durations.format(retry.backoff()));
        values.put("factor", retry.factor());
        values.put("maxBackoff", Durations.format(retry.maxBackoff()));
        putCodes(values, "on", retry.on());
        putCodes(values, "never", retry.never());
        if (retry.giveUpAfter() != null) {
            values.put("giveUpAfter", Durations.format(retry.giveUpAfter()));
        }
        tree.put("retry", values);
        return this;
    }

    private static void putCodes(Map<String, @Nullable Object> values, String key, List<String> codes) {
        if (!codes.isEmpty()) {
            values.put(key, codes);
        }
    }

    /**
     * Sets the upper bound of the first delay between attempts. Call it after {@link #retry}.
     *
     * @param expression computes the text of a duration, or milliseconds
     */
    public CallBuilder backoff(String expression) {
        return retried("backoff", expression);
    }

    /**
     * Sets the maximum of the bound. Call it after {@link #retry}.
     *
     * @param expression computes the text of a duration, or milliseconds
     */
    public CallBuilder maxBackoff(String expression) {
        return retried("maxBackoff", expression);
    }

    private CallBuilder retried(String key, String expression) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        if (tree.get("retry") instanceof Map<?, ?> set) {
            set.forEach((name, value) -> values.put(String.valueOf(name), value));
        }
        values.put(key, expression);
        tree.put("retry", values);
        return this;
    }

    /** As {@link StepBuilder#transactional()}, for the compensation. A probe cannot be transactional. */
    public CallBuilder transactional() {
        tree.put("transactional", true);
        return this;
    }
}
