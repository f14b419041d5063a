package dev.reeve.engine.dispatch;

/** A reserved place at an agent: either used by one {@link Delivery} or given back. */
public final class Slot {

    final AgentSession session;

    Slot(AgentSession session) {
        this.session = session;
    }

    /** How the history names the agent; a new one after each registration. */
    public String agent() {
        return session.reference();
    }
}
