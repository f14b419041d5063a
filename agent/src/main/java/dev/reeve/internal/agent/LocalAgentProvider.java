package dev.reeve.internal.agent;

import dev.reeve.ErrorCode;
import dev.reeve.agent.Agent;
import dev.reeve.internal.agent.http.HttpTransport;
import dev.reeve.internal.provider.AgentProvider;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.Registration;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Starts agents in this process. */
public final class LocalAgentProvider implements AgentProvider {

    @Override
    public Agent start(
            String name, List<AgentProvider.Action<?>> actions, int slots, Duration drain, AgentTransport transport) {
        ClassPath.verify(ErrorCode.REFUSED);
        Map<String, BoundAction<?>> byName = new LinkedHashMap<>();
        for (AgentProvider.Action<?> action : actions) {
            byName.put(action.name(), bound(action));
        }
        Doorbell bell = new Doorbell();
        NodeSession session = new NodeSession(
                new Registration(name, byName.keySet(), slots), byName, transport, AgentSurroundings.real(name), bell);
        RunningAgent agent = new RunningAgent(name, drain, session, bell);
        agent.start();
        return agent;
    }

    @Override
    public AgentTransport connect(List<URI> servers, Supplier<String> apiKey) {
        return new HttpTransport(servers, apiKey, new SplittableRandom().nextInt());
    }

    @Override
    public AgentTransport connect(List<URI> servers, Supplier<String> apiKey, String namespace) {
        return new HttpTransport(servers, apiKey, new SplittableRandom().nextInt(), namespace);
    }

    private static <I> BoundAction<I> bound(AgentProvider.Action<I> action) {
        return BoundAction.of(action.name(), action.input(), action.handler());
    }
}
