package dev.reeve.simulation.run;

import java.time.Duration;

/**
 * Tells a world that is slow from one that goes round in circles. How long a healed world may take as a whole has no bound that
 * would tell the two apart: with room for one execution in memory at a time, all that is wanted is done one after the other, and a list
 * whose items take minutes each is an hour of work (seed 7002492, which takes five and a half). What has a bound is the time until
 * the <em>next</em> execution ends, or the next client has what it wants. There are as many of those as clients asked for, and none
 * begins anew, so a world that keeps to it comes to rest; one that turns in circles finishes nothing, whatever else it does.
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
     * @param finished how much is over; it only grows
     */
    boolean lasts(long now, int finished) {
        if (finished > this.finished) {
            this.finished = finished;
            until = now + each.toNanos();
        }
        return now < until;
    }
}
