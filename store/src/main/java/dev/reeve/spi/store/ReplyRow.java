package dev.reeve.spi.store;

/**
 * The reply to a message of the {@link Inbox}.
 *
 * @param node the node that waits for it
 * @param request {@link InboxPost#request()} of the message
 * @param content the reply, as JSON; its meaning is the engine's
 */
public record ReplyRow(String node, long request, String content) {}
