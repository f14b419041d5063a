package dev.reeve.internal.engine.client.operation;

import dev.reeve.AgentStatus;
import dev.reeve.AuditReport;
import dev.reeve.ClockJump;
import dev.reeve.EngineHealth;
import dev.reeve.EngineStats;
import dev.reeve.Incident;
import dev.reeve.NodeStats;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.scheduler.Lane;
import dev.reeve.internal.engine.scheduler.batch.LaneStats;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** How the engine in this process is. */
public final class EmbeddedHealth implements EngineHealth {

    private final EngineAccess engine;
    private final Node node;

    public EmbeddedHealth(EngineAccess engine, Node node) {
        this.engine = engine;
        this.node = node;
    }

    @Override
    public EngineStats stats() {
        List<LaneStats> lanes = node.lanes().all().stream().map(Lane::stats).toList();
        return new EngineStats(
                lanes.stream().mapToLong(LaneStats::commits).sum(),
                lanes.stream().mapToLong(LaneStats::transitions).sum(),
                Duration.ofNanos(
                        lanes.stream().mapToLong(LaneStats::commitNanos).sum()),
                lanes.stream().mapToInt(LaneStats::active).sum(),
                lanes.stream().mapToInt(LaneStats::swappedOut).sum(),
                node.held().held(),
                node.held().max(),
                lanes.stream().mapToInt(LaneStats::quarantined).sum(),
                node.supervisor().stats(),
                node.auditor().stats(),
                node.courier().stats(),
                new NodeStats(1 + node.others(), node.lanes().owned().size(), node.sinceRenewal()));
    }

    @Override
    public List<Incident> incidents() {
        return node.auditor().incidents();
    }

    @Override
    public Optional<ClockJump> clockJump() {
        return Optional.ofNullable(node.clock().jump());
    }

    @Override
    public List<AgentStatus> agents() {
        node.check();
        return engine.actions().agents(node.dispatcher().agents());
    }

    @Override
    public AuditReport verify(LongConsumer progress) {
        return engine.reader().verify(progress);
    }
}
