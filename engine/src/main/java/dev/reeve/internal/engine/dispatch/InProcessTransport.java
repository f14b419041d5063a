package dev.reeve.internal.engine.dispatch;

import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.NodeClosedException;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The transport for agents in the engine's own process: method calls. */
public final class InProcessTransport implements AgentTransport {

    private final Dispatcher dispatcher;

    public InProcessTransport(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    @Override
    public CompletionStage<SessionId> register(Registration registration) {
        try {
            return CompletableFuture.completedFuture(dispatcher.register(registration));
        } catch (NodeClosedException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public CompletionStage<Reply> exchange(SessionId session, Exchange exchange, Duration wait) {
        return dispatcher.exchange(session, exchange, wait);
    }

    @Override
    public CompletionStage<Void> leave(SessionId session) {
        dispatcher.leave(session);
        return CompletableFuture.completedFuture(null);
    }
}
