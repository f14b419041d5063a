package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.Failure;
import dev.reeve.ServiceState;
import dev.reeve.internal.core.codec.Notice;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.dispatch.breaker.Outcome;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.values.Namespaces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The agents of other nodes, for actions that no agent of this node offers. This node borrows their slots, as many as
 * it has waiting steps for, and returns those that it does not need. Guarded by the dispatcher's lock.
 */
final class RemoteAgents {

    /** How long slots are kept that no step has used. */
    private static final long KEPT_NANOS = Duration.ofMillis(500).toNanos();

    /** The most unused slots for one action. */
    private static final int WANTED_MAX = 1_024;

    private record Offer(String lender, String agent, String action) {}

    /** The steps that wait for an action. */
    private static final class Demand {
        private int told;
        private int peak;
        private int used;
        private long sinceNanos;
    }

    private final Clock clock;
    private final KnownServices services;
    private final Neighbours neighbours;
    private final LentSlots lent;
    private final Map<Offer, BorrowedSlots> borrowed = new LinkedHashMap<>();
    private final Map<String, Demand> demands = new LinkedHashMap<>();
    private List<Parcel> outgoing = new ArrayList<>();
    private Map<Integer, String> nodes = Map.of();
    private volatile Runnable signal = () -> {};

    RemoteAgents(Clock clock, KnownServices services, Neighbours neighbours) {
        this.clock = clock;
        this.services = services;
        this.neighbours = neighbours;
        this.lent = new LentSlots(services, this::post);
    }

    /** Sets the signal for notices to send. It must be cheap. */
    void onNotices(Runnable action) {
        signal = action;
    }

    private void post(Parcel parcel) {
        outgoing.add(parcel);
        signal.run();
    }

    private boolean post(String agent, Notice notice) {
        String node = neighbours.node(agent);
        if (node != null) {
            post(new Parcel(node, notice));
        }
        return node != null;
    }

    // Called by the hand-out

    /** Steps of this service may wait for a slot. */
    void queued(Service service) {
        if (!nodes.isEmpty() && level(needed(service, clock.nanos())) > told(service.action)) {
            signal.run();
        }
    }

    private int told(String action) {
        Demand demand = demands.get(action);
        return demand == null ? 0 : demand.told;
    }

    /** Lends one free slot of an agent of this node, if another node lacks it. */
    boolean lend(AgentSession session) {
        return lent.lend(session, clock.nanos());
    }

    /** Whether other nodes think that this one wants slots for the action. */
    boolean wants(String action) {
        return demands.containsKey(action);
    }

    /** Whether another node lacks slots for this action. */
    boolean lacks(String action) {
        return lent.lacks(action);
    }

    void left(AgentSession session) {
        lent.left(session);
    }

    void recall(AgentSession session) {
        lent.recall(session);
    }

    /** This node ends: it lends nothing any more. */
    void end() {
        lent.end();
    }

    void cancel(AttemptToken token, String agent) {
        post(agent, new Notice.Cancel(agent, token));
    }

    void forget(AttemptToken token, String agent) {
        post(agent, new Notice.Forget(agent, token));
    }

    /** The end of an attempt is stored. */
    void ended(EndedAttempt ending) {
        Failure failure = ending.failure();
        Outcome outcome = failure == null ? Outcome.ANSWERED : Outcome.of(failure);
        if (outcome instanceof Outcome.Answered || outcome instanceof Outcome.Unknown) {
            neighbours.succeeded(ending.token());
        } else {
            neighbours.remove(ending.token());
        }
    }

    /** Offers an attempt again whose agent may not have received it. An agent that has it ignores this. */
    void offerAgain(String agent, String workflow, Work work) {
        post(agent, new Notice.HandOut(agent, workflow, work, true));
    }

    /** @return false if the lender has died, or is registered anew and has not lent this slot */
    private boolean handOut(String lender, Delivery delivery) {
        String agent = delivery.slot().agent();
        Demand demand = demands.get(delivery.slot().action());
        if (demand != null) {
            demand.used++;
        }
        if (!lender.equals(neighbours.node(agent)) || !neighbours.add(delivery.token(), agent)) {
            return false;
        }
        if (delivery.slot().retry) {
            neighbours.retry(delivery.token(), delivery.slot().service);
        }
        return post(agent, new Notice.HandOut(agent, delivery.workflow(), delivery.work(), false));
    }

    // Called for the correspondence

    /**
     * This node is registered anew, and other nodes know nothing of the agreements of its earlier registration.
     *
     * @return the slots of this node's agents that nobody else has any more
     */
    List<Slot> reset() {
        outgoing.clear();
        demands.clear();
        List.copyOf(borrowed.keySet()).forEach(this::close);
        nodes = Map.of();
        return lent.reset();
    }

    /**
     * Exactly these other nodes share the store.
     *
     * @param shared by the prefix of their sessions
     * @return the slots of this node's agents that nobody else has any more
     */
    List<Slot> nodes(Map<Integer, String> shared) {
        Set<String> left = new HashSet<>(nodes.values());
        left.removeAll(shared.values());
        Set<String> fresh = new HashSet<>(shared.values());
        fresh.removeAll(nodes.values());
        nodes = new LinkedHashMap<>(shared);
        List<Slot> free = new ArrayList<>();
        for (String node : left) {
            outgoing.removeIf(parcel -> parcel.node().equals(node));
            free.addAll(lent.gone(node));
            List.copyOf(borrowed.keySet()).stream()
                    .filter(offer -> offer.lender().equals(node))
                    .forEach(this::close);
        }
        demands.forEach((action, demand) ->
                fresh.forEach(node -> outgoing.add(new Parcel(node, new Notice.Want(action, demand.told)))));
        return free;
    }

    /** The attempt does not leave this node. Its slot goes back to the lender. */
    void leftOut(String lender, Notice.HandOut attempt) {
        neighbours.remove(Objects.requireNonNull(attempt.work().token()));
        closing(lender, attempt.agent()).stream()
                .filter(offer -> !attempt.again()
                        && Namespaces.nameOf(offer.action())
                                .equals(attempt.work().action()))
                .findFirst()
                .ifPresent(offer -> post(new Parcel(lender, new Notice.Return(offer.agent(), offer.action(), 1))));
    }

    /** @return the agents of this node that may have slots for the other one */
    List<AgentSession> want(String from, Notice.Want want) {
        return lent.want(from, want);
    }

    /** @return the slots of this node's agents that are free again */
    List<Slot> returned(String from, Notice.Return back) {
        return lent.take(from, back.agent(), back.action(), back.slots());
    }

    /** The slot that was lent for an attempt; null if there is none. */
    @Nullable Slot slotFor(String from, Notice.HandOut attempt) {
        return attempt.again()
                ? null
                : lent.used(from, attempt.agent(), attempt.work().action());
    }

    /** @return the slots for which this node may find steps */
    BorrowedSlots lent(String from, Notice.Lend lend) {
        BorrowedSlots slots = borrowed.computeIfAbsent(
                new Offer(from, lend.agent(), lend.action()), offer -> open(offer, services.of(lend.action())));
        slots.add(lend.slots());
        return slots;
    }

    void recalled(String from, String agent) {
        closing(from, agent).forEach(offer -> {
            giveBack(offer, Integer.MAX_VALUE);
            close(offer);
        });
    }

    void gone(String from, String agent) {
        closing(from, agent).forEach(this::close);
    }

    private void close(Offer offer) {
        BorrowedSlots slots = borrowed.remove(offer);
        if (slots != null) {
            slots.close();
            slots.service().able.remove(slots);
        }
    }

    private BorrowedSlots open(Offer offer, Service service) {
        BorrowedSlots slots =
                new BorrowedSlots(offer.agent(), service, delivery -> handOut(offer.lender(), delivery), clock.nanos());
        service.add(slots);
        return slots;
    }

    private List<Offer> closing(String lender, String agent) {
        return borrowed.keySet().stream()
                .filter(offer -> offer.lender().equals(lender) && offer.agent().equals(agent))
                .toList();
    }

    private void giveBack(Offer offer, int most) {
        BorrowedSlots slots = borrowed.get(offer);
        int returned = slots == null ? 0 : slots.take(most);
        if (returned > 0) {
            outgoing.add(new Parcel(offer.lender(), new Notice.Return(offer.agent(), offer.action(), returned)));
        }
    }

    /** Adapts the wanted slots to the steps that wait. Returns and removes what there is to send. */
    List<Parcel> take(boolean isHandingOut) {
        long nanos = clock.nanos();
        if (nodes.isEmpty()) {
            demands.clear();
        } else {
            services.all().forEach(service -> look(service, isHandingOut ? needed(service, nanos) : 0, nanos));
        }
        returnUnneeded();
        List<Parcel> taken = outgoing;
        outgoing = new ArrayList<>();
        return taken;
    }

    /** How many steps could begin if there were slots: without an allowance for its limit none can. */
    private static int needed(Service service, long nanos) {
        if (service.queue.isEmpty() || service.hasOwnAgent() || service.state() == ServiceState.PAUSED) {
            return 0;
        }
        int ready = service.hasNext() ? service.queue.ready(WANTED_MAX, nanos) : 0;
        if (ready == 0 && service.hasNext()) {
            // A step that was within its limit is not any more: its allowance has gone. Without a slot that is not
            // noticed.
            service.queue.lookAtAll(nanos);
        }
        // Nobody takes an allowance before an agent is known, so one slot is wanted until there is one.
        boolean isUnknown = service.queue.limited() > 0 && service.able.stream().noneMatch(AgentSession::isBorrowed);
        return ready == 0 && isUnknown ? 1 : ready;
    }

    private void look(Service service, int needed, long nanos) {
        Demand demand = demands.get(service.action);
        if (demand == null) {
            if (needed == 0) {
                return;
            }
            demand = new Demand();
            demand.sinceNanos = nanos;
            demands.put(service.action, demand);
        }
        demand.peak = Math.max(demand.peak, needed + demand.used);
        if (level(demand.peak) > demand.told) {
            want(service.action, demand, level(demand.peak));
        }
        if (nanos - demand.sinceNanos >= KEPT_NANOS) {
            if (level(demand.peak) < demand.told) {
                want(service.action, demand, level(demand.peak));
            }
            if (demand.told == 0) {
                demands.remove(service.action);
            }
            demand.sinceNanos = nanos;
            demand.peak = needed;
            demand.used = 0;
        }
    }

    /** The next power of two, so that few notices are needed while a queue grows. */
    private static int level(int steps) {
        return steps == 0 ? 0 : Math.min(WANTED_MAX, Integer.highestOneBit(2 * Math.min(steps, WANTED_MAX) - 1));
    }

    private void want(String action, Demand demand, int slots) {
        demand.told = slots;
        nodes.values().forEach(node -> outgoing.add(new Parcel(node, new Notice.Want(action, slots))));
    }

    private void returnUnneeded() {
        Map<String, Integer> kept = new HashMap<>();
        borrowed.forEach((offer, slots) -> {
            Demand demand = demands.get(offer.action());
            int most = demand == null ? 0 : demand.told;
            int before = kept.getOrDefault(offer.action(), 0);
            giveBack(offer, Math.max(0, before + slots.free() - most));
            kept.merge(offer.action(), slots.free(), Integer::sum);
        });
    }
}
