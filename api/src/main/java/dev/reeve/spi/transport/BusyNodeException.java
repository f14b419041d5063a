package dev.reeve.spi.transport;

import java.time.Duration;

/** The node has too much to do, and asks the agent to wait before it sends anything else. */
public final class BusyNodeException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final Duration retryAfter;

    /**
     * Creates the exception.
     *
     * @param message the reason
     * @param retryAfter how long the node asks to wait
     */
    public BusyNodeException(String message, Duration retryAfter) {
        super(message);
        this.retryAfter = retryAfter;
    }

    /** How long the node asks to wait. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
