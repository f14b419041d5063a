package dev.reeve.spi.store;

/**
 * A message in the {@link Inbox}.
 *
 * @param post the message as its sender stored it
 * @param user the user of the database session that stored it
 */
public record InboxRow(InboxKey key, InboxPost post, String user) {}
