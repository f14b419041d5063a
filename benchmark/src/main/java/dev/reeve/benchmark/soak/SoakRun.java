package dev.reeve.benchmark.soak;

import dev.reeve.AuditReport;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Directories;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** A mixed load on one store: successive engines, measurements of resource usage, and the checks at the end. */
final class SoakRun implements AutoCloseable {

    private static final Duration TURN = Duration.ofMillis(5);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Maximum number of open executions. If it is reached, the machine is too slow for the rate. */
    private static final int OPEN_MAX = 20_000;

    private static final double NANOS = 1e9;

    private final Database database;
    private final SoakPlan plan;
    private final CommonOptions common;
    private final Path directory;
    private final SoakArchive archive;
    private final SoakLoad load = new SoakLoad();
    private final LongAdder undone = new LongAdder();
    private final List<SoakLook> looks = new ArrayList<>();
    private SoakEngine engine;
    private int engines = 1;
    private long heldBack;

    /** Commits of the engines that are closed. */
    private long commitsBefore;

    SoakRun(Database database, SoakPlan plan, CommonOptions common) throws IOException {
        this.database = database;
        this.plan = plan;
        this.common = common;
        directory = common.temporaryDirectory();
        archive = new SoakArchive(directory.resolve("archive"));
        engine = open();
    }

    private SoakEngine open() {
        return SoakEngine.open(database, common.lanes(), plan.retention(), directory.resolve("archive"), undone);
    }

    void measure(Report report) {
        Usage before = Usage.now(database);
        long begin = System.nanoTime();
        work(begin);
        Usage usage = Usage.now(database).since(before);
        long commits = commitsBefore + engine.commits();
        double seconds = (System.nanoTime() - begin) / NANOS;
        long audited = rest();
        removed(seconds);
        tell(report, seconds, usage, commits, audited);
    }

    private void work(long begin) {
        long end = begin + plan.length().toNanos();
        long nextLook = begin + plan.interval().toNanos();
        long nextEngine = begin + plan.reopen().toNanos();
        long last = begin;
        double due = 0;
        long now;
        while ((now = System.nanoTime()) - end < 0) {
            // Starts missed while an engine was opened are not made up for: the rate is steady.
            due += Math.min(1, (now - last) / NANOS) * plan.rate();
            last = now;
            for (; due >= 1; due--) {
                if (load.openCount() < OPEN_MAX) {
                    load.start(engine.reeve());
                } else {
                    heldBack++;
                }
            }
            load.act(engine.reeve());
            if (now - nextLook >= 0) {
                look((now - begin) / (long) NANOS);
                nextLook += plan.interval().toNanos();
            }
            if (now - nextEngine >= 0) {
                nextEngine();
                nextEngine += plan.reopen().toNanos();
            }
            load.check();
            Pause.of(TURN);
        }
    }

    private void look(long seconds) {
        SoakLook look = SoakLook.at(seconds, database, load.openCount());
        looks.add(look);
        common.progress()
                .say("%,6d s: %,d started, %,d ended; %s"
                        .formatted(seconds, load.startedCount(), load.endedCount(), look));
        CheckFailedException.check(
                engine.reeve().health().incidents().isEmpty(),
                () -> "the auditor found " + engine.reeve().health().incidents());
    }

    private void nextEngine() {
        load.settle(PATIENCE);
        commitsBefore += engine.commits();
        engine.close();
        archive.collect();
        engine = open();
        engines++;
        load.goOn(engine.reeve());
    }

    /** Waits until all executions have ended. */
    private long rest() {
        CheckFailedException.check(
                Pause.until(
                        () -> {
                            load.act(engine.reeve());
                            return load.openCount() == 0;
                        },
                        PATIENCE),
                () -> "%,d executions did not end within %s, one of them %s"
                        .formatted(load.openCount(), PATIENCE, load.anyOpen()));
        engine.reeve().actingAs("soak").schedules().delete("soak", "the load is over");
        CheckFailedException.check(
                Pause.until(engine::isAtRest, PATIENCE), () -> "children, or what the schedule started, did not end");
        load.check();
        AuditReport audit = engine.reeve().health().verify(done -> {});
        CheckFailedException.check(audit.isSound(), () -> "the audit found " + audit.incidents());
        return audit.executions();
    }

    /** Every execution must be in the archive once, and the store must be empty. */
    private void removed(double seconds) {
        Duration patience = plan.retention().plus(PATIENCE);
        CheckFailedException.check(
                Pause.until(() -> engine.isEmpty() && !archive.isPending(), patience),
                () -> "what has ended was not removed within " + patience);
        load.settle(PATIENCE);
        engine.close();
        archive.collect();
        for (SoakKind kind : SoakKind.values()) {
            archived(kind.workflow(), load.startedCount(kind));
        }
        archived(SoakKind.CHILD, SoakKind.CHILDREN_OF_PARENT * load.startedCount(SoakKind.PARENT));
        long ticks = archive.count(SoakKind.TICK);
        CheckFailedException.check(
                ticks > 0 && ticks <= seconds + PATIENCE.toSeconds(),
                () -> "the schedule started %,d in %,.0f s".formatted(ticks, seconds));
        long toUndo = 2 * load.startedCount(SoakKind.UNDONE);
        CheckFailedException.check(
                undone.sum() >= toUndo,
                () -> "%,d steps were undone, and %,d had to be".formatted(undone.sum(), toUndo));
    }

    private void archived(String workflow, long expected) {
        long found = archive.count(workflow);
        CheckFailedException.check(
                found == expected,
                () -> "%,d of %s were started, and %,d are in the archive".formatted(expected, workflow, found));
    }

    private void tell(Report report, double seconds, Usage usage, long commits, long audited) {
        report.add("seconds", seconds, 0, "s");
        report.add("executions", load.startedCount(), "started, and ended as they should");
        report.add("executionsPerSecond", load.startedCount() / seconds, 1, "");
        report.add(
                "executionsPerCommit",
                (double) load.startedCount() / Math.max(1, commits),
                2,
                "of the lanes, also for children, timers and signals");
        report.add("archived", archive.executions(), "each once, with children and what the schedule started");
        report.add("archivedMiB", archive.bytes() / 1048576.0, 1, "MiB, compressed");
        report.add("audited", audited, "at the end, without a finding");
        report.add("engines", engines, "one after the other");
        report.add("overloaded", load.overloadedCount(), "starts that were refused");
        report.add("heldBack", heldBack, "that were not started, as too many were open");
        usage.addTo(report, load.startedCount());
        report.add("looks", looks.size(), "");
        if (looks.size() < Flatness.LOOKS_MIN) {
            return;
        }
        List<Flatness.Trend> grown = new ArrayList<>();
        for (Flatness.Trend trend : Flatness.trends(looks)) {
            report.add(trend.name() + ", second quarter", trend.before(), 1, "");
            report.add(trend.name() + ", last quarter", trend.after(), 1, "");
            if (!trend.isFlat()) {
                grown.add(trend);
            }
        }
        CheckFailedException.check(grown.isEmpty(), () -> String.format(Locale.ROOT, "not flat: %s", grown));
    }

    @Override
    public void close() {
        engine.close();
        load.close();
        Directories.delete(directory);
    }
}
