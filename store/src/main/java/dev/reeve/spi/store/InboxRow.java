package dev.reeve.spi.store;

/**
 * A message in the {@link Inbox}.
 *
 * @param key assigned by the store; {@link Batch.Crossing#consumed} names the message by it
 * @param post the message as its sender stored it
 * @param user the user of the database session that stored it
 */
public record InboxRow(InboxKey key, InboxPost post, String user) {}
