package dev.reeve.internal.engine.dispatch;

import dev.reeve.internal.core.codec.Notice;
import dev.reeve.internal.values.Namespaces;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The slots of this node's agents that other nodes may use. A slot that is lent is reserved: nobody else gets it, until
 * an attempt for it arrives or it comes back. Guarded by the dispatcher's lock.
 */
final class LentSlots {

    private record Offer(String agent, String action) {}

    /** A node that wants slots. */
    private static final class Borrower {

        /** By action: how many unused slots it wants to have. */
        private final Map<String, Integer> wants = new LinkedHashMap<>();

        private final Map<Offer, Deque<Slot>> unused = new LinkedHashMap<>();

        /** The agents that it knows. */
        private final Set<String> agents = new HashSet<>();

        private boolean lacks(String action) {
            Integer wanted = wants.get(action);
            return wanted != null && count(action) < wanted;
        }

        private int count(String action) {
            int count = 0;
            for (Map.Entry<Offer, Deque<Slot>> entry : unused.entrySet()) {
                count += entry.getKey().action().equals(action)
                        ? entry.getValue().size()
                        : 0;
            }
            return count;
        }
    }

    private final KnownServices services;
    private final Consumer<Parcel> post;

    /** By node; the one that got a slot last comes last. */
    private final Map<String, Borrower> borrowers = new LinkedHashMap<>();

    private boolean over;

    LentSlots(KnownServices services, Consumer<Parcel> post) {
        this.services = services;
        this.post = post;
    }

    /** Whether a node lacks slots for this action. */
    boolean lacks(String action) {
        return borrowers.values().stream().anyMatch(borrower -> borrower.lacks(action));
    }

    /** Lends one free slot of an agent, if a node lacks it. */
    boolean lend(AgentSession session, long nanos) {
        if (over || borrowers.isEmpty() || session.isBorrowed() || !session.hasFreeSlot()) {
            return false;
        }
        for (Map.Entry<String, Borrower> entry : borrowers.entrySet()) {
            for (Service service : session.services()) {
                if (entry.getValue().lacks(service.action) && service.isCalled()) {
                    lend(entry.getKey(), entry.getValue(), service.take(session, false, null, nanos));
                    return true;
                }
            }
        }
        return false;
    }

    private void lend(String node, Borrower borrower, Slot slot) {
        Offer offer = new Offer(slot.agent(), slot.action());
        borrower.unused.computeIfAbsent(offer, first -> new ArrayDeque<>()).add(slot);
        tell(node, borrower, offer, 1);
        borrowers.remove(node);
        borrowers.put(node, borrower);
    }

    private void tell(String node, Borrower borrower, Offer offer, int slots) {
        borrower.agents.add(offer.agent());
        post.accept(new Parcel(node, new Notice.Lend(offer.agent(), offer.action(), slots)));
    }

    /** @return the agents of this node that may have slots for it */
    List<AgentSession> want(String node, Notice.Want want) {
        Borrower borrower = borrowers.computeIfAbsent(node, first -> new Borrower());
        if (want.slots() == 0) {
            borrower.wants.remove(want.action());
            return List.of();
        }
        Service service = services.find(want.action());
        boolean isNew = borrower.wants.put(want.action(), want.slots()) == null;
        List<AgentSession> able = new ArrayList<>();
        for (AgentSession session : service == null || over ? List.<AgentSession>of() : service.able) {
            if (!session.isBorrowed() && !session.isDraining()) {
                able.add(session);
                if (isNew) {
                    // Also without a free slot: the other node learns that the action is offered.
                    tell(node, borrower, new Offer(session.reference(), want.action()), 0);
                }
            }
        }
        return able;
    }

    /**
     * The slot that was lent for an attempt that has arrived; null if there is none.
     *
     * @param action without its namespace, which is that of the agent
     */
    @Nullable Slot used(String node, String agent, String action) {
        Borrower borrower = borrowers.get(node);
        Offer used = null;
        for (Offer offer : borrower == null ? List.<Offer>of() : List.copyOf(borrower.unused.keySet())) {
            if (offer.agent().equals(agent) && Namespaces.nameOf(offer.action()).equals(action)) {
                used = offer;
            }
        }
        List<Slot> taken = used == null ? List.of() : take(node, agent, used.action(), 1);
        return taken.isEmpty() ? null : taken.getFirst();
    }

    /** Removes unused slots that come back. */
    List<Slot> take(String node, String agent, String action, int most) {
        Borrower borrower = borrowers.get(node);
        Offer offer = new Offer(agent, action);
        Deque<Slot> slots = borrower == null ? null : borrower.unused.get(offer);
        List<Slot> taken = new ArrayList<>();
        while (slots != null && taken.size() < most && !slots.isEmpty()) {
            taken.add(slots.remove());
        }
        if (borrower != null && slots != null && slots.isEmpty()) {
            borrower.unused.remove(offer);
        }
        return taken;
    }

    /** The session of an agent is over. */
    void left(AgentSession session) {
        String agent = session.reference();
        borrowers.forEach((node, borrower) -> {
            borrower.unused.entrySet().removeIf(entry -> {
                boolean isLeaving = entry.getKey().agent().equals(agent);
                if (isLeaving) {
                    entry.getValue().forEach(Slot::giveBack);
                }
                return isLeaving;
            });
            if (borrower.agents.remove(agent)) {
                post.accept(new Parcel(node, new Notice.Gone(agent)));
            }
        });
    }

    /** An agent takes no more work. The nodes that have slots of it return them. */
    void recall(AgentSession session) {
        String agent = session.reference();
        borrowers.forEach((node, borrower) -> {
            if (borrower.agents.remove(agent)) {
                post.accept(new Parcel(node, new Notice.Recall(agent)));
            }
        });
    }

    /** Lends nothing any more, and recalls all slots. */
    void end() {
        over = true;
        borrowers.forEach((node, borrower) -> {
            borrower.agents.forEach(agent -> post.accept(new Parcel(node, new Notice.Recall(agent))));
            borrower.agents.clear();
        });
    }

    /** No other node has slots any more. Returns those that were not used. */
    List<Slot> reset() {
        return List.copyOf(borrowers.keySet()).stream()
                .flatMap(node -> gone(node).stream())
                .toList();
    }

    /** A node does not share the store any more. Returns the slots that it had and did not use. */
    List<Slot> gone(String node) {
        Borrower borrower = borrowers.remove(node);
        Map<Offer, Deque<Slot>> unused = borrower == null ? new HashMap<>() : borrower.unused;
        return unused.values().stream().flatMap(Deque::stream).toList();
    }
}
