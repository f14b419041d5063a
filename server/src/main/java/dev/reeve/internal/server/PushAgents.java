package dev.reeve.internal.server;

import dev.reeve.Json;
import dev.reeve.agent.Agent;
import dev.reeve.agent.http.Push;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agents with which a server sends attempts to services: one for each service in each namespace. */
final class PushAgents implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PushAgents.class);

    private static final String NAME = "reeve-push-";

    private final List<Push> pushes = new ArrayList<>();
    private final List<Agent> agents = new ArrayList<>();

    private PushAgents() {}

    /**
     * Starts the agents.
     *
     * @param named an agent with completion tokens, by its namespace and its name
     * @throws dev.reeve.ReeveException if a secret is missing, or data would travel in clear text
     */
    static PushAgents start(BiFunction<String, String, Agent.Builder> named, PushSettings settings) {
        settings.check();
        PushAgents started = new PushAgents();
        try {
            for (PushSettings.Target target : settings.targets()) {
                for (String namespace : settings.namespaces()) {
                    started.start(named.apply(namespace, NAME + target.name()), target, namespace);
                }
            }
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
        return started;
    }

    private void start(Agent.Builder agent, PushSettings.Target target, String namespace) {
        Push push = Push.of(target.options().withNamespace(namespace));
        pushes.add(push);
        agent.slots(target.slots());
        target.actions().forEach(action -> agent.action(action, Json.class, push));
        agents.add(agent.start());
        LOG.info(
                "the service {} performs {} for the namespace {}: {}",
                target.name(),
                target.actions(),
                namespace,
                target.options());
    }

    /** Lets the requests under way finish, for a while. Idempotent. */
    @Override
    public void close() {
        agents.forEach(Agent::close);
        pushes.forEach(Push::close);
    }
}
