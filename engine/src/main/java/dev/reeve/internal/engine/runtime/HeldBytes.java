package dev.reeve.internal.engine.runtime;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the bytes of memory that a node's executions and messages hold, against a maximum. A character of text counts
 * as one byte. Each holder adds what it takes and removes the same number when it lets go, so the count is 0 when
 * nothing is held. Thread-safe.
 */
public final class HeldBytes {

    private final AtomicLong held = new AtomicLong();
    private final long max;

    /** @param max maximum number of bytes before {@link #tryAdd} refuses */
    public HeldBytes(long max) {
        this.max = max;
    }

    /** An account without a maximum. */
    public static HeldBytes unbounded() {
        return new HeldBytes(Long.MAX_VALUE);
    }

    /**
     * Adds bytes that can be refused, such as those of a new start.
     *
     * @return false if that would exceed the maximum; nothing was added then
     */
    public boolean tryAdd(long bytes) {
        if (held.addAndGet(bytes) > max) {
            held.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    /** Adds bytes that cannot be refused, such as those of an agent's report. */
    public void add(long bytes) {
        held.addAndGet(bytes);
    }

    /** Removes bytes that were added. */
    public void remove(long bytes) {
        held.addAndGet(-bytes);
    }

    public long held() {
        return held.get();
    }

    public long max() {
        return max;
    }

    /** How many bytes must be freed until an eighth of the maximum is free; 0 while the maximum is not exceeded. */
    public long excess() {
        long now = held.get();
        return now <= max ? 0 : now - max + max / 8;
    }
}
