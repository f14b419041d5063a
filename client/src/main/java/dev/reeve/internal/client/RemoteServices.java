package dev.reeve.internal.client;

import dev.reeve.ServiceChange;
import dev.reeve.ServiceIncident;
import dev.reeve.ServiceListener;
import dev.reeve.ServiceOperations;
import dev.reeve.ServiceStatus;
import dev.reeve.SuspectAttempt;
import dev.reeve.internal.document.ChangeListDocument;
import dev.reeve.internal.document.DecisionDocument;
import dev.reeve.internal.document.ServiceIncidentListDocument;
import dev.reeve.internal.document.ServiceStatusListDocument;
import dev.reeve.internal.document.SuspectListDocument;
import java.util.List;

/** The actions that agents offer to a server. Immutable. */
final class RemoteServices implements ServiceOperations {

    private final Wire wire;
    private final String namespace;

    RemoteServices(Wire wire, String namespace) {
        this.wire = wire;
        this.namespace = namespace;
    }

    private Reply get(Target target) {
        return wire.call(Request.get(namespace, target));
    }

    @Override
    public List<ServiceStatus> list() {
        return get(Target.of("/v1/services"))
                .as(ServiceStatusListDocument.class)
                .statuses();
    }

    @Override
    public List<SuspectAttempt> suspects() {
        return get(Target.of("/v1/services/suspects"))
                .as(SuspectListDocument.class)
                .attempts();
    }

    @Override
    public List<ServiceIncident> incidents() {
        return get(Target.of("/v1/services/incidents"))
                .as(ServiceIncidentListDocument.class)
                .ofServices();
    }

    @Override
    public void listen(ServiceListener listener) {
        throw Calls.unsupported(
                "services().listen", "read services().incidents() from time to time, or let the engine send alerts");
    }

    @Override
    public void pause(String action, String reason) {
        change(action, "pause", reason);
    }

    @Override
    public void resume(String action, String reason) {
        change(action, "resume", reason);
    }

    private void change(String action, String verb, String reason) {
        var unused = wire.call(Request.once(
                "POST", namespace, Target.of("/v1/services/{}/" + verb, action), DecisionDocument.of(reason)));
    }

    @Override
    public List<ServiceChange> changes(String action) {
        return get(Target.of("/v1/services/{}/changes", action))
                .as(ChangeListDocument.class)
                .ofService();
    }
}
