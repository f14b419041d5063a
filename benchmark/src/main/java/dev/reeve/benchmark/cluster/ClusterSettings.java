package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.member.ClusterPlan;
import dev.reeve.benchmark.process.Directories;
import dev.reeve.benchmark.report.CommonOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of all workloads that run a cluster. */
final class ClusterSettings {

    private static final int NODES_MAX = 8;
    private static final int RATE_MAX = 5_000;
    private static final int INFLIGHT_MAX = 10_000;
    private static final double TTL_MIN = 3;
    private static final double TTL_MAX = 60;

    @Option(names = "--nodes", paramLabel = "N", description = "How many nodes. Default: ${DEFAULT-VALUE}.")
    private int nodes = 3;

    @Option(
            names = "--ttl",
            paramLabel = "SECONDS",
            description = "The time to live of a node. Default: ${DEFAULT-VALUE}.")
    private double ttl = TTL_MIN;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Starts per second of each node. Default: ${DEFAULT-VALUE}.")
    private int rate = 30;

    @Option(
            names = "--inflight",
            paramLabel = "N",
            description = "Open executions of each node at most. Default: ${DEFAULT-VALUE}.")
    private int inflight = 500;

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description =
                    "A new directory for the ledgers and the logs of the processes. Default: a temporary one, which is kept if a check fails.")
    private @Nullable Path keep;

    /** Refuses values out of bounds. */
    void require(CommonOptions common) {
        common.require("--nodes", nodes, 2, NODES_MAX);
        common.require("--ttl", ttl, TTL_MIN, TTL_MAX);
        common.require("--rate", rate, 1, RATE_MAX);
        common.require("--inflight", inflight, 1, INFLIGHT_MAX);
    }

    int nodes() {
        return nodes;
    }

    /** @param agents number of processes that only have agents */
    ClusterPlan plan(int agents, ClusterTrial trial) throws IOException {
        return new ClusterPlan(nodes, agents, Duration.ofMillis((long) (ttl * 1_000)), rate, inflight, trial.ledgers());
    }

    /** Creates the directory of the ledgers and logs. */
    Path directory() throws IOException {
        return keep == null ? Files.createTempDirectory("reeve-bench-cluster-") : Files.createDirectory(keep);
    }

    /** Removes it after success, unless it is to be kept. */
    void remove(Path directory) {
        if (keep == null) {
            Directories.delete(directory);
        }
    }
}
