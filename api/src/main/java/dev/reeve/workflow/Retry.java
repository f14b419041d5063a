package dev.reeve.workflow;

import java.time.Duration;

/**
 * Exponential backoff with full jitter: before attempt {@code n + 1} the step waits a random time between zero and
 * {@code min(maxBackoff, backoff * factor^(n - 1))}.
 *
 * @param maxAttempts maximum number of failed attempts before the step is exhausted; at least 1
 * @param backoff the upper bound of the first delay
 * @param factor growth factor of the bound; at least 1
 * @param maxBackoff the maximum of the bound
 * @see <a href="https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/">Exponential Backoff And
 *     Jitter</a>
 */
public record Retry(int maxAttempts, Duration backoff, double factor, Duration maxBackoff) {

    /** Five attempts, at most about 1 s, 2 s, 4 s and 8 s apart. */
    public static final Retry DEFAULT = new Retry(5, Duration.ofSeconds(1), 2, Duration.ofMinutes(1));

    /** The default of compensations and of steps of {@code finally}, which must succeed: ten attempts. */
    public static final Retry PERSISTENT = new Retry(10, Duration.ofSeconds(1), 2, Duration.ofMinutes(1));

    /** No retries: the first failure is final. */
    public static final Retry NONE = new Retry(1, Duration.ofSeconds(1), 1, Duration.ofSeconds(1));

    /** Returns a copy with another number of attempts. */
    public Retry withMaxAttempts(int attempts) {
        return new Retry(attempts, backoff, factor, maxBackoff);
    }

    /** Returns a copy with another first delay. Raises {@code maxBackoff} to it if {@code maxBackoff} is shorter. */
    public Retry withBackoff(Duration first) {
        return new Retry(maxAttempts, first, factor, first.compareTo(maxBackoff) > 0 ? first : maxBackoff);
    }

    /** Returns a copy with another growth factor. */
    public Retry withFactor(double growth) {
        return new Retry(maxAttempts, backoff, growth, maxBackoff);
    }

    /** Returns a copy with another maximum delay. */
    public Retry withMaxBackoff(Duration longest) {
        return new Retry(maxAttempts, backoff, factor, longest);
    }
}
