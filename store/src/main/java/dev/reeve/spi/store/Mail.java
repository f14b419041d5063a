package dev.reeve.spi.store;

import java.util.Collection;
import java.util.List;

/**
 * The letters that registered nodes write to each other. They leave with either of the two nodes. Thread-safe. The
 * methods block.
 */
public interface Mail {

    /**
     * Stores letters: all of them, or none. Leaves out those from and to nodes that are not registered, and those that
     * are in the store already.
     *
     * @throws StoreException nothing is or will be stored if it is {@link StoreException.Kind#LOCKED} or
     *     {@link StoreException.Kind#DATA}; otherwise the outcome is not known
     */
    void send(List<MailRow> letters);

    /**
     * The first letters to a node that it has not read, in the order of their senders and numbers.
     *
     * @param receiver the node
     * @param senders whose letters are wanted; removes those that the node has read
     * @param lengthMax the most characters of all letters together; one letter may be longer
     */
    List<MailRow> receive(String receiver, Collection<MailProgress> senders, int limit, long lengthMax);
}
