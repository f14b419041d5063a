package dev.reeve.internal.engine.runtime;

import java.time.Instant;

/** Time as the engine sees it. Thread-safe. */
public interface Clock {

    /** The time of the store, in microseconds. All stored times, leases and deadlines use it. */
    Instant now();

    /** Monotonic time in nanoseconds, for durations only. */
    long nanos();
}
