package dev.reeve.engine.dispatch;

import dev.reeve.core.CallLimit;
import org.jspecify.annotations.Nullable;

/** A reserved place at an agent: either used by one {@link Delivery} or given back. */
public final class Slot {

    final AgentSession session;
    final Service service;
    final int epoch;
    final boolean retry;

    /** Null for a call that is not counted, or that is counted since before. */
    final Quota.@Nullable Claim claim;

    private final @Nullable CallLimit limit;

    Slot(AgentSession session, Service service, int epoch, boolean retry) {
        this(session, service, epoch, retry, null, null);
    }

    Slot(
            AgentSession session,
            Service service,
            int epoch,
            boolean retry,
            @Nullable CallLimit limit,
            Quota.@Nullable Claim claim) {
        this.session = session;
        this.service = service;
        this.epoch = epoch;
        this.retry = retry;
        this.limit = limit;
        this.claim = claim;
    }

    /** How the history names the agent; a new one after each registration. */
    public String agent() {
        return session.reference();
    }

    /** What it was given for. */
    public String action() {
        return service.action;
    }

    /** As {@link #action}: the limit that the call is within; null for none. */
    public @Nullable CallLimit limit() {
        return limit;
    }

    /** Whether its action is not called any more since it was given: nothing is to begin with it. Asks for no lock. */
    public boolean isRevoked() {
        return service.isStopped();
    }

    /** The request did not leave, and will not; whether the call counts is another matter. */
    void giveBack() {
        session.unreserve();
        service.unused(this);
    }
}
