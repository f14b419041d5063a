package dev.reeve.spi.store;

import java.time.Instant;

/**
 * A message that one node may send until {@code until}.
 *
 * @param since when the first attempt could be made: when it was written, or when a person asked for another attempt
 * @param attempts how many have failed since then
 */
public record ClaimedMessage(OutboxRow message, Instant since, int attempts, Instant until) {}
