package dev.reeve.workflow;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Configures a limit on the calls of an action. At least one of {@link #concurrency} and {@link #rate} is required. Not
 * thread-safe.
 *
 * @see StepBuilder#limit
 */
public final class LimitBuilder {

    private final Map<String, @Nullable Object> tree;

    LimitBuilder(Map<String, @Nullable Object> tree) {
        this.tree = tree;
    }

    /** Counts calls with different keys separately. By default all calls of the action are counted together. */
    public LimitBuilder key(String template) {
        tree.put("key", template);
        return this;
    }

    /** Sets the maximum number of calls under way at a time. */
    public LimitBuilder concurrency(int calls) {
        tree.put("concurrency", calls);
        return this;
    }

    /** Sets the maximum number of calls that begin per unit of time. */
    public LimitBuilder rate(Rate rate) {
        tree.put("rate", rate.toString());
        return this;
    }
}
