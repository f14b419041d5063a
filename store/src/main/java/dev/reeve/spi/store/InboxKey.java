package dev.reeve.spi.store;

/**
 * Identifies a message in the {@link Inbox}.
 *
 * @param number unique within the store; grows roughly with time
 */
public record InboxKey(int shard, long number) {}
