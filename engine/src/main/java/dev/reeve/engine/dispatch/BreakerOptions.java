package dev.reeve.engine.dispatch;

import dev.reeve.engine.runtime.Limits;
import java.time.Duration;

/**
 * When an action is taken to fail for everybody, and how it is tried again.
 *
 * @param window how many executions count, each with its last attempt; 0 for no breaker, so that only people pause an action
 * @param callsMin how many executions must have called it before anything is concluded
 * @param executionsMin for how many of them it must have failed: one bad order opens nothing
 * @param failureShare for which share of them it must have failed or throttled; more than 0, at most 1
 * @param openFirst how long the service is left alone the first time; each further time in a row twice as long
 * @param openMax and at most so long
 * @param trials how many attempts find out whether it is back
 */
public record BreakerOptions(
        int window,
        int callsMin,
        int executionsMin,
        double failureShare,
        Duration openFirst,
        Duration openMax,
        int trials) {

    /**
     * Nine of ten: after a restart, those that come first are those that were being tried again, and half of them fail
     * although the service is well for everybody else.
     */
    public static final BreakerOptions DEFAULT =
            new BreakerOptions(50, 20, 5, 0.9, Duration.ofSeconds(5), Duration.ofMinutes(5), 3);

    /** No action is ever taken to fail for everybody. */
    public static final BreakerOptions OFF = new BreakerOptions(0, 1, 1, 1, DEFAULT.openFirst, DEFAULT.openMax, 1);

    private static final int WINDOW_MAX = 10_000;

    public BreakerOptions {
        Limits.atLeast(0, "window", window);
        Limits.atLeast(1, "callsMin", callsMin);
        Limits.atLeast(1, "executionsMin", executionsMin);
        Limits.positive("openFirst", openFirst);
        Limits.positive("openMax", openMax);
        Limits.atLeast(1, "trials", trials);
        if (window > WINDOW_MAX) {
            throw Limits.invalid("window: expected %d or less, found %d".formatted(WINDOW_MAX, window));
        }
        if (window > 0 && callsMin > window) {
            throw Limits.invalid("callsMin: expected window (%d) or less, found %d".formatted(window, callsMin));
        }
        if (executionsMin > callsMin) {
            throw Limits.invalid(
                    "executionsMin: expected callsMin (%d) or less, found %d".formatted(callsMin, executionsMin));
        }
        if (!(failureShare > 0 && failureShare <= 1)) {
            throw Limits.invalid("failureShare: expected more than 0 and at most 1, found " + failureShare);
        }
        if (openMax.compareTo(openFirst) < 0) {
            throw Limits.invalid("openMax: expected openFirst (%s) or more, found %s".formatted(openFirst, openMax));
        }
    }

    boolean isOff() {
        return window == 0;
    }
}
