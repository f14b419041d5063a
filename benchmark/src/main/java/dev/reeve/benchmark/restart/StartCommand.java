package dev.reeve.benchmark.restart;

import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.ChildProcess;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.workload.ClosedLoop;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.Workflows;
import dev.reeve.internal.model.definition.Definition;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the time from the start of a process to its first result. */
@Command(
        name = "start",
        description =
                "Time from opening the engine on an existing store to its first result: in new processes (cold), in new processes with an archive of classes, and again and again in this one (warm).")
public final class StartCommand implements Callable<Integer> {

    private static final int ROUNDS_MAX = 1_000;
    private static final int EXECUTIONS_MAX = 10_000_000;
    private static final int INFLIGHT = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--rounds", paramLabel = "N", description = "Of each kind. Default: ${DEFAULT-VALUE}.")
    private int rounds = 7;

    @Option(
            names = "--executions",
            paramLabel = "N",
            description = "How many executions of chain3 are in the store, at least. Default: ${DEFAULT-VALUE}.")
    private int executions = 20_000;

    @Override
    public Integer call() throws Exception {
        common.require("--rounds", rounds, 1, ROUNDS_MAX);
        common.require("--executions", executions, 1, EXECUTIONS_MAX);
        return common.run("start on %d executions".formatted(executions), this::measure);
    }

    private void measure(Database database, Report report) throws IOException {
        fill(database);
        Cold cold = new Cold();
        for (int i = 0; i < rounds; i++) {
            cold.add(database, List.of());
            common.progress().say("cold: first result after %.0f ms".formatted(cold.result.getLast()));
        }
        Cold archived = new Cold();
        if (isOfJars()) {
            archived(database, archived);
        } else {
            common.progress().say("no archive of classes can be made, because the class path has folders");
        }
        List<Double> warm = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            warm.add(StartChild.measure(database).resultNanos() / 1e6);
        }
        cold.addTo(report, "cold", "");
        if (!archived.result.isEmpty()) {
            archived.addTo(report, "archived", ", with an archive of classes");
        }
        report.add("warmFirstResultMillis", median(warm), 1, "ms, median");
        report.add("warmFirstResultMillisRuns", warm, 1);
    }

    private static boolean isOfJars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .noneMatch(entry -> Files.isDirectory(Path.of(entry)));
    }

    private void archived(Database database, Cold archived) throws IOException {
        Path archive = Files.createTempFile("reeve-start", ".jsa");
        try {
            Files.delete(archive);
            new Cold().add(database, List.of("-XX:ArchiveClassesAtExit=" + archive, "-Xlog:cds=off,cds+dynamic=off"));
            for (int i = 0; i < rounds; i++) {
                archived.add(database, List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off"));
                common.progress()
                        .say("with an archive of classes: first result after %.0f ms"
                                .formatted(archived.result.getLast()));
            }
        } finally {
            Files.deleteIfExists(archive);
        }
    }

    /** Times of new processes, in milliseconds. */
    private static final class Cold {

        private final List<Double> opened = new ArrayList<>();
        private final List<Double> result = new ArrayList<>();
        private final List<Double> process = new ArrayList<>();
        private final List<Double> cpu = new ArrayList<>();

        void add(Database database, List<String> options) throws IOException {
            long spawned = System.currentTimeMillis();
            try (ChildProcess child = ChildProcess.start(StartChild.class, database.childArguments(), options)) {
                opened.add(Long.parseLong(child.expect("opened ")) / 1e6);
                result.add(Long.parseLong(child.expect("result ")) / 1e6);
                process.add((double) (Long.parseLong(child.expect("at ")) - spawned));
                cpu.add(Long.parseLong(child.expect("cpu ")) / 1e6);
                CheckFailedException.check(child.awaitExit() == 0, () -> "the child process failed");
            }
        }

        void addTo(Report report, String prefix, String how) {
            report.add(prefix + "OpenMillis", median(opened), 0, "ms, median: engine open, agent started" + how);
            report.add(
                    prefix + "FirstResultMillis",
                    median(result),
                    0,
                    "ms, median: from opening to the first result" + how);
            report.add(prefix + "FirstResultMillisRuns", result, 0);
            report.add(prefix + "ProcessMillis", median(process), 0, "ms, median: from the start of the process" + how);
            report.add(prefix + "CpuMillis", median(cpu), 0, "ms, median: processor time of the whole process" + how);
        }
    }

    private void fill(Database database) {
        common.progress().say("filling the store with %,d executions …".formatted(executions));
        List<Definition> workflows = List.of(Workflows.chain(1), Workflows.chain(3));
        try (Engine engine = Engine.open(database, common.lanes(), 2 * INFLIGHT, workflows);
                ClosedLoop loop = new ClosedLoop(engine.reeve(), "chain3", 3, INFLIGHT)) {
            loop.start();
            while (loop.completed() < executions) {
                Pause.of(Duration.ofMillis(50));
                loop.check();
            }
            loop.drain(PATIENCE);
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
