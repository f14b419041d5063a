package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.member.ClusterPlan;
import dev.reeve.benchmark.process.Directories;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks that several nodes on one PostgreSQL lose nothing and do nothing twice when they fail. */
@Command(
        name = "cluster",
        description =
                "Runs several nodes as processes on one PostgreSQL, and kills, stops, cuts off, silences and closes them in turn under load. Then everything that these processes saw is compared with the store, and the times of take-over are told.")
public final class ClusterCommand implements Callable<Integer> {

    private static final int NODES_MAX = 8;
    private static final int SECONDS_MAX = 86_400;
    private static final int RATE_MAX = 5_000;
    private static final int INFLIGHT_MAX = 10_000;
    private static final double TTL_MIN = 3;
    private static final double TTL_MAX = 60;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--nodes", paramLabel = "N", description = "How many nodes. Default: ${DEFAULT-VALUE}.")
    private int nodes = 3;

    @Option(
            names = "--agents",
            paramLabel = "N",
            description =
                    "How many further processes have the agents; then the nodes have none. Default: ${DEFAULT-VALUE}.")
    private int agents = 0;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long there are faults, at least one of each kind. Default: ${DEFAULT-VALUE}.")
    private int seconds = 60;

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
            names = "--faults",
            paramLabel = "FAULT",
            split = ",",
            description =
                    "The faults, of ${COMPLETION-CANDIDATES}. Default: all that are possible: AGENT needs --agents, FAILOVER needs --replicated.")
    private @Nullable List<ClusterFault> faults;

    @Option(
            names = "--replicated",
            description =
                    "Two servers with synchronous replication. With the fault FAILOVER, the primary is killed and the standby takes its place.")
    private boolean replicated;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "The longest time between two faults; the shortest is half of it. Default: ${DEFAULT-VALUE}.")
    private double interval = 10;

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description =
                    "A new directory for the ledgers and the logs of the processes. Default: a temporary one, which is kept if a check fails.")
    private @Nullable Path keep;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of the order of the faults. Default: a new one, which is printed.")
    private @Nullable Long seed;

    @Override
    public Integer call() throws Exception {
        common.require("--nodes", nodes, 2, NODES_MAX);
        common.require("--agents", agents, 0, NODES_MAX);
        common.require("--seconds", seconds, 1, SECONDS_MAX);
        common.require("--ttl", ttl, TTL_MIN, TTL_MAX);
        common.require("--rate", rate, 1, RATE_MAX);
        common.require("--inflight", inflight, 1, INFLIGHT_MAX);
        common.require("--interval", interval, 0, SECONDS_MAX);
        requirePossible();
        String what = "cluster of %d".formatted(nodes);
        return replicated
                ? common.runOnPair(what + " on a primary and its standby", this::measure)
                : common.runOnServer(what, this::measure);
    }

    private boolean isPossible(ClusterFault fault) {
        return switch (fault) {
            case AGENT -> agents > 0;
            case FAILOVER -> replicated;
            case KILL, RENAME, STOP, DRAIN, CUT, SILENCE, DATABASE -> true;
        };
    }

    private void requirePossible() {
        for (ClusterFault fault : faults == null ? List.<ClusterFault>of() : faults) {
            if (!isPossible(fault)) {
                throw common.wrong(
                        fault == ClusterFault.AGENT
                                ? "--faults: AGENT needs --agents, processes that only have agents"
                                : "--faults: FAILOVER needs --replicated, a standby that takes over");
            }
        }
    }

    private List<ClusterFault> chosenFaults() {
        return faults != null
                ? faults
                : Arrays.stream(ClusterFault.values()).filter(this::isPossible).toList();
    }

    private void measure(Database database, Report report) throws IOException {
        if (!(database instanceof PostgresDatabase postgres)) {
            throw new IllegalStateException("not on PostgreSQL");
        }
        long chosen = seed == null ? System.nanoTime() : seed;
        common.progress().say("seed %d".formatted(chosen));
        report.add("seed", Long.toString(chosen));
        Path directory = keep == null ? Files.createTempDirectory("reeve-bench-cluster-") : Files.createDirectory(keep);
        ClusterTrial trial = new ClusterTrial(postgres, directory, common.progress());
        ClusterPlan plan = new ClusterPlan(
                nodes, agents, Duration.ofMillis((long) (ttl * 1_000)), rate, inflight, trial.ledgers());
        trial.run(
                plan,
                Duration.ofSeconds(seconds),
                new ClusterSchedule(chosen, chosenFaults(), nodes, agents, interval),
                report);
        if (keep == null) {
            Directories.delete(directory);
        }
    }
}
