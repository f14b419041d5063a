package dev.reeve.internal.client;

import dev.reeve.AgentStatus;
import dev.reeve.AuditReport;
import dev.reeve.ClockJump;
import dev.reeve.EngineHealth;
import dev.reeve.EngineStats;
import dev.reeve.Incident;
import dev.reeve.internal.document.HealthDocument;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** The health of the engine of the server that answers. Immutable. */
final class RemoteHealth implements EngineHealth {

    private final Wire wire;
    private final String namespace;

    RemoteHealth(Wire wire, String namespace) {
        this.wire = wire;
        this.namespace = namespace;
    }

    private HealthDocument health() {
        return wire.call(Request.get(namespace, Target.of("/v1/health"))).as(HealthDocument.class);
    }

    @Override
    public EngineStats stats() {
        return health().stats();
    }

    @Override
    public List<Incident> incidents() {
        return health().violations();
    }

    @Override
    public Optional<ClockJump> clockJump() {
        return Optional.ofNullable(health().jump());
    }

    @Override
    public List<AgentStatus> agents() {
        return health().statuses();
    }

    @Override
    public AuditReport verify(LongConsumer progress) {
        throw Calls.unsupported("health().verify", "run ./reeve verify on the store");
    }
}
