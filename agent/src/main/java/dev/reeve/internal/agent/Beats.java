package dev.reeve.internal.agent;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * Schedules heartbeats: one message for all held attempts. Used by the agent's thread only.
 *
 * <p>The first heartbeat for an attempt also confirms to the node that the request arrived (R21), so it is sent within
 * a second. Later heartbeats follow at a third of the smallest heartbeat timeout, so that two in a row may be lost, and
 * at most ten seconds apart.
 */
final class Beats {

    static final long FIRST = TimeUnit.SECONDS.toNanos(1);
    static final long INTERVAL_MAX = TimeUnit.SECONDS.toNanos(10);

    /** Minimum interval, so that a short timeout does not fill the agent's time with heartbeats. */
    static final long INTERVAL_MIN = TimeUnit.MILLISECONDS.toNanos(5);

    /** Minimum time between heartbeats that carry checkpoints. */
    static final long SOON = TimeUnit.SECONDS.toNanos(1);

    private long dueAt = Ticker.NEVER;
    private long lastAt = -SOON;
    private long interval = INTERVAL_MAX;

    void held(Attempt attempt, long now) {
        dueAt = Math.min(dueAt, now + Math.min(FIRST, interval(attempt)));
        interval = Math.min(interval, interval(attempt));
    }

    /** A handler requested a heartbeat or attached a checkpoint. */
    void wanted(long now) {
        dueAt = Math.min(dueAt, Math.max(now, lastAt + SOON));
    }

    /** Sends the held attempts to the node at once. */
    void announce(long now) {
        dueAt = now;
    }

    void sent(Collection<Attempt> held, long now) {
        lastAt = now;
        interval = INTERVAL_MAX;
        for (Attempt attempt : held) {
            interval = Math.min(interval, interval(attempt));
        }
        dueAt = held.isEmpty() ? Ticker.NEVER : now + interval;
    }

    private static long interval(Attempt attempt) {
        Duration timeout = attempt.heartbeatTimeout();
        return timeout == null
                ? INTERVAL_MAX
                : Math.clamp(TimeUnit.NANOSECONDS.convert(timeout) / 3, INTERVAL_MIN, INTERVAL_MAX);
    }

    boolean due(long now) {
        return now >= dueAt;
    }

    long dueAt() {
        return dueAt;
    }

    /** The shortest interval that the held attempts ask for. */
    long interval() {
        return interval;
    }
}
