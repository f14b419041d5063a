package dev.reeve.benchmark.size;

import dev.reeve.NodeOptions;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.database.Sample;
import dev.reeve.benchmark.database.StatementTimes;
import dev.reeve.benchmark.database.TableState;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.ListTimes;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.BulkStart;
import dev.reeve.benchmark.workload.ClosedLoop;
import dev.reeve.benchmark.workload.Commits;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.NoopCall;
import dev.reeve.benchmark.workload.Workflows;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures whether statements stay as fast as they are, beside many active, sleeping and finished executions. */
@Command(
        name = "scale",
        description =
                "Fills a PostgreSQL database with finished and sleeping executions, and runs active ones beside them, which are removed after their retention: the time of each statement and of each list over the run, sizes, dead rows and vacuums of the tables.")
public final class ScaleCommand implements Callable<Integer> {

    private static final int COUNT_MAX = 100_000_000;
    private static final int ACTIVE_MAX = 1_000_000;
    private static final int RATE_MAX = 10_000;
    private static final int STATEMENTS = 12;
    private static final int TEXT_MAX = 70;
    private static final int SLOTS = 2_000;
    private static final int STEPS = 3;

    /** Number of waits of an active execution, between its steps. */
    private static final int WAITS = 2;

    private static final Duration SLEEP = Duration.ofDays(30);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final MeasuredTime time = new MeasuredTime(30);

    @Option(
            names = "--finished",
            paramLabel = "N",
            description = "Executions to add that have ended and are kept for a year. Default: ${DEFAULT-VALUE}.")
    private int finished = 20_000_000;

    @Option(
            names = "--sleeping",
            paramLabel = "N",
            description = "Executions to add that wait for 30 days. Default: ${DEFAULT-VALUE}.")
    private int sleeping = 5_000_000;

    @Option(
            names = "--active",
            paramLabel = "N",
            description = "Executions of three steps under way at once. Default: ${DEFAULT-VALUE}.")
    private int active = 100_000;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "Of these, how many are started per second. They wait between their steps, so that --active of them are under way. Default: ${DEFAULT-VALUE}.")
    private int rate = 1_000;

    @Option(
            names = "--retention",
            paramLabel = "SECONDS",
            description = "How long active executions are kept after their end. Default: ${DEFAULT-VALUE}.")
    private int retention = 120;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description =
                    "Seconds before that, so that executions are removed as fast as they are started. Default: ${DEFAULT-VALUE}.")
    private int warmUp = 300;

    /** The figures of one interval. */
    private record Look(StatementTimes times, long ended, long removed) {}

    @Override
    public Integer call() throws Exception {
        common.require("--finished", finished, 0, COUNT_MAX);
        common.require("--sleeping", sleeping, 0, COUNT_MAX);
        common.require("--active", active, 1, ACTIVE_MAX);
        common.require("--rate", rate, 1, RATE_MAX);
        common.require("--retention", retention, 1, MeasuredTime.SECONDS_MAX);
        time.require(common, 4);
        common.require("--warmup", warmUp, 0, MeasuredTime.SECONDS_MAX);
        return common.runOnPostgres(
                "scale: %,d active, %,d sleeping, %,d finished".formatted(active, sleeping, finished), this::measure);
    }

    private void measure(Database database, Report report) {
        if (!(database instanceof PostgresDatabase postgres)) {
            throw new IllegalStateException("not on PostgreSQL");
        }
        NodeOptions options = KeptExecutions.options(common.lanes(), Duration.ofSeconds(retention));
        List<Definition> workflows = List.of(active(), Workflows.sleeper(SLEEP), KeptExecutions.WORKFLOW);
        StatementTimes.begin(postgres);
        fill(database, options, workflows, report);
        long opening = System.nanoTime();
        try (Engine engine = Engine.open(database, options, SLOTS, workflows);
                ClosedLoop loop = new ClosedLoop(engine.reeve(), activeName(), STEPS, active, rate)) {
            report.add("openMillis", (System.nanoTime() - opening) / 1e6, 0, "ms, to open the engine");
            loop.start(holding().plus(PATIENCE));
            common.progress().say("warming up for %d s".formatted(warmUp));
            Pause.of(Duration.ofSeconds(warmUp));
            ListTimes lists = new ListTimes(activeName(), Workflows.SLEEPER, KeptExecutions.WORKFLOW.name());
            List<TableState> before = TableState.of(postgres);
            Commits.Count committed = engine.commits().count();
            Usage begin = Usage.now(database);
            List<Look> looks = watch(engine, loop, postgres, lists);
            Usage usage = Usage.now(database).since(begin);
            Commits.Count commits = engine.commits().count().since(committed);
            report.add("heapMiB", Usage.heapBytes() / 1048576.0, 0, "MiB, at the end");
            add(report, looks, usage, commits);
            lists.addTo(report);
            addTables(report, before, TableState.of(postgres));
            loop.drain(holding().plus(PATIENCE));
        }
    }

    /** How long an execution waits between its steps, in total. */
    private Duration holding() {
        return Duration.ofMillis(1_000L * active / rate);
    }

    /** Another one for other waits, since a database may be used for several runs. */
    private String activeName() {
        return "scale_%d".formatted(holding().toMillis());
    }

    private Definition active() {
        String call = "\"action\":\"" + NoopCall.ACTION + "\"";
        String wait = "\"wait\":\"%dms\"".formatted(holding().toMillis() / WAITS);
        return DefinitionReader.parse("""
                {"workflow":"%s","steps":{
                    "step1":{%s},
                    "wait1":{"after":["step1"],%s},
                    "step2":{"after":["wait1"],%s},
                    "wait2":{"after":["step2"],%s},
                    "step3":{"after":["wait2"],%s}}}
                """.formatted(activeName(), call, wait, call, wait, call));
    }

    private void fill(Database database, NodeOptions options, List<Definition> workflows, Report report) {
        Sample sample;
        try (Engine engine = Engine.open(database, options, SLOTS, workflows)) {
            long heap = Usage.heapBytes();
            Commits.Count committed = engine.commits().count();
            long begin = System.nanoTime();
            BulkStart.run(engine.reeve(), Workflows.SLEEPER, sleeping, common.progress());
            if (sleeping > 0) {
                report.add("sleepersPerSecond", sleeping / ((System.nanoTime() - begin) / 1e9), 0, "accepted");
                Commits.Count commits = engine.commits().count().since(committed);
                report.add("sleepersPerCommit", commits.executionsPerCommit(sleeping), 2, "");
                report.add("sleepersHeapMiB", Usage.heapBytes() / 1048576.0, 1, "MiB, with all of them");
                report.add("sleepersHeapBytes", (double) (Usage.heapBytes() - heap) / sleeping, 1, "bytes for each");
            }
            sample = engine.sample(KeptExecutions.WORKFLOW.name());
        }
        if (finished > 0) {
            KeptExecutions.add(database, sample, finished, common.progress());
        }
    }

    private List<Look> watch(Engine engine, ClosedLoop loop, PostgresDatabase database, ListTimes lists) {
        List<Look> looks = new ArrayList<>();
        StatementTimes last = StatementTimes.now(database);
        long ended = loop.completed();
        long removed = engine.removed();
        long begin = System.nanoTime();
        for (int at = time.interval(); at <= time.seconds(); at += time.interval()) {
            Pause.until(begin + Duration.ofSeconds(at).toNanos());
            loop.check();
            StatementTimes now = StatementTimes.now(database);
            Look look = new Look(now.since(last), loop.completed() - ended, engine.removed() - removed);
            looks.add(look);
            lists.measure(engine.reeve());
            ended += look.ended();
            removed += look.removed();
            last = StatementTimes.now(database);
            common.progress()
                    .say("%,5d s: ended %,d/s, removed %,d/s; %s"
                            .formatted(
                                    at,
                                    look.ended() / time.interval(),
                                    look.removed() / time.interval(),
                                    TableState.of(database).subList(0, 2)));
        }
        return looks;
    }

    private static StatementTimes sum(List<Look> looks) {
        StatementTimes sum = looks.getFirst().times();
        for (Look look : looks.subList(1, looks.size())) {
            sum = sum.plus(look.times());
        }
        return sum;
    }

    /** Blocks that the statements read for each execution that ended, without lists. */
    private static double blocksEach(List<Look> looks) {
        long ended = looks.stream().mapToLong(Look::ended).sum();
        return (double) sum(looks).blocks() / Math.max(1, ended);
    }

    private static void add(Report report, List<Look> looks, Usage usage, Commits.Count commits) {
        long ended = looks.stream().mapToLong(Look::ended).sum();
        report.add("executionsPerSecond", ended / usage.seconds(), 0, "that ended");
        report.add("executionsPerCommit", commits.executionsPerCommit(ended), 2, "of the lanes");
        report.add("removedPerSecond", looks.stream().mapToLong(Look::removed).sum() / usage.seconds(), 0, "");
        usage.addTo(report, ended);
        int part = Math.max(1, looks.size() / 3);
        report.add(
                "blocksPerExecution",
                List.of(
                        blocksEach(looks.subList(0, part)),
                        blocksEach(looks.subList(looks.size() - part, looks.size()))),
                0);
        StatementTimes all = sum(looks);
        StatementTimes first = sum(looks.subList(0, part));
        StatementTimes last = sum(looks.subList(looks.size() - part, looks.size()));
        List<String> costly = all.totals().keySet().stream()
                .sorted(Comparator.comparingDouble(text -> -all.of(text).millis()))
                .limit(STATEMENTS)
                .toList();
        int number = 0;
        for (String text : costly) {
            String name = "statement%02d".formatted(++number);
            report.add(
                    name,
                    String.format(
                            Locale.ROOT,
                            "%,d calls, %,.1f µs and %,.1f blocks in the first third, %,.1f µs and %,.1f blocks in the last: %s",
                            all.of(text).calls(),
                            first.of(text).micros(),
                            first.of(text).blocksEach(),
                            last.of(text).micros(),
                            last.of(text).blocksEach(),
                            text.substring(0, Math.min(TEXT_MAX, text.length()))));
        }
    }

    private static void addTables(Report report, List<TableState> before, List<TableState> after) {
        for (TableState now : after) {
            before.stream()
                    .filter(was -> was.table().equals(now.table()) && now.bytes() > 1 << 20)
                    .forEach(was -> report.add(
                            "table_" + now.table(), "%s; before: %s".formatted(now.figures(), was.figures())));
        }
    }
}
