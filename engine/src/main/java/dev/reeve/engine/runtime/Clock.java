package dev.reeve.engine.runtime;

import java.time.Instant;

/** Time as the engine sees it. Thread-safe. */
public interface Clock {

    /** The time of the store, in microseconds: what is persisted and what leases and deadlines are measured by (R34). */
    Instant now();

    /** Monotonic time in nanoseconds, for lengths of time only. */
    long nanos();
}
