package dev.reeve.internal.engine.retention;

import dev.reeve.internal.values.Times;
import java.time.Duration;

/**
 * Decides how much to remove at a time, and how long to rest. The page size adapts so that a page takes about the time
 * that the store wishes, and other transactions wait only briefly. While pages are not full, the rests follow the rate
 * at which executions end. When removal falls behind that rate, its share of the time grows until the backlog shrinks,
 * and then falls again. The remaining time belongs to the lanes.
 */
final class RemovalPace {

    private static final int LIMIT_MIN = 50;

    private static final int LIMIT_MAX = 2_000;

    private static final int LIMIT_FIRST = 200;

    private static final long REST_MIN = Duration.ofMillis(1).toNanos();

    private static final long REST_FIRST = Duration.ofSeconds(1).toNanos();

    private static final long IDLE_MIN = Duration.ofMillis(20).toNanos();

    private static final long IDLE_MAX = Duration.ofMinutes(1).toNanos();

    /** While the backlog shrinks, removal takes a fifth of the time. */
    private static final double RESTS_MAX = 4;

    private final long goal;

    /** The shortest rest, in multiples of the duration of the page. */
    private final double restsMin;

    private int limit = LIMIT_FIRST;
    private double rests = RESTS_MAX;
    private long rest = REST_FIRST;
    private long lastAt;
    private boolean begun;
    private Duration lastLag = Duration.ZERO;

    /**
     * @param goal how long a page should take
     * @param shareMax maximum share of the time that is spent on pages
     */
    RemovalPace(Duration goal, double shareMax) {
        this.goal = goal.toNanos();
        this.restsMin = (1 - shareMax) / shareMax;
    }

    int limit() {
        return limit;
    }

    /** Reduces the page size after an error, so that the same amount is not attempted twice. */
    void smaller() {
        limit = Math.max(LIMIT_MIN, limit / 4);
    }

    /**
     * Called after a page.
     *
     * @param found number of executions in the page
     * @param took how long the page took, in nanoseconds
     * @param removing how much of that the removal took, for which other transactions wait
     * @param lag how long ago its last execution could have been removed
     * @param now the monotonic time, in nanoseconds
     * @return how long to rest, in nanoseconds
     */
    long rest(int found, long took, long removing, Duration lag, long now) {
        long elapsed = begun ? now - lastAt : 0;
        lastAt = now;
        boolean first = !begun;
        begun = true;
        if (found < limit) {
            // The time that a very slow page owes to the lanes may exceed the longest idle time.
            long owed = Math.max(IDLE_MIN, least(took));
            rest = found == 0
                    ? Math.min(IDLE_MAX, 2 * rest)
                    : Math.clamp((long) (0.5 * limit / found * elapsed), owed, Math.max(owed, IDLE_MAX));
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
        resize(removing);
        rest = Math.max(REST_MIN, (long) (rests * took));
        return rest;
    }

    /**
     * How long no version removes anything after a page, so that several versions together stay within the maximum
     * share.
     */
    long pause(long took) {
        return least(took);
    }

    private long least(long took) {
        return (long) (restsMin * took);
    }

    private void resize(long removing) {
        if (removing < goal / 2) {
            limit = Math.min(LIMIT_MAX, 2 * limit);
        } else if (removing > 2 * goal) {
            limit = Math.max(LIMIT_MIN, limit / 2);
        }
    }
}
