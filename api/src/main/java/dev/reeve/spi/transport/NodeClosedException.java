package dev.reeve.spi.transport;

/** The node and its transport were closed and will not return: the agent ends. */
public final class NodeClosedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Creates the exception. */
    public NodeClosedException() {
        super("the node was closed; agents in its process end with it");
    }
}
