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
 * What an engine has done since it was opened.
 *
 * @param commits transactions
 * @param transitions journal rows; divided by {@code commits}, how well commits are shared
 * @param commitTime spent waiting for the store to commit, over all lanes
 * @param active executions in memory, or swapped out of it
 * @param swappedOut those of them whose content is in the store alone, because memory is short
 * @param heldBytes what executions, waiting messages and attempts at agents hold in memory; a character counts as one byte
 * @param heldBytesMax beyond it starts are refused, and executions are swapped out
 * @param quarantined executions that cannot be read and are left alone until the engine is opened again; a person must look
 *     at them
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
