package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.SeedOption;
import java.io.IOException;
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

    private static final int AGENTS_MAX = 8;
    private static final int SECONDS_MAX = 86_400;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final ClusterSettings settings = new ClusterSettings();

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

    @Mixin
    private final SeedOption seed = new SeedOption();

    @Override
    public Integer call() throws Exception {
        settings.require(common);
        common.require("--agents", agents, 0, AGENTS_MAX);
        common.require("--seconds", seconds, 1, SECONDS_MAX);
        common.require("--interval", interval, 0, SECONDS_MAX);
        requirePossible();
        String what = "cluster of %d".formatted(settings.nodes());
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
        long chosen = seed.chosen(common, report);
        Path directory = settings.directory();
        ClusterTrial trial = new ClusterTrial(postgres, directory, common.progress());
        trial.run(
                settings.plan(agents, trial),
                Duration.ofSeconds(seconds),
                new ClusterSchedule(chosen, chosenFaults(), settings.nodes(), agents, interval),
                report);
        settings.remove(directory);
    }
}
