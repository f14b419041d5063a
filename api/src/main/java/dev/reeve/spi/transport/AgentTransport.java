package dev.reeve.spi.transport;

import dev.reeve.AttemptToken;
import dev.reeve.SchemaDataSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Connects an agent to a node. Thread-safe. The returned stages fail if the node cannot be reached; they fail with
 * {@link UnknownSessionException} if the node does not know the session. A stage may complete on a thread of the node:
 * do not block in dependent stages.
 */
public interface AgentTransport {

    /** Opens a session. From now on the node hands out work while the agent has free slots. */
    CompletionStage<SessionId> register(Registration registration);

    /**
     * Delivers reports and heartbeats, and waits for work. Each session has one open exchange at a time. When a new
     * exchange arrives, the node answers the previous one at once with the work at hand, so an agent with news never
     * waits for the poll.
     *
     * <p>The node processes reports and heartbeats when the exchange arrives, not when it answers.
     *
     * @param wait how long the node may delay its answer while it has nothing to send
     */
    CompletionStage<Reply> exchange(SessionId session, Exchange exchange, Duration wait);

    /** The schema of the node's store, in which a handler's own transaction finds the function {@code complete}. */
    default String schema() {
        return SchemaDataSource.DEFAULT;
    }

    /**
     * A token with which any client can report the result of this attempt to a server.
     *
     * @param remaining how long the token is good
     */
    default CompletionStage<String> completionToken(AttemptToken token, Duration remaining) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException(
                "this agent has no server that takes completions: run the engine in a server"));
    }

    /** Ends the session: the node hands out nothing more. The attempts that the agent still holds count as lost. */
    CompletionStage<Void> leave(SessionId session);
}
