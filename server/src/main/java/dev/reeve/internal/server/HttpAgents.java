package dev.reeve.internal.server;

import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.agent.Agent;
import dev.reeve.agent.http.HttpAction;
import dev.reeve.agent.http.HttpActionOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agents with which a server itself performs the action {@code http}: one for each namespace that has it. */
final class HttpAgents implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HttpAgents.class);

    private static final String NAME = "reeve-http";

    private final @Nullable HttpAction action;
    private final List<Agent> agents;

    private HttpAgents(@Nullable HttpAction action, List<Agent> agents) {
        this.action = action;
        this.agents = agents;
    }

    /**
     * Starts the agents. Without destinations there are none.
     *
     * @throws dev.reeve.ReeveException if a secret is missing, or cannot be sent
     */
    static HttpAgents start(Reeve reeve, ServerSettings settings) {
        HttpActionSettings http = settings.http();
        Optional<HttpActionOptions> options = http.options();
        if (options.isEmpty()) {
            return new HttpAgents(null, List.of());
        }
        http.checkSecrets();
        options.get().checkSecrets();
        HttpAction action = HttpAction.of(options.get());
        List<Agent> agents = new ArrayList<>();
        HttpAgents started = new HttpAgents(action, agents);
        try {
            for (String namespace : http.namespaces()) {
                agents.add(reeve.namespace(namespace)
                        .agent(NAME)
                        .slots(http.slots())
                        .action(HttpAction.NAME, Json.class, action)
                        .start());
            }
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
        LOG.info("the action {} is there for namespaces {}: {}", HttpAction.NAME, http.namespaces(), options.get());
        return started;
    }

    /** Lets the calls under way finish, for a while. Idempotent. */
    @Override
    public void close() {
        agents.forEach(Agent::close);
        if (action != null) {
            action.close();
        }
    }
}
