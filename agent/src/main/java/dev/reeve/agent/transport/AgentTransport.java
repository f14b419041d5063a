package dev.reeve.agent.transport;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The way from an agent to a node. Thread-safe. Promises fail with an exception if the node cannot be reached, and with
 * {@link UnknownSessionException} if it does not know the session. What depends on them must be quick: a promise may be
 * completed on a thread of the node.
 */
public interface AgentTransport {

    /** Opens a session. The node hands out work from now on, as far as there are slots. */
    CompletionStage<SessionId> register(Registration registration);

    /**
     * Delivers reports and beats and waits for something to do. One exchange is open per session at a time: a new one has
     * the one before answered at once with whatever is there, so an agent with something to say never waits for the poll.
     *
     * <p>Reports and beats are taken when the exchange arrives, not when it is answered.
     *
     * @param wait how long the node may hold the answer back while there is nothing to say
     */
    CompletionStage<Reply> exchange(SessionId session, Exchange exchange, Duration wait);

    /** Ends the session: nothing more is handed out. What the agent still holds counts as lost. */
    CompletionStage<Void> leave(SessionId session);
}
