package dev.reeve.internal.client;

import dev.reeve.agent.Agent;
import dev.reeve.internal.provider.Providers;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.NodeClosedException;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The transport of an agent that ends with the client that built it. Needs {@code reeve-agent}. Thread-safe. */
final class AgentLink implements AgentTransport {

    private final AgentTransport transport;
    private final Wire wire;

    private AgentLink(AgentTransport transport, Wire wire) {
        this.transport = transport;
        this.wire = wire;
    }

    static Agent.Builder builder(String name, Wire wire, String namespace) {
        AgentTransport transport = Providers.agent()
                .connect(wire.options().servers(), wire.options().credentials()::key, namespace);
        return Agent.named(name).transport(new AgentLink(transport, wire));
    }

    /** Ends the call when the client is closed, so that the agent ends, too. */
    private <T> CompletionStage<T> untilClosed(Supplier<CompletionStage<T>> call) {
        if (wire.isClosed()) {
            return CompletableFuture.failedFuture(new NodeClosedException());
        }
        CompletableFuture<T> open = wire.register(new CompletableFuture<>());
        var unused = call.get().whenComplete((answer, error) -> {
            if (error == null) {
                open.complete(answer);
            } else {
                open.completeExceptionally(error);
            }
        });
        CompletableFuture<T> ended = new CompletableFuture<>();
        var unusedToo = open.whenComplete((answer, error) -> {
            if (error == null) {
                ended.complete(answer);
            } else {
                ended.completeExceptionally(wire.isClosed() ? new NodeClosedException() : error);
            }
        });
        return ended;
    }

    @Override
    public String schema() {
        return transport.schema();
    }

    @Override
    public CompletionStage<SessionId> register(Registration registration) {
        return untilClosed(() -> transport.register(registration));
    }

    @Override
    public CompletionStage<Reply> exchange(SessionId session, Exchange exchange, Duration wait) {
        return untilClosed(() -> transport.exchange(session, exchange, wait));
    }

    @Override
    public CompletionStage<Void> leave(SessionId session) {
        return transport.leave(session);
    }
}
