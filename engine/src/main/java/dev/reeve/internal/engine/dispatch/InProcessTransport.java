package dev.reeve.internal.engine.dispatch;

import dev.reeve.SchemaDataSource;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.BusyNodeException;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.NodeClosedException;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** The transport for agents of one namespace in the engine's own process: method calls. */
public final class InProcessTransport implements AgentTransport {

    private final Dispatcher dispatcher;
    private final String namespace;
    private final String schema;

    /** For agents of the default namespace. */
    public InProcessTransport(Dispatcher dispatcher) {
        this(dispatcher, Namespaces.DEFAULT, SchemaDataSource.DEFAULT);
    }

    /** @param schema the schema of the node's store */
    public InProcessTransport(Dispatcher dispatcher, String namespace, String schema) {
        this.dispatcher = dispatcher;
        this.namespace = namespace;
        this.schema = schema;
    }

    @Override
    public String schema() {
        return schema;
    }

    @Override
    public CompletionStage<SessionId> register(Registration registration) {
        try {
            Set<String> actions = registration.actions().stream()
                    .map(action -> Namespaces.qualified(namespace, action))
                    .collect(Collectors.toSet());
            return CompletableFuture.completedFuture(
                    dispatcher.register(new Registration(registration.agent(), actions, registration.slots())));
        } catch (NodeClosedException | BusyNodeException e) {
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
