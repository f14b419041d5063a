package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.member.ClusterPlan;
import dev.reeve.benchmark.process.Pause;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Makes faults, and measures how long a cluster needs for each. */
final class ClusterInjector {

    /** The time until the last decision of a node is stored. */
    private static final long LAST_WORD_MILLIS = 100;

    private static final Duration REFUSED = Duration.ofSeconds(1);

    private final ClusterPlan plan;
    private final List<ClusterNode> nodes;
    private final ClusterWatch watch;
    private final PostgresDatabase database;
    private int failovers;

    ClusterInjector(ClusterPlan plan, List<ClusterNode> nodes, ClusterWatch watch, PostgresDatabase database) {
        this.plan = plan;
        this.nodes = nodes;
        this.watch = watch;
        this.database = database;
    }

    /** Makes a fault, and waits until all nodes own shards again. */
    ClusterIncident make(ClusterFault fault, ClusterNode node) throws IOException {
        String identity = watch.identity(node.name());
        Set<Integer> shards = watch.owners().of(node.name());
        long begin = System.currentTimeMillis();
        double taken = Double.NaN;
        switch (fault) {
            case KILL, RENAME, AGENT -> {
                node.kill();
                begin = System.currentTimeMillis();
                if (fault == ClusterFault.RENAME) {
                    node.restartRenamed();
                } else {
                    node.restart();
                }
                taken = fault == ClusterFault.AGENT ? taken : awaitTaken(identity, shards, begin);
                node.awaitReady();
            }
            case STOP -> {
                node.freeze();
                begin = System.currentTimeMillis();
                try {
                    taken = awaitTaken(identity, shards, begin);
                    longerThanTheTtl(begin);
                } finally {
                    node.thaw();
                }
            }
            case SILENCE -> {
                node.cable().silence();
                begin = System.currentTimeMillis();
                taken = awaitTaken(identity, shards, begin);
                longerThanTheTtl(begin);
                node.cable().heal();
            }
            case DRAIN -> {
                node.terminate();
                taken = awaitTaken(identity, shards, begin);
                node.awaitEnd();
                node.restart();
                node.awaitReady();
            }
            case CUT -> {
                node.cable().cut();
                Pause.of(REFUSED);
                node.cable().heal();
            }
            case DATABASE -> {
                database.server().crash();
                Pause.of(REFUSED);
                database.server().restart();
            }
            case FAILOVER -> begin = failOver();
        }
        long over = System.currentTimeMillis();
        awaitWhole();
        awaitWork();
        long end = System.currentTimeMillis();
        double moving =
                fault.isAbrupt() ? LAST_WORD_MILLIS + watch.firstMove(shards, begin + LAST_WORD_MILLIS) : Double.NaN;
        return new ClusterIncident(fault, node.place(), begin, end, taken, moving, end - over);
    }

    /**
     * Every second time, beginning with the first, the standby lacks commits that the primary has made.
     *
     * @return when the fault began
     */
    private long failOver() throws IOException {
        database.pair().removeKilled();
        long begin = System.currentTimeMillis();
        database.pair().failOver(failovers % 2 == 0);
        failovers++;
        return begin;
    }

    /** @return milliseconds */
    private double awaitTaken(String identity, Set<Integer> shards, long begin) {
        watch.await(
                "other nodes own the shards of " + identity,
                owners -> owners.names().keySet().containsAll(shards) && watch.owned(identity) == 0);
        return System.currentTimeMillis() - begin;
    }

    private void longerThanTheTtl(long begin) {
        long left = begin + 2 * plan.ttl().toMillis() - System.currentTimeMillis();
        Pause.of(Duration.ofMillis(Math.max(0, left)));
    }

    /** Waits until every shard has an owner, and each node owns some. */
    void awaitWhole() {
        nodes.forEach(ClusterNode::checkAlive);
        List<String> names = nodes.stream().map(ClusterNode::name).toList();
        watch.await(
                "each of %s owns shards, and every shard has an owner".formatted(names),
                owners -> owners.areComplete(names));
    }

    /** Waits until each node commits. */
    private void awaitWork() {
        Map<String, Long> before = watch.batches();
        List<String> names = nodes.stream().map(ClusterNode::name).toList();
        watch.await("each of %s commits".formatted(names), owners -> {
            Map<String, Long> batches = watch.batches();
            // the lanes of a node that was removed meanwhile begin at 0
            return names.stream().allMatch(name -> !Objects.equals(batches.get(name), before.get(name)));
        });
    }
}
