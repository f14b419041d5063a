package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.cluster.UpgradePlan.Release;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks that a cluster can be upgraded while it works, and that there is a way back. */
@Command(
        name = "upgrade",
        description =
                "Runs nodes of an earlier release as processes on one PostgreSQL, and replaces them under load by nodes of this release, one after the other: forwards, back, and forwards again. Then what only this release knows is used, and the earlier one must be refused. At the end everything that these processes saw is compared with the store.")
public final class UpgradeCommand implements Callable<Integer> {

    private static final int STAGE_MAX = 3_600;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final ClusterSettings settings = new ClusterSettings();

    @Option(
            names = "--other",
            paramLabel = "DIR",
            description =
                    "A checkout of the earlier release, built with its ./reeve build; benchmark/upgrade makes one. Default: this release takes both parts, and nothing is refused.")
    private @Nullable Path other;

    @Option(
            names = "--stage",
            paramLabel = "SECONDS",
            description = "How long each mixture of releases works, at least. Default: ${DEFAULT-VALUE}.")
    private double stage = 5;

    @Option(
            names = "--faults",
            paramLabel = "FAULT",
            split = ",",
            description = "How the processes end, in turn: DRAIN (SIGTERM) or KILL (SIGKILL). Default: DRAIN.")
    private List<ClusterFault> faults = List.of(ClusterFault.DRAIN);

    @Override
    public Integer call() throws Exception {
        settings.require(common);
        common.require("--stage", stage, 0, STAGE_MAX);
        for (ClusterFault fault : faults) {
            if (fault != ClusterFault.DRAIN && fault != ClusterFault.KILL) {
                throw common.wrong("--faults: expected DRAIN or KILL, found " + fault);
            }
        }
        ClusterRelease old = other == null ? ClusterRelease.plain() : ClusterRelease.at(other);
        return common.runOnServer(
                "upgrade of a cluster of %d".formatted(settings.nodes()),
                (database, report) -> measure(old, database, report));
    }

    private void measure(ClusterRelease old, Database database, Report report) throws IOException {
        if (!(database instanceof PostgresDatabase postgres)) {
            throw new IllegalStateException("not on PostgreSQL");
        }
        Path directory = settings.directory();
        ClusterTrial trial = new ClusterTrial(postgres, directory, common.progress());
        Map<Release, ClusterRelease> releases =
                Map.of(Release.OLD, old, Release.NEW, ClusterRelease.plain(), Release.USING, ClusterRelease.own());
        new UpgradeRun(trial, settings.plan(0, trial), releases, faults, Duration.ofMillis((long) (stage * 1_000)))
                .run(report);
        settings.remove(directory);
    }
}
