package dev.reeve.model;

import java.time.Duration;

/**
 * Exponential backoff with full jitter: before attempt {@code n + 1} the step waits a random time between zero and
 * {@code min(maxBackoff, backoff * factor^(n - 1))}.
 *
 * @param maxAttempts how many attempts may fail before the step is exhausted; from 1
 * @param backoff the upper bound of the first wait
 * @param factor by which the bound grows; at least 1
 * @param maxBackoff where the bound stops to grow
 * @see <a href="https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/">Exponential Backoff And
 *     Jitter</a>
 */
public record Retry(int maxAttempts, Duration backoff, double factor, Duration maxBackoff) {

    /** Five attempts: about 1 s, 2 s, 4 s and 8 s apart at most. */
    public static final Retry DEFAULT = new Retry(5, Duration.ofSeconds(1), 2, Duration.ofMinutes(1));

    /** What compensations and steps of {@code finally} use: they must get through, so they try for longer. */
    public static final Retry PERSISTENT = new Retry(10, Duration.ofSeconds(1), 2, Duration.ofMinutes(1));

    /** The first failure is final. */
    public static final Retry NONE = new Retry(1, Duration.ofSeconds(1), 1, Duration.ofSeconds(1));

    /** The same with another number of attempts. */
    public Retry withMaxAttempts(int attempts) {
        return new Retry(attempts, backoff, factor, maxBackoff);
    }

    /** The same with another first wait; {@code maxBackoff} grows with it if it would be shorter. */
    public Retry withBackoff(Duration first) {
        return new Retry(maxAttempts, first, factor, first.compareTo(maxBackoff) > 0 ? first : maxBackoff);
    }

    /** The same with another growth of the wait. */
    public Retry withFactor(double growth) {
        return new Retry(maxAttempts, backoff, growth, maxBackoff);
    }

    /** The same with another longest wait. */
    public Retry withMaxBackoff(Duration longest) {
        return new Retry(maxAttempts, backoff, factor, longest);
    }
}
