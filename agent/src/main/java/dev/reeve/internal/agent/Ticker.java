package dev.reeve.internal.agent;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Monotonic time in nanoseconds since a moment before the first call, so never negative. Thread-safe. */
@FunctionalInterface
interface Ticker {

    /** A time that is never reached. */
    long NEVER = Long.MAX_VALUE;

    /** The furthest deadline, so that sums with it do not overflow. */
    long FAR = TimeUnit.DAYS.toNanos(36_500);

    long nanos();

    static Ticker system() {
        long origin = System.nanoTime();
        return () -> System.nanoTime() - origin;
    }

    /** Returns {@code moment} plus {@code duration}, at most a hundred years after {@code moment}. */
    static long after(long moment, Duration duration) {
        return moment + Math.min(TimeUnit.NANOSECONDS.convert(duration), FAR);
    }
}
