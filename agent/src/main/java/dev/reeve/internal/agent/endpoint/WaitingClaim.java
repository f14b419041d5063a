package dev.reeve.internal.agent.endpoint;

import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A claim that waits for work. A caller that leaves meanwhile gets none, so no attempt is lost. Thread-safe. */
final class WaitingClaim {

    private static final Exchange LAST = new Exchange(List.of(), List.of(), true);

    private final AgentTransport node;
    private @Nullable SessionId session;
    private boolean polling;
    private boolean abandoned;
    private boolean drained;

    WaitingClaim(AgentTransport node) {
        this.node = node;
    }

    /** Waits for work in a session that was opened for it. */
    CompletionStage<Reply> poll(SessionId id, Duration wait) {
        boolean leave;
        synchronized (this) {
            session = id;
            leave = abandoned;
        }
        if (leave) {
            var unused = node.leave(id);
        }
        CompletionStage<Reply> reply = node.exchange(id, Exchange.NOTHING, wait);
        boolean end;
        synchronized (this) {
            polling = true;
            end = drained;
        }
        if (end) {
            end(id);
        }
        return reply;
    }

    /** Ends the waiting. Work that comes at this moment goes to nobody. */
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

    /** Ends the waiting. Work that has come to the session is still its answer. */
    void drain() {
        SessionId ending;
        synchronized (this) {
            drained = true;
            ending = polling ? session : null;
        }
        if (ending != null) {
            end(ending);
        }
    }

    /** The node answers the exchange that waits, and gives the session no more work. */
    private void end(SessionId id) {
        var unused = node.exchange(id, LAST, Duration.ZERO);
    }
}
