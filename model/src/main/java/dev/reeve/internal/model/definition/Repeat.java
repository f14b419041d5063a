package dev.reeve.internal.model.definition;

import dev.reeve.internal.model.expression.Expression;
import java.time.Duration;

/**
 * Repeats a step until a condition holds. The step's output is that of the last round. A step that waits for signals
 * takes one in each round, without a delay, and its output is the list of all. The delay before round
 * {@code n + 1} is {@code min(maxDelay, delay * factor^(n - 1))}, without jitter.
 *
 * @param until evaluated after each completed round; can use {@code output}, the round's output, {@code previous}, the
 *     output of the round before, and {@code round}, which counts from 1
 * @param delay the delay before the second round
 * @param factor growth factor of the delay; at least 1
 * @param maxDelay the maximum delay
 * @param max maximum number of rounds; the step fails if {@code until} does not hold after the last one
 */
public record Repeat(Expression until, Duration delay, double factor, Duration maxDelay, int max) {

    /** The default delay. */
    public static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

    /** The default factor: no growth. */
    public static final double DEFAULT_FACTOR = 1;

    /** The default maximum delay, if it is not less than {@code delay}; otherwise the default is {@code delay}. */
    public static final Duration DEFAULT_MAX_DELAY = Duration.ofMinutes(1);

    /** The default maximum number of rounds. */
    public static final int DEFAULT_MAX = 100;

    /** The highest maximum number of rounds that a definition may set for an action. */
    public static final int ROUNDS_MAX = 10_000;

    /** The highest maximum number of signals that a definition may let one step collect. */
    public static final int SIGNALS_MAX = 10_000;

    /** The highest maximum number of rounds that a definition may set for child executions. */
    public static final int CHILD_ROUNDS_MAX = 100_000;
}
