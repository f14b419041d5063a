package dev.reeve.agent;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes the agent's thread. Ringing is cheap while the thread is awake anyway: one read of a flag, and no system call.
 *
 * <p>One thread waits; any thread may ring. Whoever changed something that the waiting thread looks at rings afterwards;
 * the waiting thread clears the bell before it looks, so nothing is missed.
 */
final class Doorbell {

    private static final int QUIET = 0;
    private static final int RUNG = 1;
    private static final int WAITING = 2;

    private final AtomicInteger state = new AtomicInteger(RUNG);
    private volatile Thread owner = Thread.currentThread();

    void ring() {
        if (state.get() != RUNG && state.getAndSet(RUNG) == WAITING) {
            LockSupport.unpark(owner);
        }
    }

    /** Waits until the bell rings or the time is over; returns at once if it has rung since the last time. */
    void await(long nanos) {
        owner = Thread.currentThread();
        if (nanos > 0 && state.compareAndSet(QUIET, WAITING)) {
            LockSupport.parkNanos(this, nanos);
        }
        state.set(QUIET);
    }

    /** Waits for about so long whether or not it rings: to let work accumulate. */
    void pause(long nanos) {
        LockSupport.parkNanos(this, nanos);
        state.set(QUIET);
    }
}
