package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.SessionId;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The slots for one action that an agent of another node has free for this node. A step that gets one is handed out
 * through the store. Guarded by the dispatcher's lock.
 */
final class BorrowedSlots extends AgentSession {

    private static final SessionId NONE = new SessionId(0);

    private final String agent;
    private final Predicate<Delivery> post;
    private int unused;

    /** @param post sends an attempt to the agent's node; false if that node has died */
    BorrowedSlots(String agent, Service service, Predicate<Delivery> post, long nanos) {
        super(NONE, new Registration(agent, Set.of(service.action), 1), List.of(service), HeldBytes.unbounded(), nanos);
        this.agent = agent;
        this.post = post;
    }

    @Override
    String reference() {
        return agent;
    }

    @Override
    boolean isBorrowed() {
        return true;
    }

    Service service() {
        return services().getFirst();
    }

    void add(int slots) {
        unused += slots;
    }

    /** Takes unused slots away, as far as no step has them. Returns how many. */
    int take(int most) {
        int taken = Math.min(most, free());
        unused -= taken;
        return taken;
    }

    @Override
    int free() {
        return isOpen() ? unused - reserved() : 0;
    }

    /** @return false if the agent's node has died meanwhile: the attempt is lost */
    boolean send(Delivery delivery) {
        unreserve();
        unused--;
        return post.test(delivery);
    }

    /** Never called: the attempts are held at the agent's node. */
    @Override
    void cancel(AttemptToken token) {
        throw new IllegalStateException("an attempt at another node");
    }
}
