package dev.reeve.internal.engine.scheduler.batch;

import java.util.concurrent.atomic.LongAdder;

/** The statistics of a lane since it began. Written by the lane; any thread may read them. */
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

    /** The memory that its executions hold, in bytes. */
    public long heldBytes() {
        return heldBytes;
    }

    /** Executions whose content is only in the store because memory is short. They count as active. */
    public int swappedOut() {
        return swappedOut;
    }

    /** Executions in memory or swapped out. */
    public int active() {
        return active;
    }

    void quarantined(int executions) {
        quarantined = executions;
    }

    /** Executions that cannot be read and are quarantined. */
    public int quarantined() {
        return quarantined;
    }

    public void committed(int journalRows, long nanos) {
        commits.increment();
        transitions.add(journalRows);
        commitNanos.add(nanos);
    }

    /** The number of transactions. */
    public long commits() {
        return commits.sum();
    }

    /** The number of journal rows. */
    public long transitions() {
        return transitions.sum();
    }

    /** Time spent waiting for the store to commit, in nanoseconds. */
    public long commitNanos() {
        return commitNanos.sum();
    }
}
