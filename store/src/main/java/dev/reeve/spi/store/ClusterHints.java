package dev.reeve.spi.store;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;

/**
 * Notifications between the nodes of a cluster. They are faster than reading the store at intervals, and they may be
 * lost: nothing depends on them. Thread-safe, but only one thread may wait.
 */
public interface ClusterHints {

    /** The subject of a notification. */
    enum Subject {
        /** A shard became free, or a node came or goes. */
        MEMBERSHIP,
        /** There is a message in the inbox. */
        INBOX,
        /** There is a reply to a message. */
        REPLY,
        /** There is a letter. */
        MAIL,
        /** Another node waits for its share of a limit, or has given some back. */
        ALLOWANCE
    }

    /**
     * A notification.
     *
     * @param subject the part of the store that the receiver should read now. Nodes of other releases may send subjects
     *     that this one does not know; the store drops these
     * @param node the node that it concerns; empty for all nodes
     */
    record Hint(Subject subject, String node) {

        /** A notification for all nodes. */
        public Hint(Subject subject) {
            this(subject, "");
        }
    }

    /**
     * Waits for notifications of other nodes.
     *
     * @param patience how long to wait at most
     * @return those that arrived; empty after {@code patience}
     * @throws StoreException if the connection broke; the next call opens another one, and notifications may be lost
     */
    Set<Hint> await(Duration patience);

    /** Sends notifications. Waits for the database. */
    void send(Collection<Hint> hints);
}
