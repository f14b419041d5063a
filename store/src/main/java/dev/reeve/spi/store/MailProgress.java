package dev.reeve.spi.store;

/**
 * How far a node has read the letters of another one.
 *
 * @param sender the other node
 * @param removed no letter up to this number is in the store any more; 0 if this is not known
 * @param read the last letter that the node has read; not less than {@code removed}
 */
public record MailProgress(String sender, long removed, long read) {}
