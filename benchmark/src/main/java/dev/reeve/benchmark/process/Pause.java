package dev.reeve.benchmark.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits of benchmarks. */
public final class Pause {

    private static final long POLL_NANOS = 2_000_000;

    private Pause() {}

    /** @param nanoTime by {@link System#nanoTime} */
    public static void until(long nanoTime) {
        long left;
        while ((left = nanoTime - System.nanoTime()) > 0) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new CheckFailedException("interrupted");
            }
        }
    }

    public static void of(Duration length) {
        until(System.nanoTime() + length.toNanos());
    }

    /** Waits for the condition. Returns whether it held in time. */
    public static boolean until(BooleanSupplier condition, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            until(System.nanoTime() + POLL_NANOS);
        }
        return true;
    }
}
