package dev.reeve.benchmark.throughput;

import dev.reeve.NodeOptions;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.Sample;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.process.Progress;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.LoadOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.ClosedLoop;
import dev.reeve.benchmark.workload.Commits;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.RemoteAgents;
import dev.reeve.benchmark.workload.Workflows;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One measurement of the closed loop.
 *
 * @param usage during the measured time
 * @param executions that ended in the measured time
 * @param latencies of these executions, in nanoseconds from the start to the result
 * @param agentCpuNanos of the agents in other processes; 0 if there are none
 * @param heapBytes live after a collection, when all executions had ended
 * @param sample the rows of one such execution
 */
record ChainRun(
        Usage usage,
        long executions,
        Histogram latencies,
        Commits.Count commits,
        Histogram commitNanos,
        long agentCpuNanos,
        long heapBytes,
        int lanes,
        Sample sample) {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static ChainRun measure(
            Database database, int steps, CommonOptions common, LoadOptions load, Duration warmUp, Duration seconds)
            throws IOException {
        try (Engine engine = Engine.open(database, common.lanes(), load.slots(), List.of(Workflows.chain(steps)))) {
            return measure(engine, null, database, steps, common, load, warmUp, seconds);
        }
    }

    /** With agents in other processes. */
    static ChainRun measureRemote(Database database, int steps, CommonOptions common, LoadOptions load, int processes)
            throws IOException {
        NodeOptions options = NodeOptions.defaults().withLanes(common.lanes());
        try (Engine engine = Engine.withoutAgent(database, options, List.of(Workflows.chain(steps)));
                RemoteAgents agents = RemoteAgents.start(
                        engine.reeve(), common.temporaryDirectory(), processes, load.slots() / processes)) {
            return measure(engine, agents, database, steps, common, load, load.warmUp(), load.seconds());
        }
    }

    private static ChainRun measure(
            Engine engine,
            @Nullable RemoteAgents agents,
            Database database,
            int steps,
            CommonOptions common,
            LoadOptions load,
            Duration warmUp,
            Duration seconds)
            throws IOException {
        Progress progress = common.progress();
        String workflow = "chain" + steps;
        try (ClosedLoop loop = new ClosedLoop(engine.reeve(), workflow, steps, load.inflight())) {
            loop.start();
            watch(loop, warmUp, progress, "warming up");
            long before = loop.completed();
            Commits.Count commitsBefore = engine.commits().count();
            engine.commits().interval();
            loop.latencies();
            long agentsBefore = agents == null ? 0 : agents.cpuNanos();
            Usage begin = Usage.now(database);
            watch(loop, seconds, progress, workflow);
            long agentCpuNanos = agents == null ? 0 : agents.cpuNanos() - agentsBefore;
            Usage usage = Usage.now(database).since(begin);
            long executions = loop.completed() - before;
            Histogram latencies = loop.latencies();
            Commits.Count commits = engine.commits().count().since(commitsBefore);
            Histogram commitNanos = engine.commits().interval();
            loop.drain(PATIENCE);
            Sample sample = engine.sample(workflow);
            return new ChainRun(
                    usage,
                    executions,
                    latencies,
                    commits,
                    commitNanos,
                    agentCpuNanos,
                    Usage.heapBytes(),
                    engine.lanes(),
                    sample);
        }
    }

    /** Waits, and reports progress once a second. */
    private static void watch(ClosedLoop loop, Duration length, Progress progress, String what) {
        long end = System.nanoTime() + length.toNanos();
        long at = System.nanoTime();
        long count = loop.completed();
        while (end - at > 0) {
            long next = Math.min(end, at + 1_000_000_000);
            Pause.until(next);
            loop.check();
            long now = System.nanoTime();
            long completed = loop.completed();
            progress.say("%s: %,.0f executions/s".formatted(what, (completed - count) * 1e9 / (now - at)));
            at = now;
            count = completed;
        }
    }

    double perSecond() {
        return executions / usage.seconds();
    }

    void addTo(Report report, int steps) {
        report.add("executions", executions, "");
        report.add("seconds", usage.seconds(), 2, "s");
        report.add("executionsPerSecond", perSecond(), 0, "");
        report.add("stepsPerSecond", perSecond() * steps, 0, "");
        usage.addTo(report, executions);
        if (agentCpuNanos > 0) {
            report.add("agentCpuMicrosPerExecution", agentCpuNanos / 1e3 / executions, 1, "µs, the agents");
        }
        report.add("latencyMillisP50", latencies.getValueAtPercentile(50) / 1e6, 2, "ms, start to result");
        report.add("latencyMillisP99", latencies.getValueAtPercentile(99) / 1e6, 2, "ms");
        report.add("journalRowsPerExecution", (double) commits.journalRows() / executions, 2, "");
        addCommits(report, "", executions, commits, commitNanos, usage);
        report.add("heapMiB", heapBytes / 1048576.0, 1, "MiB, live when all had ended");
        report.add("lanes", lanes, "");
        report.add("bytesPerExecution", sample.bytes(), "in the journal");
    }

    static void addCommits(
            Report report, String prefix, long executions, Commits.Count commits, Histogram nanos, Usage usage) {
        String dot = prefix.isEmpty() ? "" : prefix + ".";
        report.add(dot + "commitsPerSecond", commits.commits() / usage.seconds(), 0, "");
        report.add(dot + "executionsPerCommit", commits.executionsPerCommit(executions), 2, "");
        report.add(dot + "journalRowsPerCommit", commits.rowsPerCommit(), 1, "");
        report.add(dot + "commitMillisMean", nanos.getMean() / 1e6, 2, "ms");
        report.add(dot + "commitMillisP99", nanos.getValueAtPercentile(99) / 1e6, 2, "ms");
    }
}
