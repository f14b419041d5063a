package dev.reeve.agent;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * When the agent beats for what it holds: one message for all. Used by the agent's thread only.
 *
 * <p>The first beat for an attempt also tells the node that the request arrived (R21), so it comes within a second; then a
 * third of the smallest heartbeat timeout apart, so that two in a row may be lost, and ten seconds at most.
 */
final class Beats {

    static final long FIRST = TimeUnit.SECONDS.toNanos(1);
    static final long INTERVAL_MAX = TimeUnit.SECONDS.toNanos(10);

    /** No timeout makes the agent do nothing but beat. */
    static final long INTERVAL_MIN = TimeUnit.MILLISECONDS.toNanos(5);

    /** The pace of beats that carry checkpoints. */
    static final long SOON = TimeUnit.SECONDS.toNanos(1);

    private long dueAt = Ticker.NEVER;
    private long lastAt = -SOON;
    private long interval = INTERVAL_MAX;

    void held(Attempt attempt, long now) {
        dueAt = Math.min(dueAt, now + Math.min(FIRST, interval(attempt)));
        interval = Math.min(interval, interval(attempt));
    }

    /** A handler has something to say. */
    void wanted(long now) {
        dueAt = Math.min(dueAt, Math.max(now, lastAt + SOON));
    }

    /** The node is to learn at once what is held. */
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

    /** What held attempts ask for at present. */
    long interval() {
        return interval;
    }
}
