package dev.reeve.internal.engine.client.operation;

import dev.reeve.ServiceChange;
import dev.reeve.ServiceIncident;
import dev.reeve.ServiceListener;
import dev.reeve.ServiceOperations;
import dev.reeve.ServiceStatus;
import dev.reeve.SuspectAttempt;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.runtime.Callbacks;
import java.util.List;

/** The services of the engine in this process, for one actor. */
public final class EmbeddedServices implements ServiceOperations {

    private final EngineAccess engine;
    private final Node node;

    public EmbeddedServices(EngineAccess engine, Node node) {
        this.engine = engine;
        this.node = node;
    }

    @Override
    public List<ServiceStatus> list() {
        node.check();
        return engine.actions().statuses(node.dispatcher().services());
    }

    @Override
    public List<SuspectAttempt> suspects() {
        node.check();
        return engine.actions().suspects(node.dispatcher().suspects());
    }

    @Override
    public List<ServiceIncident> incidents() {
        return engine.actions().incidents(node.dispatcher().incidents());
    }

    @Override
    public void listen(ServiceListener listener) {
        Callbacks calls = new Callbacks(node.surroundings());
        node.dispatcher().listen(new ServiceListener() {
            @Override
            public void opened(ServiceIncident incident) {
                engine.actions().incident(incident).ifPresent(own -> calls.call(() -> listener.opened(own)));
            }

            @Override
            public void closed(ServiceIncident incident) {
                engine.actions().incident(incident).ifPresent(own -> calls.call(() -> listener.closed(own)));
            }
        });
    }

    @Override
    public void pause(String action, String reason) {
        node.check();
        Arguments.name("action", action);
        Arguments.text("reason", reason);
        EngineCalls.reading(() -> {
            node.pauses().pause(engine.actions().qualified(action), engine.actor(), reason);
            return action;
        });
    }

    @Override
    public void resume(String action, String reason) {
        node.check();
        Arguments.name("action", action);
        Arguments.text("reason", reason);
        EngineCalls.reading(() -> {
            node.pauses().resume(engine.actions().qualified(action), engine.actor(), reason);
            return action;
        });
    }

    @Override
    public List<ServiceChange> changes(String action) {
        return engine.reader().serviceChanges(action);
    }
}
