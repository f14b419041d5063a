package dev.reeve.spi.store;

import dev.reeve.ExecutionId;

/**
 * A message to be stored in the {@link Inbox}.
 *
 * @param sender the node that waits for the reply
 * @param request identifies the message among those of the sender
 * @param content the message, as JSON; its meaning is the engine's
 */
public record InboxPost(ExecutionId execution, String sender, long request, String content) {}
