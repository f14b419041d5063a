package dev.reeve.agent;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Monotonic time in nanoseconds since some moment before it was first asked, so never negative. Thread-safe. */
@FunctionalInterface
interface Ticker {

    /** A time that never comes. */
    long NEVER = Long.MAX_VALUE;

    /** No deadline is further away, so that sums with it do not overflow. */
    long FAR = TimeUnit.DAYS.toNanos(36_500);

    long nanos();

    static Ticker system() {
        long origin = System.nanoTime();
        return () -> System.nanoTime() - origin;
    }

    /** {@code duration} after {@code moment}, or a hundred years if that is less. */
    static long after(long moment, Duration duration) {
        return moment + Math.min(TimeUnit.NANOSECONDS.convert(duration), FAR);
    }
}
