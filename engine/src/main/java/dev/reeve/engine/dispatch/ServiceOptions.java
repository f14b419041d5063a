package dev.reeve.engine.dispatch;

/** How the services behind actions are treated; the same for each action. */
public record ServiceOptions(BreakerOptions breaker, RetryOptions retry) {

    public static final ServiceOptions DEFAULT = new ServiceOptions(BreakerOptions.DEFAULT, RetryOptions.DEFAULT);

    /** No breakers, and retries without limits, as in tests of how a single workflow fails. */
    public static final ServiceOptions OFF =
            new ServiceOptions(BreakerOptions.OFF, new RetryOptions(1, 1_000_000, Integer.MAX_VALUE));
}
