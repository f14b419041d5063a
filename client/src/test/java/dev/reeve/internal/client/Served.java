package dev.reeve.internal.client;

import dev.reeve.ConnectOptions;
import dev.reeve.Credentials;
import dev.reeve.ErrorCode;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.agent.endpoint.AgentEndpoints;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Authentication;
import dev.reeve.internal.http.agent.AgentRoutes;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.internal.http.endpoint.HttpApi;
import dev.reeve.internal.server.JettyServer;
import dev.reeve.internal.server.ListenOptions;
import dev.reeve.spi.store.Store;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An engine with its server. The key {@code key-of-ann} is that of the administrator ann. Thread-safe. */
public final class Served implements AutoCloseable {

    static final String KEY = "key-of-";

    private static final byte[] SECRET = "of these tests".getBytes(StandardCharsets.UTF_8);

    private final EmbeddedReeve engine;
    private final JettyServer server;

    private Served(EmbeddedReeve engine, JettyServer server) {
        this.engine = engine;
        this.server = server;
    }

    /**
     * @param port 0 for any
     */
    public static Served on(Store store, NodeOptions options, int port) {
        ChangeFeed feed = new ChangeFeed("t");
        EmbeddedReeve engine = EmbeddedReeve.on(store, options);
        AgentEndpoints agents = new AgentEndpoints(engine::transport, SECRET, System::nanoTime);
        var handler = HttpApi.handler(
                engine, feed, () -> true, Admission.of(keys(), Access.byRoles()), AgentRoutes.of(agents));
        ListenOptions listening = ListenOptions.loopback(port)
                .times(Duration.ofSeconds(75), Duration.ofSeconds(30), Duration.ofSeconds(2));
        return new Served(engine, JettyServer.start(handler, listening));
    }

    private static Authentication keys() {
        Map<String, Principal> known = new ConcurrentHashMap<>();
        return request -> {
            String sent = request.header("authorization").orElse("");
            if (sent.startsWith("Bearer viewer-")) {
                return new Principal("vera", Map.of("default", Set.of(Role.VIEWER)));
            }
            if (!sent.startsWith("Bearer " + KEY)) {
                throw ReeveException.of(ErrorCode.UNAUTHENTICATED, "send a key");
            }
            return known.computeIfAbsent(
                    sent.substring(("Bearer " + KEY).length()), name -> Principal.everywhere(name, Role.ADMIN));
        };
    }

    public EmbeddedReeve engine() {
        return engine;
    }

    public URI address() {
        return server.address();
    }

    int port() {
        return server.port();
    }

    /** The number of requests under way, long polls included. */
    long requests() {
        return server.requests();
    }

    /** A client with the key of this person. */
    public Reeve connect(String name) {
        return Reeve.connect(address(), Credentials.apiKey(KEY + name));
    }

    /** A client with the key of an administrator, at this address. */
    static ConnectOptions options(URI... addresses) {
        return ConnectOptions.to(addresses).withCredentials(Credentials.apiKey(KEY + "application"));
    }

    /** Stops the server, and leaves the engine open. */
    void stopListening() {
        server.close();
    }

    @Override
    public void close() {
        server.close();
        engine.close();
    }
}
