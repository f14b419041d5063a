package dev.reeve.internal.provider;

import dev.reeve.agent.Agent;
import dev.reeve.agent.Handler;
import dev.reeve.spi.transport.AgentTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Starts agents. Implemented by {@code reeve-agent}. Thread-safe. */
public interface AgentProvider {

    /** An action, the type that its input is bound to, and the handler that performs it. */
    record Action<I>(String name, Class<I> input, Handler<I, ?> handler) {}

    /**
     * Starts an agent.
     *
     * @param slots maximum number of handlers at once
     * @param drain how long {@link Agent#close()} waits for running handlers
     */
    Agent start(String name, List<Action<?>> actions, int slots, Duration drain, AgentTransport transport);

    /**
     * A transport to one of several servers.
     *
     * @param servers their addresses; they share a store
     * @param apiKey asked before each request; empty for none
     */
    AgentTransport connect(List<URI> servers, Supplier<String> apiKey);

    /**
     * As {@link #connect(List, Supplier)}, for agents of a namespace.
     *
     * @param namespace instead of the one that the server chooses for the key
     */
    AgentTransport connect(List<URI> servers, Supplier<String> apiKey, String namespace);
}
