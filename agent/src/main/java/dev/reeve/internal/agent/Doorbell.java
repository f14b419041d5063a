package dev.reeve.internal.agent;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes the agent's thread. Ringing is cheap while the thread is awake: one read of a flag, and no system call.
 *
 * <p>One thread waits; any thread may ring. A thread changes shared state first and rings afterwards. The waiting
 * thread clears the bell before it reads that state, so no change is missed.
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

    /** Waits until the bell rings or the time is over. Returns at once if the bell has rung since the last wait. */
    void await(long nanos) {
        owner = Thread.currentThread();
        if (nanos > 0 && state.compareAndSet(QUIET, WAITING)) {
            LockSupport.parkNanos(this, nanos);
        }
        state.set(QUIET);
    }

    /** Waits for about this time even if the bell rings, to let work accumulate. */
    void pause(long nanos) {
        LockSupport.parkNanos(this, nanos);
        state.set(QUIET);
    }
}
