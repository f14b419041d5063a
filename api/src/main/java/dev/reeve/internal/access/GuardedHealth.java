package dev.reeve.internal.access;

import dev.reeve.AgentStatus;
import dev.reeve.AuditReport;
import dev.reeve.ClockJump;
import dev.reeve.EngineHealth;
import dev.reeve.EngineStats;
import dev.reeve.Incident;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Health as one caller may see it. */
record GuardedHealth(EngineHealth health, Gate gate) implements EngineHealth {

    @Override
    public EngineStats stats() {
        return gate.read(Operation.HEALTH, null, health::stats);
    }

    @Override
    public List<Incident> incidents() {
        return gate.read(Operation.HEALTH, null, health::incidents);
    }

    @Override
    public Optional<ClockJump> clockJump() {
        return gate.read(Operation.HEALTH, null, health::clockJump);
    }

    @Override
    public List<AgentStatus> agents() {
        return gate.read(Operation.HEALTH, null, health::agents);
    }

    @Override
    public AuditReport verify(LongConsumer progress) {
        return gate.act(Operation.AUDIT, null, null, null, () -> health.verify(progress));
    }
}
