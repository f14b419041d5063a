package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import java.time.Duration;

/**
 * When the engine considers an action to fail for all its callers, and how it tries the action again.
 *
 * @param window number of recent executions to consider, each with its last attempt; 0 for no breaker, so that only
 *     people pause an action (default 50)
 * @param callsMin minimum number of executions in the window before the breaker can open (default 20)
 * @param executionsMin minimum number of failed executions: one bad order opens nothing (default 5)
 * @param failureShare minimum share of failed or throttled executions; more than 0, at most 1 (default 0.9)
 * @param openFirst how long the breaker stays open the first time; doubles each further time in a row (default 5
 *     seconds)
 * @param openMax maximum time that the breaker stays open (default 5 minutes)
 * @param trials number of attempts that test whether the service is back (default 3)
 */
public record BreakerOptions(
        int window,
        int callsMin,
        int executionsMin,
        double failureShare,
        Duration openFirst,
        Duration openMax,
        int trials) {

    private static final BreakerOptions DEFAULTS =
            new BreakerOptions(50, 20, 5, 0.9, Duration.ofSeconds(5), Duration.ofMinutes(5), 3);

    /** No breaker. */
    public static final BreakerOptions OFF = new BreakerOptions(0, 1, 1, 1, DEFAULTS.openFirst, DEFAULTS.openMax, 1);

    private static final int WINDOW_MAX = 10_000;

    public BreakerOptions {
        OptionChecks.atLeast(0, "window", window);
        OptionChecks.atLeast(1, "callsMin", callsMin);
        OptionChecks.atLeast(1, "executionsMin", executionsMin);
        OptionChecks.positive("openFirst", openFirst);
        OptionChecks.positive("openMax", openMax);
        OptionChecks.atLeast(1, "trials", trials);
        if (window > WINDOW_MAX) {
            throw OptionChecks.invalid("window: expected %d or less, found %d".formatted(WINDOW_MAX, window));
        }
        if (window > 0 && callsMin > window) {
            throw OptionChecks.invalid("callsMin: expected window (%d) or less, found %d".formatted(window, callsMin));
        }
        if (executionsMin > callsMin) {
            throw OptionChecks.invalid(
                    "executionsMin: expected callsMin (%d) or less, found %d".formatted(callsMin, executionsMin));
        }
        if (!(failureShare > 0 && failureShare <= 1)) {
            throw OptionChecks.invalid("failureShare: expected more than 0 and at most 1, found " + failureShare);
        }
        if (openMax.compareTo(openFirst) < 0) {
            throw OptionChecks.invalid(
                    "openMax: expected openFirst (%s) or more, found %s".formatted(openFirst, openMax));
        }
    }

    /**
     * Opens at nine failures out of ten. A lower share would open after restarts: the first calls are then retries, and
     * half of those fail although the service works for all other callers.
     */
    public static BreakerOptions defaults() {
        return DEFAULTS;
    }

    /** Whether breakers are switched off. */
    public boolean isOff() {
        return window == 0;
    }

    /** Sets how many recent executions are judged; 0 switches breakers off. */
    public BreakerOptions withWindow(int other) {
        return new BreakerOptions(other, callsMin, executionsMin, failureShare, openFirst, openMax, trials);
    }

    /** Sets the minimum number of executions in the window before a breaker opens. */
    public BreakerOptions withCallsMin(int other) {
        return new BreakerOptions(window, other, executionsMin, failureShare, openFirst, openMax, trials);
    }

    /** Sets the minimum number of failed executions. */
    public BreakerOptions withExecutionsMin(int other) {
        return new BreakerOptions(window, callsMin, other, failureShare, openFirst, openMax, trials);
    }

    /** Sets the share of failed or throttled executions at which a breaker opens. */
    public BreakerOptions withFailureShare(double other) {
        return new BreakerOptions(window, callsMin, executionsMin, other, openFirst, openMax, trials);
    }

    /** Sets how long a breaker is open at first. */
    public BreakerOptions withOpenFirst(Duration other) {
        return new BreakerOptions(window, callsMin, executionsMin, failureShare, other, openMax, trials);
    }

    /** Sets how long a breaker is open at most. */
    public BreakerOptions withOpenMax(Duration other) {
        return new BreakerOptions(window, callsMin, executionsMin, failureShare, openFirst, other, trials);
    }

    /** Sets the number of trial calls. */
    public BreakerOptions withTrials(int other) {
        return new BreakerOptions(window, callsMin, executionsMin, failureShare, openFirst, openMax, other);
    }
}
