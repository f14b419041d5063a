package dev.reeve;

import dev.reeve.internal.values.OptionChecks;

/**
 * How many retries of an action may fail: a share of the first attempts, plus a number per second.
 *
 * @param share failed retries per first attempt; 0 to 1 (default 0.2)
 * @param perSecond additional failed retries per second, so that some retries always happen; 0 or more (default
 *     10)
 * @param burst maximum budget that can accumulate; 1 or more (default 100)
 */
public record RetryOptions(double share, double perSecond, int burst) {

    private static final RetryOptions DEFAULTS = new RetryOptions(0.2, 10, 100);

    public RetryOptions {
        if (!(share >= 0 && share <= 1)) {
            throw OptionChecks.invalid("share: expected 0 to 1, found " + share);
        }
        if (!(perSecond >= 0 && perSecond <= 1_000_000)) {
            throw OptionChecks.invalid("perSecond: expected 0 to 1,000,000, found " + perSecond);
        }
        if (share == 0 && perSecond == 0) {
            throw OptionChecks.invalid(
                    "share and perSecond: expected one of them above 0, or nothing would be retried");
        }
        OptionChecks.atLeast(1, "burst", burst);
    }

    /** The defaults. */
    public static RetryOptions defaults() {
        return DEFAULTS;
    }

    /** Sets how many failed retries each first attempt allows, 0 to 1. */
    public RetryOptions withShare(double other) {
        return new RetryOptions(other, perSecond, burst);
    }

    /** Sets how many further failed retries are allowed each second. */
    public RetryOptions withPerSecond(double other) {
        return new RetryOptions(share, other, burst);
    }

    /** Sets how many failed retries may be saved up. */
    public RetryOptions withBurst(int other) {
        return new RetryOptions(share, perSecond, other);
    }
}
