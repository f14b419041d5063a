package dev.reeve.benchmark.throughput;

import dev.reeve.ClusterOptions;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.ClosedLoop;
import dev.reeve.benchmark.workload.Commits;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.OpenLoop;
import dev.reeve.benchmark.workload.Payloads;
import dev.reeve.benchmark.workload.RemoteAgents;
import dev.reeve.benchmark.workload.Workflows;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the latency of a chain on a machine under light load. */
@Command(
        name = "latency",
        description =
                "chain3 at a fixed rate, whether or not the engine keeps up: time from the intended start to the result, so that no stall is left out.")
public final class LatencyCommand implements Callable<Integer> {

    private static final int STEPS = 3;
    private static final int SLOTS = 1_000;
    private static final int WARM_INFLIGHT = 16;
    private static final double RATE_MAX = 10_000;
    private static final double SECONDS_MAX = 86_400;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--rate", paramLabel = "N", description = "Starts per second. Default: ${DEFAULT-VALUE}.")
    private double rate = 50;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Length of the measured time. Default: ${DEFAULT-VALUE}.")
    private double seconds = 30;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description =
                    "Seconds before that, in a closed loop, so that the compiler has done its work as in a server that has run for an hour. Default: ${DEFAULT-VALUE}.")
    private double warmUp = 5;

    @Option(
            names = "--elsewhere",
            description =
                    "Also from a node that owns nothing, so that each start goes to another node of the same PostgreSQL.")
    private boolean elsewhere;

    @Option(
            names = "--keyed",
            description =
                    "Each start has a key, so the key decides which shard has the execution, and its owner looks whether the key is known.")
    private boolean keyed;

    @Mixin
    private final AgentProcesses remote = new AgentProcesses();

    private final Histogram accepted = new ConcurrentHistogram(3);

    /** Makes the keys of this run new in a store that an earlier run has used. */
    private final String run = UUID.randomUUID().toString();

    /** How many starts had a key. */
    private final AtomicLong keys = new AtomicLong();

    @Override
    public Integer call() throws Exception {
        common.require("--rate", rate, 0.1, RATE_MAX);
        common.require("--seconds", seconds, 0.1, SECONDS_MAX);
        common.require("--warmup", warmUp, 0, SECONDS_MAX);
        remote.require(common);
        if (elsewhere) {
            remote.requireNone(common, "--elsewhere");
        }
        String what = "latency at %s/s%s".formatted(rate, keyed ? ", with keys" : "");
        if (remote.count() > 0) {
            return common.run("%s, agents in %d processes".formatted(what, remote.count()), this::measureRemote);
        }
        return elsewhere
                ? common.runOnServer(what + ", here and elsewhere", this::measureElsewhere)
                : common.run(what, this::measure);
    }

    private void measure(Database database, Report report) {
        try (Engine engine = Engine.open(database, common.lanes(), SLOTS, List.of(Workflows.chain(STEPS)))) {
            measure(engine, database, report);
        }
    }

    private void measureRemote(Database database, Report report) throws IOException {
        NodeOptions options = NodeOptions.defaults().withLanes(common.lanes());
        try (Engine engine = Engine.withoutAgent(database, options, List.of(Workflows.chain(STEPS)));
                RemoteAgents agents = RemoteAgents.start(
                        engine.reeve(), common.temporaryDirectory(), remote.count(), SLOTS / remote.count())) {
            long before = agents.cpuNanos();
            measure(engine, database, report);
            report.add("agentCpuSeconds", (agents.cpuNanos() - before) / 1e9, 2, "s, the agents, with warming up");
        }
    }

    private void measure(Engine engine, Database database, Report report) {
        warmUp(engine.reeve());
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long compiled = compiler.getTotalCompilationTime();
        Commits.Count commits = engine.commits().count();
        Usage begin = Usage.now(database);
        OpenLoop loop = load(engine.reeve());
        Usage usage = Usage.now(database).since(begin);
        addTo(report, loop, "");
        report.add("warmupSeconds", warmUp, 1, "s, at full load");
        report.add(
                "compilerMillis",
                compiler.getTotalCompilationTime() - compiled,
                "ms that the compiler was at work while it measured");
        report.add(
                "executionsPerCommit",
                engine.commits()
                        .count()
                        .since(commits)
                        .executionsPerCommit(loop.latencies().getTotalCount()),
                2,
                "");
        usage.addTo(report, loop.latencies().getTotalCount());
        report.add("lanes", engine.lanes(), "");
    }

    /** Two nodes in this process: one owns all shards and has the agent, the other one only starts. */
    private void measureElsewhere(Database database, Report report) {
        ClusterOptions sharing = ClusterOptions.defaults();
        NodeOptions options = NodeOptions.defaults().withLanes(common.lanes());
        try (Engine owner =
                        Engine.open(database, options.withCluster(sharing), SLOTS, List.of(Workflows.chain(STEPS)));
                Reeve starter = EmbeddedReeve.on(database.open(), options.withCluster(sharing.withOwns(false)))) {
            warmUp(owner.reeve());
            warmUp(starter);
            OpenLoop local = load(owner.reeve());
            addTo(report, local, "local.");
            OpenLoop elsewhere = load(starter);
            addTo(report, elsewhere, "elsewhere.");
            report.add(
                    "elsewhereToLocalP50",
                    (double) elsewhere.latencies().getValueAtPercentile(50)
                            / local.latencies().getValueAtPercentile(50),
                    2,
                    "times");
        }
    }

    private OpenLoop load(Reeve starter) {
        common.progress().say("%s/s for %s s …".formatted(rate, seconds));
        accepted.reset();
        OpenLoop loop = new OpenLoop(System::nanoTime, Pause::until, (long) (TimeUnit.SECONDS.toNanos(1) / rate));
        long count = Math.max(1, (long) (rate * seconds));
        loop.run(count, number -> start(starter, number));
        boolean ended = Pause.until(() -> loop.open() == 0, PATIENCE);
        Throwable failure = loop.failure();
        if (failure != null) {
            throw new CheckFailedException("an execution went wrong: " + failure.getMessage(), failure);
        }
        CheckFailedException.check(
                ended, () -> "%d executions have not ended after %s".formatted(loop.open(), PATIENCE));
        return loop;
    }

    private void warmUp(Reeve starter) {
        if (warmUp > 0) {
            common.progress().say("warming up …");
            try (ClosedLoop loop = new ClosedLoop(starter, "chain" + STEPS, STEPS, WARM_INFLIGHT)) {
                loop.start();
                Pause.of(Duration.ofNanos((long) (warmUp * 1e9)));
                loop.drain(PATIENCE);
            }
        }
    }

    private CompletionStage<ExecutionResult> start(Reeve starter, long number) {
        long begun = System.nanoTime();
        Start how = keyed ? Start.key(run + "-" + keys.incrementAndGet()) : Start.plain();
        return starter.startAsync("chain" + STEPS, Payloads.order(number), how)
                .thenCompose(execution -> {
                    accepted.recordValue(System.nanoTime() - begun);
                    return execution.result();
                })
                .thenApply(result -> checked(result, number));
    }

    private static ExecutionResult checked(ExecutionResult result, long number) {
        Json output = result.output();
        CheckFailedException.check(
                result.status() == ExecutionStatus.COMPLETED
                        && output != null
                        && Payloads.isOutput(output, number, STEPS),
                () -> "execution %s ended as %s with output %s".formatted(result.id(), result.status(), output));
        return result;
    }

    private void addTo(Report report, OpenLoop loop, String prefix) {
        Histogram latencies = loop.latencies();
        report.add(prefix + "executions", latencies.getTotalCount(), "");
        report.add(
                prefix + "latencyMillisP50",
                latencies.getValueAtPercentile(50) / 1e6,
                2,
                "ms, intended start to result");
        report.add(prefix + "latencyMillisP90", latencies.getValueAtPercentile(90) / 1e6, 2, "ms");
        report.add(prefix + "latencyMillisP99", latencies.getValueAtPercentile(99) / 1e6, 2, "ms");
        report.add(prefix + "latencyMillisP999", latencies.getValueAtPercentile(99.9) / 1e6, 2, "ms");
        report.add(prefix + "latencyMillisMax", latencies.getMaxValue() / 1e6, 2, "ms");
        report.add(
                prefix + "acceptedMillisP50",
                accepted.getValueAtPercentile(50) / 1e6,
                2,
                "ms, start to its being stored");
        report.add(prefix + "acceptedMillisP99", accepted.getValueAtPercentile(99) / 1e6, 2, "ms");
        report.add(
                prefix + "latenessMillisP99",
                loop.lateness().getValueAtPercentile(99) / 1e6,
                2,
                "ms, of the driver, included");
    }
}
