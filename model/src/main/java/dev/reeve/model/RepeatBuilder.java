package dev.reeve.model;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says how often a step is done again. Not thread-safe.
 *
 * @see StepBuilder#repeat
 */
public final class RepeatBuilder {

    private final Map<String, @Nullable Object> tree;

    RepeatBuilder(Map<String, @Nullable Object> tree) {
        this.tree = tree;
    }

    /** How long to wait before the second round; one second by default. */
    public RepeatBuilder delay(Duration delay) {
        tree.put("delay", Durations.format(delay));
        return this;
    }

    /** By which the wait grows; 1 by default, at most 100. */
    public RepeatBuilder factor(double factor) {
        tree.put("factor", factor);
        return this;
    }

    /** Where the wait stops to grow; one minute by default, or {@link #delay} if that is longer. */
    public RepeatBuilder maxDelay(Duration maxDelay) {
        tree.put("maxDelay", Durations.format(maxDelay));
        return this;
    }

    /** How many rounds there are at most; 100 by default, at most 10,000. After the last the step has failed. */
    public RepeatBuilder max(int rounds) {
        tree.put("max", rounds);
        return this;
    }
}
