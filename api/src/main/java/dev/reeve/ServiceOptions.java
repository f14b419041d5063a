package dev.reeve;

/** Breaker and retry options for the services of actions; the same for each action. */
public record ServiceOptions(BreakerOptions breaker, RetryOptions retry) {

    public static final ServiceOptions DEFAULT = new ServiceOptions(BreakerOptions.DEFAULT, RetryOptions.DEFAULT);

    /** No breakers, and unlimited retries, for tests of the failures of a single workflow. */
    public static final ServiceOptions OFF =
            new ServiceOptions(BreakerOptions.OFF, new RetryOptions(1, 1_000_000, Integer.MAX_VALUE));
}
