package dev.reeve.internal.engine.cluster;

import dev.reeve.SupervisorStats;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.scheduler.Lane;
import dev.reeve.internal.engine.scheduler.Lanes;
import dev.reeve.internal.engine.supervisor.Supervisor;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.NodeReport;
import dev.reeve.spi.store.NodeRow;
import java.time.Instant;

/** The figures of a node, for itself and for the others. Thread-safe. */
public final class NodeFigures {

    private final Lanes lanes;
    private final Supervisor supervisor;
    private final Clock clock;
    private final String release = Release.name();
    private final Instant since;

    NodeFigures(Lanes lanes, Supervisor supervisor, Clock clock) {
        this.lanes = lanes;
        this.supervisor = supervisor;
        this.clock = clock;
        this.since = clock.now();
    }

    /** The present figures. */
    public NodeReport report() {
        SupervisorStats stats = supervisor.stats();
        return new NodeReport(
                release,
                lanes.all().stream()
                        .map(Lane::stats)
                        .mapToInt(lane -> lane.active())
                        .sum(),
                stats.lag(),
                stats.overdue().isPositive() ? clock.now().minus(stats.overdue()) : null);
    }

    /** The node as the store would list it, for a store that registers no nodes. */
    public NodeRow row(NodeId node) {
        return new NodeRow(node, true, lanes.owned(), since, null, report());
    }
}
