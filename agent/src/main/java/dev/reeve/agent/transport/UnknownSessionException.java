package dev.reeve.agent.transport;

/**
 * The node does not know the session: it was restarted, or had given the agent up. The agent registers anew, keeps what it
 * holds, and announces it with its first beat.
 */
public final class UnknownSessionException extends RuntimeException {

    private final transient SessionId session;

    public UnknownSessionException(SessionId session) {
        super("the node does not know session %s: register again and announce what is held".formatted(session));
        this.session = session;
    }

    public SessionId session() {
        return session;
    }
}
