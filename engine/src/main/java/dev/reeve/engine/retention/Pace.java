package dev.reeve.engine.retention;

import dev.reeve.core.Times;
import java.time.Duration;

/**
 * How much is removed at a time, and how long the rest is. A page takes about as long as the store wishes, so that nobody waits long
 * for it. As long as a page finds less than it could take, the rests follow the rate at which executions end. Behind that rate, the
 * share of the time that is spent on removing grows until the backlog shrinks, and then falls again: the lanes have the rest.
 */
final class Pace {

    private static final int LIMIT_MIN = 50;

    private static final int LIMIT_MAX = 2_000;

    private static final int LIMIT_FIRST = 200;

    private static final long REST_MIN = Duration.ofMillis(1).toNanos();

    private static final long REST_FIRST = Duration.ofSeconds(1).toNanos();

    private static final long IDLE_MIN = Duration.ofMillis(20).toNanos();

    private static final long IDLE_MAX = Duration.ofMinutes(1).toNanos();

    /** A backlog that shrinks is worked off in a fifth of the time. */
    private static final double RESTS_MAX = 4;

    private final long goal;

    /** The shortest rest, in multiples of the time that the page took. */
    private final double restsMin;

    private int limit = LIMIT_FIRST;
    private double rests = RESTS_MAX;
    private long rest = REST_FIRST;
    private long lastAt;
    private boolean begun;
    private Duration lastLag = Duration.ZERO;

    /**
     * @param goal how long a page should take
     * @param shareMax the largest part of the time that is spent on pages
     */
    Pace(Duration goal, double shareMax) {
        this.goal = goal.toNanos();
        this.restsMin = (1 - shareMax) / shareMax;
    }

    int limit() {
        return limit;
    }

    /** After trouble: what was too much is not tried again. */
    void smaller() {
        limit = Math.max(LIMIT_MIN, limit / 4);
    }

    /**
     * After a page.
     *
     * @param found how many executions it had
     * @param took how long it took, in nanoseconds
     * @param lag how long ago its last execution could have been removed
     * @param now the monotonic time, in nanoseconds
     * @return how long to rest, in nanoseconds
     */
    long rest(int found, long took, Duration lag, long now) {
        long elapsed = begun ? now - lastAt : 0;
        lastAt = now;
        boolean first = !begun;
        begun = true;
        if (found < limit) {
            rest = found == 0
                    ? Math.min(IDLE_MAX, 2 * rest)
                    : Math.clamp((long) (0.5 * limit / found * elapsed), Math.max(IDLE_MIN, least(took)), IDLE_MAX);
            lastLag = Duration.ZERO;
            return rest;
        }
        if (!first) {
            long gained = Times.nanos(lastLag) - Times.nanos(lag);
            if (gained < elapsed / 10) {
                rests = Math.max(restsMin, rests / 2);
            } else if (gained > elapsed / 2) {
                rests = Math.min(RESTS_MAX, rests * 1.1);
            }
        }
        lastLag = lag;
        resize(took);
        rest = Math.max(REST_MIN, (long) (rests * took));
        return rest;
    }

    /** How long nobody removes anything after a page, so that several versions together take no more than the largest share. */
    long pause(long took) {
        return least(took);
    }

    private long least(long took) {
        return (long) (restsMin * took);
    }

    private void resize(long took) {
        if (took < goal / 2) {
            limit = Math.min(LIMIT_MAX, 2 * limit);
        } else if (took > 2 * goal) {
            limit = Math.max(LIMIT_MIN, limit / 2);
        }
    }
}
