package dev.reeve.model;

import java.time.Duration;

/**
 * A step that is done again until a condition holds. Its output is that of the last round. Before round {@code n + 1} it waits
 * {@code min(maxDelay, delay * factor^(n - 1))}, without jitter.
 *
 * @param until asked after each round that completed; knows {@code output}, that of the round, and {@code round}, which counts
 *     from 1
 * @param delay how long to wait before the second round
 * @param factor by which the wait grows; at least 1
 * @param maxDelay where the wait stops to grow
 * @param max how many rounds there are at most; if {@code until} does not hold after the last, the step has failed
 */
public record Repeat(Expression until, Duration delay, double factor, Duration maxDelay, int max) {

    /** The wait if the definition does not say. */
    public static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

    /** Without growth if the definition does not say. */
    public static final double DEFAULT_FACTOR = 1;

    /** The longest wait if the definition does not say; {@code delay} if that is longer. */
    public static final Duration DEFAULT_MAX_DELAY = Duration.ofMinutes(1);

    /** How many rounds there are if the definition does not say. */
    public static final int DEFAULT_MAX = 100;

    /** How many rounds a definition may ask for. */
    public static final int ROUNDS_MAX = 10_000;
}
