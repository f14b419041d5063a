package dev.reeve.benchmark.restart;

import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.ChildProcess;
import dev.reeve.benchmark.process.Directories;
import dev.reeve.benchmark.process.Ledger;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.KillOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.spi.store.StoredExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks that nothing is lost or done twice when the process is killed at any moment. */
@Command(
        name = "crash",
        description =
                "Kills a process that runs chain3 with SIGKILL at random moments, also while it starts, again and again on the same store. Then everything that these processes saw is compared with the store: nothing acknowledged is lost, no completed step ran again, every execution ends.")
public final class CrashCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final KillOptions kills = new KillOptions(50);

    @Override
    public Integer call() throws Exception {
        kills.require(common);
        return common.run("crash " + kills.rounds(), this::measure);
    }

    private void measure(Database database, Report report) throws IOException {
        Random random = kills.random(common, report);
        CrashAudit audit = new CrashAudit(CrashChild.STEPS);
        Path ledgers = Files.createTempDirectory("reeve-bench-ledgers-");
        try {
            int early = 0;
            for (int round = 0; round < kills.rounds(); round++) {
                Path file = ledgers.resolve("round-" + round);
                Instant begun = Instant.now();
                boolean ready = killOne(database, file, random);
                List<Ledger.Entry> entries = Ledger.read(file);
                audit.round(begun, entries);
                Files.delete(file);
                early += ready ? 0 : 1;
                common.progress()
                        .say("kill %d of %d: %s, %,d entries"
                                .formatted(round + 1, kills.rounds(), ready ? "running" : "starting", entries.size()));
            }
            report.add("kills", kills.rounds(), "");
            report.add("killsWhileStarting", early, "");
            finish(database, ledgers.resolve("last"), audit, report);
        } finally {
            Directories.delete(ledgers);
        }
    }

    /** @return whether the engine was open at the time of the kill */
    private boolean killOne(Database database, Path ledger, Random random) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(ledger.toString(), Integer.toString(kills.inflight())));
        arguments.addAll(database.childArguments());
        try (ChildProcess child = ChildProcess.start(CrashChild.class, arguments)) {
            child.expect("opening");
            boolean early = kills.isEarly(random);
            if (!early) {
                child.expect("ready");
            }
            Pause.of(kills.delay(random));
            CheckFailedException.check(
                    child.isAlive(), () -> "the process ended before it was killed; see above for why");
            int exit = child.kill();
            CheckFailedException.check(
                    exit == ChildProcess.KILLED,
                    () -> "the process ended with exit code %d before the kill".formatted(exit));
            return !early || "ready".equals(child.line());
        }
    }

    /** Completes all open executions, and runs the audit. */
    private void finish(Database database, Path file, CrashAudit audit, Report report) throws IOException {
        common.progress().say("letting the rest come to its end …");
        Instant begun = Instant.now();
        long begunNanos = System.nanoTime();
        Ledger ledger = Ledger.create(file);
        try (Engine engine = CrashChild.open(database, ledger, kills.inflight())) {
            boolean ended = Pause.until(() -> open(engine).isEmpty(), PATIENCE);
            CheckFailedException.check(
                    ended, () -> "not ended %s after the last kill: %s".formatted(PATIENCE, open(engine)));
            report.add(
                    "lastRecoverySeconds", (System.nanoTime() - begunNanos) / 1e9, 2, "s, until everything had ended");
            audit.round(begun, Ledger.read(file));
            common.progress().say("auditing %,d executions …".formatted(audit.executions()));
            List<String> violations = audit.check(id -> engine.store()
                    .find(id)
                    .map(row -> new StoredExecution(row, engine.store().history(id))));
            CheckFailedException.check(violations.isEmpty(), () -> String.join("\n  ", violations));
            List<ExecutionSummary> others = engine.reeve()
                    .list(ExecutionQuery.all()
                            .status(ExecutionStatus.FAILED, ExecutionStatus.CANCELLED, ExecutionStatus.COMPENSATED)
                            .limit(5));
            CheckFailedException.check(others.isEmpty(), () -> "ended, but were not completed: %s".formatted(others));
        }
        audit.addTo(report);
    }

    private static List<ExecutionSummary> open(Engine engine) {
        return engine.reeve()
                .list(ExecutionQuery.all()
                        .status(ExecutionStatus.RUNNING, ExecutionStatus.COMPENSATING, ExecutionStatus.ESCALATED)
                        .limit(5));
    }
}
