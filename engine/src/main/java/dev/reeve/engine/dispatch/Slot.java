package dev.reeve.engine.dispatch;

/** A reserved place at an agent: either used by one {@link Delivery} or given back. */
public final class Slot {

    final AgentSession session;
    final Service service;
    final int epoch;
    final boolean retry;

    Slot(AgentSession session, Service service, int epoch, boolean retry) {
        this.session = session;
        this.service = service;
        this.epoch = epoch;
        this.retry = retry;
    }

    /** How the history names the agent; a new one after each registration. */
    public String agent() {
        return session.reference();
    }

    /** What it was given for. */
    public String action() {
        return service.action;
    }

    /** The request did not leave, and will not. */
    void giveBack() {
        session.unreserve();
        service.unused(this);
    }
}
