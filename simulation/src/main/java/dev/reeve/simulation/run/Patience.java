package dev.reeve.simulation.run;

import java.time.Duration;

/**
 * Distinguishes a slow world from a livelock. The total time of a healed world has no bound that would separate the
 * two. With room for one execution in memory at a time, everything is done in sequence, and a list whose items take
 * minutes each takes an hour (seed 7002492 takes five and a half). The bound is on the time until the <em>next</em>
 * execution ends, or the next client is content. Their number is limited by what clients asked for, and none begins
 * again, so a world within the bound comes to rest. A livelock finishes nothing.
 */
final class Patience {

    private final Duration each;
    private long until;
    private int finished;

    /** @param now in nanoseconds of virtual time */
    Patience(Duration each, long now) {
        this.each = each;
        this.until = now + each.toNanos();
    }

    /**
     * Whether to go on waiting.
     *
     * @param finished number of finished items; it only grows
     */
    boolean lasts(long now, int finished) {
        if (finished > this.finished) {
            this.finished = finished;
            until = now + each.toNanos();
        }
        return now < until;
    }
}
