package dev.reeve.workflow;

import dev.reeve.internal.values.Durations;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Configures the repetition of a step. Not thread-safe.
 *
 * @see StepBuilder#repeat
 */
public final class RepeatBuilder {

    private final Map<String, @Nullable Object> tree;

    RepeatBuilder(Map<String, @Nullable Object> tree) {
        this.tree = tree;
    }

    /** Sets the delay before the second round (default one second). */
    public RepeatBuilder delay(Duration delay) {
        tree.put("delay", Durations.format(delay));
        return this;
    }

    /**
     * Sets the delay before the next round.
     *
     * @param expression computes the text of a duration, or milliseconds; knows {@code output} and {@code round}
     */
    public RepeatBuilder delay(String expression) {
        tree.put("delay", expression);
        return this;
    }

    /** Sets the growth factor of the delay, 1 to 100 (default 1). */
    public RepeatBuilder factor(double factor) {
        tree.put("factor", factor);
        return this;
    }

    /** Sets the maximum delay (default one minute, or {@link #delay} if that is longer). */
    public RepeatBuilder maxDelay(Duration maxDelay) {
        tree.put("maxDelay", Durations.format(maxDelay));
        return this;
    }

    /**
     * Sets the maximum delay.
     *
     * @param expression computes the text of a duration, or milliseconds
     */
    public RepeatBuilder maxDelay(String expression) {
        tree.put("maxDelay", expression);
        return this;
    }

    /**
     * Sets the maximum number of rounds, at most 10,000 (default 100). The step fails if the condition does not hold
     * after the last round.
     */
    public RepeatBuilder max(int rounds) {
        tree.put("max", rounds);
        return this;
    }
}
