package dev.reeve;

/**
 * Breaker and retry options for the services of actions; the same for each action.
 *
 * @param breaker when the breaker of an action opens, and how it tries the service again
 * @param retry how many retries an action may have
 */
public record ServiceOptions(BreakerOptions breaker, RetryOptions retry) {

    private static final ServiceOptions DEFAULTS =
            new ServiceOptions(BreakerOptions.defaults(), RetryOptions.defaults());

    /** No breakers, and unlimited retries, for tests of the failures of a single workflow. */
    public static final ServiceOptions OFF =
            new ServiceOptions(BreakerOptions.OFF, new RetryOptions(1, 1_000_000, Integer.MAX_VALUE));

    /** The default breakers and retry budgets. */
    public static ServiceOptions defaults() {
        return DEFAULTS;
    }

    /** Sets the breakers. */
    public ServiceOptions withBreaker(BreakerOptions other) {
        return new ServiceOptions(other, retry);
    }

    /** Sets the retry budgets. */
    public ServiceOptions withRetry(RetryOptions other) {
        return new ServiceOptions(breaker, other);
    }
}
