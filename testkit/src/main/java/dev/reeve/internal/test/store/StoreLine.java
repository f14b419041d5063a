package dev.reeve.internal.test.store;

import dev.reeve.spi.store.NodeId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The connections of one node to the database. */
public final class StoreLine {

    /** The fate of the calls of a node that is cut off. */
    public enum Cut {
        /** No call reaches the database. */
        BOTH_WAYS,
        /** The database processes the calls, and no answer comes back. */
        ANSWERS
    }

    private Cut cut = Cut.BOTH_WAYS;
    private long untilNanos;
    private Duration silence = Duration.ZERO;
    private @Nullable NodeId node;

    /**
     * Cuts the node off.
     *
     * @param until virtual time until which nothing goes through; a past time ends the cut
     * @param hang how long a lane waits for an answer until it gets an error
     */
    public void cut(Cut how, long until, Duration hang) {
        cut = how;
        untilNanos = until;
        silence = hang;
    }

    /** The last registration of the node in a store that several nodes share; null before the first one. */
    public @Nullable NodeId node() {
        return node;
    }

    void registered(NodeId registration) {
        node = registration;
    }

    boolean isCut(long nanos) {
        return nanos < untilNanos;
    }

    /** Whether the database receives the calls all the same. */
    boolean arrives() {
        return cut == Cut.ANSWERS;
    }

    Duration silence() {
        return silence;
    }
}
