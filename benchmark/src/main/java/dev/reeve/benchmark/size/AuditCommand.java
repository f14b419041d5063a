package dev.reeve.benchmark.size;

import dev.reeve.AuditReport;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.Payloads;
import dev.reeve.benchmark.workload.Workflows;
import dev.reeve.internal.model.definition.Definition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures the cost of checking a store: all of it at once, and a page per second continuously. */
@Command(
        name = "audit",
        description =
                "Runs executions of three steps, then has all of them verified, and measures what the auditor costs that goes on beside an idle engine.")
public final class AuditCommand implements Callable<Integer> {

    private static final int OPEN_MAX = 1_000;
    private static final int SLOTS = 100;
    private static final int STEPS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final IdleWatch watch = new IdleWatch(20_000);

    @Override
    public Integer call() throws Exception {
        watch.require(common);
        return common.run("audit " + watch.count(), this::measure);
    }

    private void measure(Database database, Report report) {
        List<Definition> workflows = List.of(Workflows.chain(STEPS));
        try (Engine engine = Engine.open(database, common.lanes(), SLOTS, workflows)) {
            runAll(engine.reeve());
            verify(engine.reeve());
            Usage begin = Usage.now(database);
            AuditReport found = verify(engine.reeve());
            Usage usage = Usage.now(database).since(begin);
            report.add("executions", found.executions(), "");
            report.add("verifySeconds", usage.seconds(), 2, "s");
            report.add("verifiedPerSecond", found.executions() / usage.seconds(), 0, "");
            usage.addTo(report, found.executions());
            idle(database, engine.reeve(), report);
        }
    }

    private static AuditReport verify(Reeve reeve) {
        AuditReport found = reeve.health().verify(executions -> {});
        CheckFailedException.check(
                found.isSound(), () -> "incidents: " + found.incidents().getFirst());
        return found;
    }

    private void runAll(Reeve reeve) {
        Semaphore open = new Semaphore(OPEN_MAX);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        for (int i = 0; i < watch.count() && failure.get() == null; i++) {
            open.acquireUninterruptibly();
            reeve.startAsync("chain" + STEPS, Payloads.order(i), Start.plain())
                    .thenCompose(Execution::result)
                    .whenComplete((result, error) -> {
                        if (error != null) {
                            failure.compareAndSet(null, error);
                        } else if (result.status() != ExecutionStatus.COMPLETED) {
                            failure.compareAndSet(null, new IllegalStateException(result.toString()));
                        }
                        open.release();
                    });
        }
        boolean ended;
        try {
            ended = open.tryAcquire(OPEN_MAX, PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailedException("interrupted", e);
        }
        Throwable cause = failure.get();
        if (cause != null) {
            throw new CheckFailedException("an execution failed: " + cause.getMessage(), cause);
        }
        CheckFailedException.check(ended, () -> "not all executions ended within %s".formatted(PATIENCE));
    }

    private void idle(Database database, Reeve reeve, Report report) {
        long before = reeve.health().stats().audit().executions();
        Usage begin = Usage.now(database);
        Pause.of(watch.length());
        Usage usage = Usage.now(database).since(begin);
        report.add("auditedPerSecond", (reeve.health().stats().audit().executions() - before) / usage.seconds(), 0, "");
        report.add("idleCpuPercent", 100.0 * usage.cpuNanos() / usage.nanos(), 2, "% of a processor, this process");
        if (usage.serverCpuNanos() >= 0) {
            report.add("idleServerCpuPercent", 100.0 * usage.serverCpuNanos() / usage.nanos(), 2, "%, the server");
        }
        CheckFailedException.check(
                reeve.health().incidents().isEmpty(),
                () -> "incidents: " + reeve.health().incidents());
    }
}
