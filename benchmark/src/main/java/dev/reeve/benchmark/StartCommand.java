package dev.reeve.benchmark;

import dev.reeve.model.Workflow;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long a user waits for the first result after a start. */
@Command(
        name = "start",
        description =
                "Time from opening the engine on an existing store to its first result: in new processes (cold), and again and again in this one (warm).")
final class StartCommand implements Callable<Integer> {

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
        List<Double> coldOpened = new ArrayList<>();
        List<Double> coldResult = new ArrayList<>();
        List<Double> process = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            long spawned = System.currentTimeMillis();
            try (ChildProcess child = ChildProcess.start(StartChild.class, database.childArguments())) {
                coldOpened.add(Long.parseLong(child.expect("opened ")) / 1e6);
                coldResult.add(Long.parseLong(child.expect("result ")) / 1e6);
                process.add((double) (Long.parseLong(child.expect("at ")) - spawned));
                cpu.add(Long.parseLong(child.expect("cpu ")) / 1e6);
                CheckFailedException.check(child.awaitExit() == 0, () -> "the child process failed");
            }
            common.progress().say("cold: first result after %.0f ms".formatted(coldResult.getLast()));
        }
        List<Double> warm = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            warm.add(StartChild.measure(database).resultNanos() / 1e6);
        }
        report.add("coldOpenMillis", median(coldOpened), 0, "ms, median: engine open, agent started");
        report.add("coldFirstResultMillis", median(coldResult), 0, "ms, median: from opening to the first result");
        report.add("coldFirstResultMillisRuns", coldResult, 0);
        report.add("coldProcessMillis", median(process), 0, "ms, median: from the start of the process");
        report.add("coldCpuMillis", median(cpu), 0, "ms, median: processor time of the whole process");
        report.add("warmFirstResultMillis", median(warm), 1, "ms, median");
        report.add("warmFirstResultMillisRuns", warm, 1);
    }

    private void fill(Database database) {
        common.progress().say("filling the store with %,d executions …".formatted(executions));
        List<Workflow> workflows = List.of(Workflows.chain(1), Workflows.chain(3));
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
