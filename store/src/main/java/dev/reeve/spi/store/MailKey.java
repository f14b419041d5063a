package dev.reeve.spi.store;

/**
 * Identifies a letter among those to one node.
 *
 * @param sender the node that has sent it
 * @param number positive, and greater than the numbers of the sender's earlier letters
 */
public record MailKey(String sender, long number) {}
