package dev.reeve.engine.scheduler;

import java.util.concurrent.atomic.LongAdder;

/** What a lane has done since it began. Written by the lane, read by anybody. */
public final class LaneStats {

    private final LongAdder commits = new LongAdder();
    private final LongAdder transitions = new LongAdder();
    private final LongAdder commitNanos = new LongAdder();

    private volatile int active;
    private volatile int quarantined;
    private volatile int swappedOut;
    private volatile long heldBytes;

    void active(int executions) {
        active = executions;
    }

    void held(long bytes, int swapped) {
        heldBytes = bytes;
        swappedOut = swapped;
    }

    /** What its executions hold, in bytes. */
    public long heldBytes() {
        return heldBytes;
    }

    /** Executions whose content is in the store alone because memory is short; they count as active. */
    public int swappedOut() {
        return swappedOut;
    }

    /** Executions in memory, or swapped out of it. */
    public int active() {
        return active;
    }

    void quarantined(int executions) {
        quarantined = executions;
    }

    /** Executions that cannot be read and are left alone (F43). */
    public int quarantined() {
        return quarantined;
    }

    void committed(int journalRows, long nanos) {
        commits.increment();
        transitions.add(journalRows);
        commitNanos.add(nanos);
    }

    /** Transactions. */
    public long commits() {
        return commits.sum();
    }

    /** Journal rows. */
    public long transitions() {
        return transitions.sum();
    }

    /** Time spent waiting for the store to commit, in nanoseconds. */
    public long commitNanos() {
        return commitNanos.sum();
    }
}
