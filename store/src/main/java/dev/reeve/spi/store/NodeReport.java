package dev.reeve.spi.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The figures that a node stores when it renews its registration.
 *
 * @param version the release that it runs
 * @param inFlight executions in memory or swapped out
 * @param lag by how much the supervisor's last turn was later than planned
 * @param oldestDue since when the oldest due work waits; null if none does
 */
public record NodeReport(
        String version,
        int inFlight,
        Duration lag,
        @Nullable Instant oldestDue) {}
