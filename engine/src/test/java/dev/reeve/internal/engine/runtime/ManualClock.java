package dev.reeve.internal.engine.runtime;

import java.time.Duration;
import java.time.Instant;

/** A clock that stands still until a test lets time pass. */
public final class ManualClock implements Clock {

    private Instant now;
    private long nanos;

    public ManualClock(Instant now) {
        this(now, 0);
    }

    /** @param nanos the monotonic time at the beginning, which has nothing to do with the time of the store */
    public ManualClock(Instant now, long nanos) {
        this.now = now;
        this.nanos = nanos;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    /** Lets time pass. */
    public void pass(Duration time) {
        now = now.plus(time);
        nanos += time.toNanos();
    }

    /** Lets the monotonic time pass alone: the time of the store stands still. */
    public void passUnseen(Duration time) {
        nanos += time.toNanos();
    }

    /** Sets the time of the store alone, as an operator or a failover does. */
    public void set(Instant time) {
        now = time;
    }
}
