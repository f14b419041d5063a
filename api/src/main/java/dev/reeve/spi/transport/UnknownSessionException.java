package dev.reeve.spi.transport;

/**
 * The node does not know the session: it was restarted, or it had given the agent up. The agent registers again, keeps
 * its attempts, and lists them in its first heartbeat.
 */
public final class UnknownSessionException extends RuntimeException {

    private final transient SessionId session;

    /**
     * Creates the exception.
     *
     * @param session the session that the node does not know
     */
    public UnknownSessionException(SessionId session) {
        super("the node does not know session %s: register again and announce what is held".formatted(session));
        this.session = session;
    }

    /** The session that the node does not know. */
    public SessionId session() {
        return session;
    }
}
