package dev.reeve.spi.store;

/**
 * A letter from one node to another.
 *
 * @param receiver the node that reads it
 * @param content JSON; its meaning is the engine's
 */
public record MailRow(String receiver, MailKey key, String content) {}
