package dev.reeve.spi.store;

import java.time.Instant;

/**
 * The time, and a sign of changes. A node reads it about once per second.
 *
 * @param now the time of the store
 * @param deployments grows with each new definition; always 0 if only the node that owns the store can deploy
 */
public record Pulse(Instant now, long deployments) {}
