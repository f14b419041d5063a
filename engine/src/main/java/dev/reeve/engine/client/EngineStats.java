package dev.reeve.engine.client;

import dev.reeve.engine.audit.AuditStats;
import dev.reeve.engine.cluster.Node;
import dev.reeve.engine.notification.CourierStats;
import dev.reeve.engine.scheduler.Lane;
import dev.reeve.engine.scheduler.LaneStats;
import dev.reeve.engine.supervisor.SupervisorStats;
import java.time.Duration;
import java.util.List;

/**
 * Counters of an engine since it was opened.
 *
 * @param commits committed transactions
 * @param transitions journal rows written; {@code transitions} divided by {@code commits} is the average batch size
 * @param commitTime time spent waiting for the store to commit, over all lanes
 * @param active executions in memory or swapped out of it
 * @param swappedOut active executions whose content is only in the store, because memory is short
 * @param heldBytes memory held by executions, waiting messages and attempts at agents; a character counts as one byte
 * @param heldBytesMax above this, starts are refused and executions are swapped out
 * @param quarantined executions that cannot be read; they are left alone until the engine is opened again, and need a
 *     person
 */
public record EngineStats(
        long commits,
        long transitions,
        Duration commitTime,
        int active,
        int swappedOut,
        long heldBytes,
        long heldBytesMax,
        int quarantined,
        SupervisorStats supervisor,
        AuditStats audit,
        CourierStats courier) {

    static EngineStats of(Node node) {
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
                node.courier().stats());
    }
}
