package dev.reeve.internal.access;

import dev.reeve.ServiceChange;
import dev.reeve.ServiceIncident;
import dev.reeve.ServiceListener;
import dev.reeve.ServiceOperations;
import dev.reeve.ServiceStatus;
import dev.reeve.SuspectAttempt;
import java.util.List;

/** Services as one caller may use them. */
final class GuardedServices implements ServiceOperations {

    private final ServiceOperations services;
    private final Gate gate;

    GuardedServices(ServiceOperations services, Gate gate) {
        this.services = services;
        this.gate = gate;
    }

    @Override
    public List<ServiceStatus> list() {
        return gate.read(Operation.LIST_SERVICES, null, services::list);
    }

    @Override
    public List<SuspectAttempt> suspects() {
        return gate.read(Operation.LIST_SERVICES, null, services::suspects);
    }

    @Override
    public List<ServiceIncident> incidents() {
        return gate.read(Operation.LIST_SERVICES, null, services::incidents);
    }

    @Override
    public void listen(ServiceListener listener) {
        gate.check(Operation.LIST_SERVICES, null);
        services.listen(listener);
    }

    @Override
    public void pause(String action, String reason) {
        gate.run(Operation.PAUSE_SERVICE, null, Subject.of(action), reason, () -> services.pause(action, reason));
    }

    @Override
    public void resume(String action, String reason) {
        gate.run(Operation.RESUME_SERVICE, null, Subject.of(action), reason, () -> services.resume(action, reason));
    }

    @Override
    public List<ServiceChange> changes(String action) {
        return gate.read(Operation.LIST_SERVICES, null, () -> services.changes(action));
    }
}
