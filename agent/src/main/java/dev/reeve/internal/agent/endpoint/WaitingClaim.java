package dev.reeve.internal.agent.endpoint;

import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.SessionId;
import org.jspecify.annotations.Nullable;

/** A claim that waits for work. A caller that leaves meanwhile gets none, so no attempt is lost. Thread-safe. */
final class WaitingClaim {

    private final AgentTransport node;
    private @Nullable SessionId session;
    private boolean abandoned;

    WaitingClaim(AgentTransport node) {
        this.node = node;
    }

    void registered(SessionId id) {
        synchronized (this) {
            session = id;
            if (!abandoned) {
                return;
            }
        }
        var unused = node.leave(id);
    }

    void abandon() {
        SessionId left;
        synchronized (this) {
            abandoned = true;
            left = session;
        }
        if (left != null) {
            var unused = node.leave(left);
        }
    }
}
