package dev.reeve.spi.store;

import java.time.Instant;

/**
 * A message in the {@link Inbox}.
 *
 * @param post the message as its sender stored it
 * @param user the user of the database session that stored it
 * @param at when it was stored
 */
public record InboxRow(InboxKey key, InboxPost post, String user, Instant at) {}
