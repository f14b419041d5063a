package dev.reeve.benchmark.size;

import dev.reeve.NodeOptions;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.Sample;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.ClosedLoop;
import dev.reeve.benchmark.workload.Commits;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.Workflows;
import dev.reeve.internal.model.definition.Definition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures whether removal keeps up with new executions, beside many kept executions. */
@Command(
        name = "retention",
        description =
                "Starts executions of chain1 at a steady rate and removes them after their retention, beside others that are kept for a year: how many end and are removed in each interval, and the sizes of the tables over time.")
public final class RetentionCommand implements Callable<Integer> {

    private static final int KEPT_MAX = 100_000_000;
    private static final int RATE_MAX = 100_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final MeasuredTime time = new MeasuredTime(10);

    @Option(
            names = "--kept",
            paramLabel = "N",
            description = "Executions that are kept for a year. Default: ${DEFAULT-VALUE}.")
    private int kept = 10_000_000;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Executions started per second. Default: ${DEFAULT-VALUE}.")
    private int rate = 10_000;

    @Option(
            names = "--retention",
            paramLabel = "SECONDS",
            description = "How long they are kept after their end. Default: ${DEFAULT-VALUE}.")
    private int retention = 60;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description =
                    "Seconds before that: at least the retention, so that there is something to remove. Default: ${DEFAULT-VALUE}.")
    private int warmUp = 180;

    @Option(
            names = "--inflight",
            paramLabel = "N",
            description = "Executions under way at most. Default: ${DEFAULT-VALUE}.")
    private int inflight = 4_000;

    /** The state at one time. */
    private record Look(long ended, long removed, long bytes) {}

    @Override
    public Integer call() throws Exception {
        common.require("--kept", kept, 0, KEPT_MAX);
        common.require("--rate", rate, 1, RATE_MAX);
        common.require("--retention", retention, 1, MeasuredTime.SECONDS_MAX);
        time.require(common, 2);
        common.require("--warmup", warmUp, 0, MeasuredTime.SECONDS_MAX);
        common.require("--inflight", inflight, 1, RATE_MAX);
        return common.run(
                "retention of %d s, %,d/s started beside %,d that are kept".formatted(retention, rate, kept),
                this::measure);
    }

    private void measure(Database database, Report report) {
        NodeOptions options = KeptExecutions.options(common.lanes(), Duration.ofSeconds(retention));
        List<Definition> workflows = List.of(Workflows.chain(1), KeptExecutions.WORKFLOW);
        Sample sample;
        try (Engine engine = Engine.open(database, options, 2 * inflight, workflows)) {
            sample = engine.sample(KeptExecutions.WORKFLOW.name());
        }
        KeptExecutions.add(database, sample, kept, common.progress());
        try (Engine engine = Engine.open(database, options, 2 * inflight, workflows);
                ClosedLoop loop = new ClosedLoop(engine.reeve(), "chain1", 1, inflight, rate)) {
            loop.start();
            watch(engine, loop, database, warmUp, "warming up");
            Commits.Count committed = engine.commits().count();
            Usage begin = Usage.now(database);
            List<Look> looks = watch(engine, loop, database, time.seconds(), "measured");
            Usage usage = Usage.now(database).since(begin);
            Commits.Count commits = engine.commits().count().since(committed);
            loop.drain(PATIENCE);
            add(report, looks, usage, commits);
        }
    }

    private List<Look> watch(Engine engine, ClosedLoop loop, Database database, int length, String what) {
        List<Look> looks = new ArrayList<>();
        looks.add(look(engine, loop, database));
        long begin = System.nanoTime();
        for (int at = time.interval(); at <= length; at += time.interval()) {
            Pause.until(begin + Duration.ofSeconds(at).toNanos());
            loop.check();
            Look last = looks.getLast();
            Look look = look(engine, loop, database);
            looks.add(look);
            StringBuilder sizes = new StringBuilder();
            for (Map.Entry<String, Long> size : database.tableBytes().entrySet()) {
                sizes.append(", %s %,.1f MiB".formatted(size.getKey(), size.getValue() / 1048576.0));
            }
            common.progress()
                    .say("%s %,5d s: ended %,.0f/s, removed %,.0f/s%s"
                            .formatted(
                                    what,
                                    at,
                                    (look.ended - last.ended) / (double) time.interval(),
                                    (look.removed - last.removed) / (double) time.interval(),
                                    sizes));
        }
        return looks;
    }

    private static Look look(Engine engine, ClosedLoop loop, Database database) {
        long bytes = database.tableBytes().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        return new Look(loop.completed(), engine.removed(), bytes);
    }

    private static void add(Report report, List<Look> looks, Usage usage, Commits.Count commits) {
        Look first = looks.getFirst();
        Look middle = looks.get(looks.size() / 2);
        Look last = looks.getLast();
        report.add("seconds", usage.seconds(), 1, "s");
        report.add("executionsPerSecond", (last.ended - first.ended) / usage.seconds(), 0, "that ended");
        report.add("executionsPerCommit", commits.executionsPerCommit(last.ended - first.ended), 2, "of the lanes");
        report.add("removedPerSecond", (last.removed - first.removed) / usage.seconds(), 0, "");
        report.add("backlogGrowth", last.ended - first.ended - last.removed + first.removed, "executions");
        usage.addTo(report, last.ended - first.ended);
        report.add("tablesMiBBegin", first.bytes / 1048576.0, 1, "MiB");
        report.add("tablesMiBMiddle", middle.bytes / 1048576.0, 1, "MiB");
        report.add("tablesMiBEnd", last.bytes / 1048576.0, 1, "MiB");
        report.add("tablesMiBMax", looks.stream().mapToLong(Look::bytes).max().orElse(0) / 1048576.0, 1, "MiB");
    }
}
