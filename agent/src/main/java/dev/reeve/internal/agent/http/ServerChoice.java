package dev.reeve.internal.agent.http;

import java.net.URI;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the server to talk to. An agent stays with a server while it answers, and goes on to the next one after
 * several failures in a row. Each agent begins at a random server, so that many agents spread. Thread-safe.
 */
final class ServerChoice {

    /** Failures in a row after which a server counts as away. The pauses between them grow. */
    static final int FAILURES_MAX = 3;

    private static final Logger LOG = LoggerFactory.getLogger(ServerChoice.class);

    private final List<URI> servers;
    private int current;
    private int failures;

    /** @param first selects the first server */
    ServerChoice(List<URI> servers, int first) {
        this.servers = List.copyOf(servers);
        this.current = Math.floorMod(first, servers.size());
    }

    synchronized URI current() {
        return servers.get(current);
    }

    synchronized void answered(URI server) {
        if (servers.get(current).equals(server)) {
            failures = 0;
        }
    }

    /** @return whether the agent leaves this server for another one */
    synchronized boolean failed(URI server) {
        if (!servers.get(current).equals(server)) {
            return true;
        }
        if (++failures < FAILURES_MAX || servers.size() == 1) {
            return false;
        }
        failures = 0;
        current = (current + 1) % servers.size();
        LOG.info("server {} does not answer, {} is next", server, servers.get(current));
        return true;
    }
}
