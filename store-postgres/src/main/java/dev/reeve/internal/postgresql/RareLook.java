package dev.reeve.internal.postgresql;

import java.time.Duration;

/**
 * When to look at all rows of a queue. While another session holds a snapshot, removed rows stay, and such a look walks
 * over them. If three of them take long, the next one waits for a multiple of the last one's time. Thread-safe.
 */
final class RareLook {

    /** A look that takes no longer may be repeated at once. */
    private static final Duration QUICK = Duration.ofMillis(50);

    /** A single slow look may be a busy machine. */
    private static final int SLOW = 3;

    private static final int RESTS = 20;

    private int slow;
    private long notBeforeNanos;

    /** @param nanos the time, of {@link System#nanoTime} */
    synchronized boolean isDue(long nanos) {
        return slow < SLOW || nanos - notBeforeNanos >= 0;
    }

    /** A look has ended. */
    synchronized void took(long begunNanos, long nanos) {
        long took = nanos - begunNanos;
        slow = took > QUICK.toNanos() ? slow + 1 : 0;
        notBeforeNanos = nanos + RESTS * took;
    }
}
