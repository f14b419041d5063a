package dev.reeve.benchmark.throughput;

import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.LoadOptions;
import dev.reeve.benchmark.report.Report;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the throughput of a chain of no-op steps, with a bounded number of executions in flight. */
@Command(
        description =
                "A chain of no-op steps, each durable, with ~200 bytes of input and ~100 bytes of result: executions per second in a closed loop. With several runs, the figures are those of the median one.")
public final class ChainCommand implements Callable<Integer> {

    private static final int NODES_MAX = 8;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final LoadOptions load = new LoadOptions();

    @Option(
            names = "--with-limit",
            description =
                    "After each run, write the same rows in batches of the same size without an engine, and tell the share of that limit which the engine reaches.")
    private boolean withLimit;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description =
                    "Processes that share one PostgreSQL, with --inflight executions of them all. Default: one engine in this process, which owns the store alone.")
    private int nodes;

    @Mixin
    private final AgentProcesses remote = new AgentProcesses();

    private final int steps;

    public ChainCommand(int steps) {
        this.steps = steps;
    }

    @Override
    public Integer call() throws Exception {
        load.check(common);
        common.require("--nodes", nodes, 0, NODES_MAX);
        remote.require(common);
        if (nodes > 0) {
            remote.requireNone(common, "--nodes");
        }
        String what = "chain%d inflight %d%s"
                .formatted(
                        steps,
                        load.inflight(),
                        remote.count() == 0 ? "" : ", agents in %d processes".formatted(remote.count()));
        return nodes == 0
                ? common.run(what, this::measure)
                : common.runOnServer("%s, nodes %d".formatted(what, nodes), this::share);
    }

    private void share(Database database, Report report) throws IOException {
        int inflight = Math.max(1, load.inflight() / nodes);
        ShareChild.Plan plan = new ShareChild.Plan(steps, inflight, common.lanes(), load.warmUp(), load.seconds());
        new SharedChain((PostgresDatabase) database, nodes, plan).measure(report);
    }

    private void measure(Database database, Report report) throws IOException {
        List<ChainRun> runs = new ArrayList<>();
        List<Limit.Outcome> limits = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        for (int i = 0; i < load.runs(); i++) {
            ChainRun run = remote.count() == 0
                    ? ChainRun.measure(database, steps, common, load, load.warmUp(), load.seconds())
                    : ChainRun.measureRemote(database, steps, common, load, remote.count());
            runs.add(run);
            if (withLimit) {
                Limit.Outcome limit = new Limit(database, run.sample(), run.lanes(), (int)
                                Math.round(run.commits().rowsPerCommit()))
                        .throughStore(load.warmUp(), load.seconds());
                limits.add(limit);
                shares.add(run.perSecond() / limit.perSecond());
                common.progress().say("limit: %,.0f executions/s".formatted(limit.perSecond()));
            }
        }
        List<ChainRun> sorted = new ArrayList<>(runs);
        sorted.sort(Comparator.comparingDouble(ChainRun::perSecond));
        sorted.get(sorted.size() / 2).addTo(report, steps);
        if (runs.size() > 1) {
            report.add(
                    "executionsPerSecondRuns",
                    runs.stream().map(ChainRun::perSecond).toList(),
                    0);
        }
        if (withLimit) {
            List<Limit.Outcome> sortedLimits = new ArrayList<>(limits);
            sortedLimits.sort(Comparator.comparingDouble(Limit.Outcome::perSecond));
            sortedLimits.get(limits.size() / 2).addTo(report, "limit");
            report.add(
                    "shareOfLimitPercent",
                    100 * shares.stream().sorted().toList().get(shares.size() / 2),
                    1,
                    "%");
            report.add("shareOfLimitRuns", shares, 3);
        }
    }
}
