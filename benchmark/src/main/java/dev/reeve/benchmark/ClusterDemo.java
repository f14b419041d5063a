package dev.reeve.benchmark;

import dev.reeve.benchmark.cluster.ClusterFault;
import dev.reeve.benchmark.cluster.ClusterSchedule;
import dev.reeve.benchmark.cluster.ClusterTable;
import dev.reeve.benchmark.cluster.ClusterTrial;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.member.ClusterPlan;
import dev.reeve.benchmark.process.Directories;
import dev.reeve.benchmark.process.Progress;
import dev.reeve.benchmark.report.Report;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code ./reeve demo --nodes N [--crash]}: engines on one PostgreSQL share the work, and take over from each other.
 * Lives beside the benchmarks because it needs a server of its own.
 */
@Command(
        name = "reeve demo",
        description = {
            "Runs several engines as processes on one PostgreSQL, and prints who owns what.",
            "With --crash each of them is killed in turn, and a new process takes its place.",
            "At the end all that the processes saw is compared with the store."
        },
        mixinStandardHelpOptions = true)
public final class ClusterDemo implements Callable<Integer> {

    private static final int NODES_MAX = 8;
    private static final int SECONDS_MAX = 3_600;
    private static final Duration TTL = Duration.ofSeconds(3);
    private static final int RATE = 20;
    private static final int INFLIGHT = 300;

    /** Seconds between the end of a crash and the next one. */
    private static final double INTERVAL = 3;

    @SuppressWarnings("NullAway.Init") // set by picocli
    @Spec
    private CommandSpec spec;

    @Option(names = "--nodes", paramLabel = "N", description = "How many engines. Default: ${DEFAULT-VALUE}.")
    private int nodes = 3;

    @Option(names = "--crash", description = "Kills each engine once, in turn.")
    private boolean crash;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long there is load, at least. Default: ${DEFAULT-VALUE}.")
    private int seconds = 15;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where the temporary data goes: a directory on a real disk. Default: /var/tmp.")
    private Path directory = Path.of("/var/tmp");

    private ClusterDemo() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new ClusterDemo()).setExpandAtFiles(false).setExecutionExceptionHandler(Bench::failed);
    }

    @Override
    public Integer call() throws Exception {
        require("--nodes", nodes, 2, NODES_MAX);
        require("--seconds", seconds, 1, SECONDS_MAX);
        Progress progress = new Progress(spec.commandLine().getErr());
        PrintWriter out = spec.commandLine().getOut();
        progress.say("%d engines on a PostgreSQL of their own%s …"
                .formatted(nodes, crash ? "; each of them is killed once" : ""));
        Report report = new Report();
        Path files = Directories.create(directory);
        try (PostgresDatabase database = PostgresDatabase.embedded(directory)) {
            ClusterTable table = ClusterTable.start(database, new Progress(out));
            try {
                ClusterTrial trial = new ClusterTrial(database, files, progress);
                ClusterPlan plan = new ClusterPlan(nodes, 0, TTL, RATE, INFLIGHT, trial.ledgers());
                trial.run(plan, Duration.ofSeconds(seconds), schedule(), report);
            } finally {
                table.close();
            }
        }
        progress.say("the audit is clean");
        Directories.delete(files);
        out.print(report.table());
        out.flush();
        return 0;
    }

    private ClusterSchedule schedule() {
        return crash ? ClusterSchedule.inTurn(ClusterFault.RENAME, nodes, INTERVAL) : ClusterSchedule.quiet();
    }

    private void require(String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "%s: expected %d to %d, found %d".formatted(option, min, max, value));
        }
    }
}
