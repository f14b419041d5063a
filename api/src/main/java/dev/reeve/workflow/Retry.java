package dev.reeve.workflow;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Exponential backoff with full jitter: before attempt {@code n + 1} the step waits a random time between zero and
 * {@code min(maxBackoff, backoff * factor^(n - 1))}.
 *
 * <p>The codes of failures can say which ones are retried:
 *
 * <pre>{@code
 * step.retry(Retry.DEFAULT.withNever("ACCOUNT_CLOSED"))
 * }</pre>
 *
 * @param maxAttempts maximum number of failed attempts before the step is exhausted; at least 1
 * @param backoff the upper bound of the first delay
 * @param factor growth factor of the bound; at least 1
 * @param maxBackoff the maximum of the bound
 * @param on the codes of the failures that are retried, also of business failures. Empty: all failures except business
 *     failures are retried. Lost attempts are retried in any case
 * @param never the codes of the failures that are not retried
 * @param giveUpAfter how long after its first attempt a step is retried, over all its rounds, before it is exhausted;
 *     null for any time. No further attempt begins after that time. The length of a pause of the execution does not
 *     count
 * @see <a href="https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/">Exponential Backoff And
 *     Jitter</a>
 */
public record Retry(
        int maxAttempts,
        Duration backoff,
        double factor,
        Duration maxBackoff,
        List<String> on,
        List<String> never,
        @Nullable Duration giveUpAfter) {

    /** Five attempts, at most about 1 s, 2 s, 4 s and 8 s apart. */
    public static final Retry DEFAULT = new Retry(5, Duration.ofSeconds(1), 2, Duration.ofMinutes(1));

    /** The default of compensations and of steps of {@code finally}, which must succeed: ten attempts. */
    public static final Retry PERSISTENT = new Retry(10, Duration.ofSeconds(1), 2, Duration.ofMinutes(1));

    /** No retries: the first failure is final. */
    public static final Retry NONE = new Retry(1, Duration.ofSeconds(1), 1, Duration.ofSeconds(1));

    public Retry {
        on = List.copyOf(on);
        never = List.copyOf(never);
    }

    /** Retries for any time. */
    public Retry(
            int maxAttempts,
            Duration backoff,
            double factor,
            Duration maxBackoff,
            List<String> on,
            List<String> never) {
        this(maxAttempts, backoff, factor, maxBackoff, on, never, null);
    }

    /** Retries that do not depend on the code of a failure. */
    public Retry(int maxAttempts, Duration backoff, double factor, Duration maxBackoff) {
        this(maxAttempts, backoff, factor, maxBackoff, List.of(), List.of());
    }

    /** Returns a copy with another number of attempts. */
    public Retry withMaxAttempts(int attempts) {
        return new Retry(attempts, backoff, factor, maxBackoff, on, never, giveUpAfter);
    }

    /** Returns a copy with another first delay. Raises {@code maxBackoff} to it if {@code maxBackoff} is shorter. */
    public Retry withBackoff(Duration first) {
        return new Retry(
                maxAttempts,
                first,
                factor,
                first.compareTo(maxBackoff) > 0 ? first : maxBackoff,
                on,
                never,
                giveUpAfter);
    }

    /** Returns a copy with another growth factor. */
    public Retry withFactor(double growth) {
        return new Retry(maxAttempts, backoff, growth, maxBackoff, on, never, giveUpAfter);
    }

    /** Returns a copy with another maximum delay. */
    public Retry withMaxBackoff(Duration longest) {
        return new Retry(maxAttempts, backoff, factor, longest, on, never, giveUpAfter);
    }

    /** Returns a copy that retries only failures with these codes, business failures among them. */
    public Retry withOn(String... codes) {
        return new Retry(maxAttempts, backoff, factor, maxBackoff, List.of(codes), never, giveUpAfter);
    }

    /** Returns a copy that does not retry failures with these codes. */
    public Retry withNever(String... codes) {
        return new Retry(maxAttempts, backoff, factor, maxBackoff, on, List.of(codes), giveUpAfter);
    }

    /**
     * Returns a copy that gives up this long after the first attempt.
     *
     * <pre>{@code
     * step.retry(Retry.DEFAULT.withMaxAttempts(1000).withGiveUpAfter(Duration.ofHours(2)))
     * }</pre>
     */
    public Retry withGiveUpAfter(Duration time) {
        return new Retry(maxAttempts, backoff, factor, maxBackoff, on, never, time);
    }
}
