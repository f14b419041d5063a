package dev.reeve.spi.store;

/**
 * A letter from one node to another.
 *
 * @param receiver the node that reads it
 * @param key unique among the letters to this receiver; a letter that is sent again keeps its key
 * @param content JSON; its meaning is the engine's
 */
public record MailRow(String receiver, MailKey key, String content) {}
