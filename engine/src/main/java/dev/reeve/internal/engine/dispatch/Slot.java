package dev.reeve.internal.engine.dispatch;

import dev.reeve.CallLimit;
import dev.reeve.internal.engine.dispatch.breaker.Breaker;
import dev.reeve.internal.engine.dispatch.queue.Quota;
import org.jspecify.annotations.Nullable;

/** A reserved slot at an agent. It is either used by one {@link Delivery} or given back. */
public final class Slot {

    final AgentSession session;
    final Service service;
    final int epoch;
    final boolean retry;

    /** Null for a call that is not counted, or is counted already. */
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

    /** The agent's name in histories; new after each registration. */
    public String agent() {
        return session.reference();
    }

    /** The action that the slot was given for. */
    public String action() {
        return service.action;
    }

    /** The limit that the call respects; null for none. */
    public @Nullable CallLimit limit() {
        return limit;
    }

    /** Whether the attempt for it was stored before: an earlier owner of the execution may have sent it. */
    boolean isForBegun() {
        return epoch == Breaker.UNCOUNTED;
    }

    /** Whether the action has been stopped since the slot was given: nothing may begin with it. Needs no lock. */
    public boolean isRevoked() {
        return service.isStopped();
    }

    /** The request was not sent, and will not be. Whether the call counts is decided separately. */
    void giveBack() {
        session.unreserve();
        service.unused(this);
    }
}
