package dev.reeve.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says how many calls of an action may be made: at least one of {@link #concurrency} and {@link #rate}. Not thread-safe.
 *
 * @see StepBuilder#limit
 */
public final class LimitBuilder {

    private final Map<String, @Nullable Object> tree;

    LimitBuilder(Map<String, @Nullable Object> tree) {
        this.tree = tree;
    }

    /** Calls with different keys are counted apart. All calls of the action are counted together by default. */
    public LimitBuilder key(String template) {
        tree.put("key", template);
        return this;
    }

    /** How many calls may be under way at a time. */
    public LimitBuilder concurrency(int calls) {
        tree.put("concurrency", calls);
        return this;
    }

    /** How many calls may begin in a length of time. */
    public LimitBuilder rate(Rate rate) {
        tree.put("rate", rate.toString());
        return this;
    }
}
