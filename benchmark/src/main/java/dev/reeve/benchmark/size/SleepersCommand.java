package dev.reeve.benchmark.size;

import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Reeve;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.BulkStart;
import dev.reeve.benchmark.workload.ClosedLoop;
import dev.reeve.benchmark.workload.Commits;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.Payloads;
import dev.reeve.benchmark.workload.Scans;
import dev.reeve.benchmark.workload.Workflows;
import dev.reeve.internal.model.definition.Definition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures the cost of waiting executions, which should consist of rows only. */
@Command(
        name = "sleepers",
        description =
                "Starts executions that wait for an hour: time to accept them, memory for each, processor time while they sleep, and how long the engine takes to start on such a store and give its first result.")
public final class SleepersCommand implements Callable<Integer> {

    private static final int SLOTS = 100;
    private static final int PAGE = 1_000;
    private static final Duration WAIT = Duration.ofHours(1);
    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final IdleWatch watch = new IdleWatch(100_000);

    @Override
    public Integer call() throws Exception {
        watch.require(common);
        return common.run("sleepers " + watch.count(), this::measure);
    }

    private void measure(Database database, Report report) {
        List<Definition> workflows = List.of(Workflows.sleeper(WAIT), Workflows.chain(1));
        try (Engine engine = Engine.open(database, common.lanes(), SLOTS, workflows)) {
            warmUp(engine.reeve());
            long sizeBefore = database.sizeBytes();
            long heapBefore = Usage.heapBytes();
            Commits.Count committed = engine.commits().count();
            Usage begin = Usage.now(database);
            BulkStart.run(engine.reeve(), Workflows.SLEEPER, watch.count(), common.progress());
            Usage starting = Usage.now(database).since(begin);
            Commits.Count commits = engine.commits().count().since(committed);
            long heapAfter = Usage.heapBytes();
            report.add("sleepers", watch.count(), "");
            report.add("acceptSeconds", starting.seconds(), 2, "s");
            report.add("acceptedPerSecond", watch.count() / starting.seconds(), 0, "");
            report.add("executionsPerCommit", commits.executionsPerCommit(watch.count()), 2, "");
            report.add("acceptCpuMicros", starting.totalCpuNanos() / 1e3 / watch.count(), 1, "µs each");
            report.add("heapBytesPerSleeper", (double) (heapAfter - heapBefore) / watch.count(), 1, "bytes");
            report.add("heapMiB", heapAfter / 1048576.0, 1, "MiB");
            idle(engine, database, report);
            report.add("rows", countRows(engine.reeve()), "open executions listed");
            report.add(
                    "storeBytesPerSleeper", (double) (database.sizeBytes() - sizeBefore) / watch.count(), 0, "bytes");
        }
        restart(database, report, workflows);
    }

    /** Excludes one-time class loading and caching from the measurement. */
    private static void warmUp(Reeve reeve) {
        try (ClosedLoop loop = new ClosedLoop(reeve, "chain1", 1, SLOTS)) {
            loop.start();
            Pause.of(WARM_UP);
            loop.drain(PATIENCE);
        }
    }

    private void idle(Engine engine, Database database, Report report) {
        common.progress().say("watching it sleep for %s s …".formatted(watch.seconds()));
        Scans.Count before = engine.scans().count();
        Usage begin = Usage.now(database);
        Pause.of(watch.length());
        Usage usage = Usage.now(database).since(begin);
        Scans.Count scans = engine.scans().count().since(before);
        report.add("idleCpuPercent", 100.0 * usage.cpuNanos() / usage.nanos(), 2, "% of a processor, this process");
        if (usage.serverCpuNanos() >= 0) {
            report.add("idleServerCpuPercent", 100.0 * usage.serverCpuNanos() / usage.nanos(), 2, "%, the server");
        }
        report.add("scans", scans.scans(), "by all lanes meanwhile");
        report.add("scanMicros", scans.microsEach(), 0, "µs for each scan of a lane");
        report.add("scanAllocatedKiB", scans.kibibytesEach(), 1, "KiB for each scan");
        report.add("scanRows", scans.rows(), "found to be due soon");
    }

    private long countRows(Reeve reeve) {
        long rows = 0;
        ExecutionQuery query = ExecutionQuery.all()
                .workflow(Workflows.SLEEPER)
                .status(ExecutionStatus.RUNNING)
                .limit(PAGE);
        List<ExecutionSummary> page = reeve.list(query);
        while (!page.isEmpty()) {
            rows += page.size();
            page = reeve.list(query.after(page.getLast()));
        }
        if (rows != watch.count()) {
            throw new CheckFailedException(
                    "%d sleepers were accepted, and %d are in the store".formatted(watch.count(), rows));
        }
        return rows;
    }

    private void restart(Database database, Report report, List<Definition> workflows) {
        long begun = System.nanoTime();
        try (Engine engine = Engine.open(database, common.lanes(), SLOTS, workflows)) {
            long opened = System.nanoTime();
            chain(engine.reeve());
            long result = System.nanoTime();
            report.add("restartOpenMillis", (opened - begun) / 1e6, 1, "ms");
            report.add("restartFirstResultMillis", (result - begun) / 1e6, 1, "ms, until the result of a chain1");
            report.add("restartHeapMiB", Usage.heapBytes() / 1048576.0, 1, "MiB");
        }
    }

    private static void chain(Reeve reeve) {
        Execution execution = reeve.start("chain1", Payloads.order(0));
        ExecutionStatus status = execution.awaitEnd(PATIENCE).status();
        CheckFailedException.check(
                status == ExecutionStatus.COMPLETED, () -> "%s ended as %s".formatted(execution, status));
    }
}
