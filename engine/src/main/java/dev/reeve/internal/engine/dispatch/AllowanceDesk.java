package dev.reeve.internal.engine.dispatch;

import dev.reeve.internal.engine.dispatch.queue.Demand;
import dev.reeve.internal.engine.dispatch.queue.Quota;
import dev.reeve.internal.engine.dispatch.queue.SharedLimit;
import dev.reeve.internal.engine.dispatch.queue.SharedLimits;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.spi.store.AllowanceReply;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the allowances of calls with limits are exchanged, if this node shares the store. Thread-safe. */
public final class AllowanceDesk {

    /** A limited step that finds all agents busy gets an allowance for one of this many slots, and so has its turn. */
    private static final int BUSY_PART = 4;

    private final SharedLimits limits;
    private final Clock clock;
    private final Consumer<Consumer<Effects>> moved;
    private final KnownServices services;
    private final Handout handout;

    /** @param moved applies a change under the dispatcher's lock, and sends its effects */
    AllowanceDesk(
            SharedLimits limits,
            Clock clock,
            Consumer<Consumer<Effects>> moved,
            KnownServices services,
            Handout handout) {
        this.limits = limits;
        this.clock = clock;
        this.moved = moved;
        this.services = services;
        this.handout = handout;
    }

    /** Sets the signal for a request that should not wait for {@link #restNanos}. It must be cheap. */
    public void onSooner(Runnable signal) {
        limits.onSooner(signal);
    }

    /** The next request to the store; null if none is due. */
    public SharedLimits.@Nullable Asked ask() {
        AtomicReference<SharedLimits.@Nullable Asked> asked = new AtomicReference<>();
        moved.accept(effects -> asked.set(limits.ask(clock.nanos(), this::demand)));
        return asked.get();
    }

    private Demand demand(SharedLimit limit) {
        Service service = services.find(limit.action());
        Quota quota = service == null ? null : service.queue.quota(limit.key());
        return service == null || quota == null
                ? Demand.NONE
                : new Demand(
                        quota.next(),
                        Math.min(quota.waiting(), calls(service)),
                        quota.waiting(),
                        quota.waiting() > 0 && service.isBorrowing());
    }

    /** How many more calls the agents of a service could take. */
    private int calls(Service service) {
        if (!handout.isHandingOut() || service.isStopped()) {
            return 0;
        }
        int free = 0;
        int slots = 0;
        for (AgentSession session : service.able) {
            if (session.isTaking()) {
                free += Math.max(0, session.free());
                slots += session.registration().slots();
            }
        }
        // A slot of another node is only borrowed for a step that has its allowance, so that none is kept in vain.
        return Math.max(Math.max(free, service.isBorrowing() ? 1 : 0), Math.ceilDiv(slots, BUSY_PART));
    }

    /** How long there is nothing to ask; {@link Long#MAX_VALUE} until there is a signal. */
    public long restNanos() {
        AtomicReference<Long> next = new AtomicReference<>(Long.MAX_VALUE);
        moved.accept(effects -> next.set(limits.nextNanos()));
        return next.get() == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, next.get() - clock.nanos());
    }

    /** The outcome of the last request is unknown. */
    public void failed(SharedLimits.Asked asked) {
        moved.accept(effects -> limits.failed(asked, clock.nanos()));
    }

    /** Another node waits, or has given something back. */
    public void hinted() {
        moved.accept(effects -> limits.hinted(clock.nanos()));
    }

    /** The store has answered. */
    public void answered(SharedLimits.Asked asked, AllowanceReply reply) {
        moved.accept(effects -> {
            long nanos = clock.nanos();
            for (SharedLimit limit : limits.answered(asked, reply, nanos)) {
                Service service = services.of(limit.action());
                Quota quota = service.queue.quota(limit.key());
                if (quota != null) {
                    service.queue.look(quota, nanos);
                    handout.fillIfAny(service, effects);
                }
            }
        });
    }
}
