package dev.reeve.benchmark.workload;

import dev.reeve.internal.agent.endpoint.AgentEndpoints;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.http.agent.AgentRoutes;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.internal.server.ReeveServer;
import dev.reeve.internal.server.ServerSettings;
import java.nio.file.Path;
import java.util.Map;

/** A server on 127.0.0.1 without keys and without limits for each address, because all callers have the same one. */
public final class BenchServer {

    private static final int SECRET_LENGTH = 32;

    /** More than all agents and streams of a workload. */
    private static final int CONNECTIONS_MAX = 30_000;

    private BenchServer() {}

    /**
     * @param feed an observer of the engine
     * @param directory for the record of the server
     * @param port 0 for any free one
     */
    public static ReeveServer start(EmbeddedReeve reeve, ChangeFeed feed, Path directory, int port) {
        ServerSettings settings = ServerSettings.of(
                Map.of(),
                Map.of(),
                Map.of(
                        "listen.port",
                        Integer.toString(port),
                        "listen.connections",
                        Integer.toString(CONNECTIONS_MAX),
                        "directory",
                        directory.toString(),
                        "authentication",
                        "none",
                        "limits.perAddress",
                        "0",
                        "limits.perKey",
                        "0"));
        // the same secret after a restart, so that tokens of attempts stay good
        AgentEndpoints endpoints = new AgentEndpoints(reeve::transport, new byte[SECRET_LENGTH], System::nanoTime);
        return ReeveServer.start(reeve, feed, settings, AgentRoutes.of(endpoints));
    }
}
