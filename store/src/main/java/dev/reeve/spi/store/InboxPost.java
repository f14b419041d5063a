package dev.reeve.spi.store;

import dev.reeve.ExecutionId;

/**
 * A message to be stored in the {@link Inbox}.
 *
 * @param execution the execution that the message is for; the owner of its shard applies the message
 * @param sender the node that waits for the reply; empty for a request of an SQL function
 * @param request identifies the message among those of the sender; without a sender 0 is a start and 1 is a signal
 * @param content the message, as JSON; its meaning is the engine's
 */
public record InboxPost(ExecutionId execution, String sender, long request, String content) {}
