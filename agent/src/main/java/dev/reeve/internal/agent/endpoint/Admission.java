package dev.reeve.internal.agent.endpoint;

import dev.reeve.spi.transport.BusyNodeException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits the rate of registrations, so that thousands of agents that reconnect at once are spread over some seconds
 *. An agent that must wait learns for how long, and each later one a little longer. Thread-safe.
 */
final class Admission {

    private final LongSupplier nanos;
    private final long burst;
    private final long intervalNanos;

    /** The time at which all registrations so far are worked off, at the permitted rate. */
    private long freeAt;

    /**
     * @param nanos a monotonic clock
     * @param burst how many registrations are admitted at once
     */
    Admission(LongSupplier nanos, int perSecond, int burst) {
        this.nanos = nanos;
        this.burst = burst;
        this.intervalNanos = Duration.ofSeconds(1).toNanos() / perSecond;
        this.freeAt = nanos.getAsLong();
    }

    /**
     * @throws BusyNodeException if the agent must wait
     */
    synchronized void admit() {
        long now = nanos.getAsLong();
        if (freeAt - now < 0) {
            freeAt = now;
        }
        long wait = freeAt - now - burst * intervalNanos;
        if (wait >= 0) {
            throw new BusyNodeException(
                    "too many agents register at once: register later",
                    Duration.ofNanos(wait).plusSeconds(1));
        }
        freeAt += intervalNanos;
    }
}
