package dev.reeve.spi.store;

import java.time.Instant;

/**
 * A message that one node may send until {@code until}.
 *
 * @param message the first undelivered message of its execution
 * @param since when the first attempt could be made: when it was written, or when a person asked for another attempt
 * @param attempts how many have failed since then
 * @param until when the claim expires, as the caller of {@link Outbox#claim} chose it
 */
public record ClaimedMessage(OutboxRow message, Instant since, int attempts, Instant until) {}
