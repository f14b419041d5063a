package dev.reeve.benchmark.size;

import dev.reeve.ClusterOptions;
import dev.reeve.NodeOptions;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.database.StatementCounts;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.report.SteadyTime;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.Workflows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what engines without work cost the database. */
@Command(
        name = "idle",
        description =
                "Engines that have nothing to do, on a PostgreSQL server of their own: the statements that each of them sends per second, as pg_stat_statements counts them, and processor time.")
public final class IdleCommand implements Callable<Integer> {

    private static final int NODES_MAX = 8;
    private static final int SLOTS = 100;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description =
                    "Engines that share the store; 0 for one engine that owns it alone. Default: ${DEFAULT-VALUE}.")
    private int nodes = 1;

    @Mixin
    private final SteadyTime time = new SteadyTime();

    @Override
    public Integer call() throws Exception {
        common.require("--nodes", nodes, 0, NODES_MAX);
        time.require(common);
        return common.runOnServer(
                nodes == 0 ? "one idle engine alone" : "%d idle engines that share the store".formatted(nodes),
                this::measure);
    }

    private void measure(Database database, Report report) throws SQLException {
        PostgresDatabase postgres = (PostgresDatabase) database;
        List<Engine> engines = new ArrayList<>();
        try (StatementCounts counts = new StatementCounts(postgres)) {
            NodeOptions options = NodeOptions.defaults().withLanes(common.lanes());
            for (int i = 0; i < Math.max(1, nodes); i++) {
                NodeOptions own =
                        nodes == 0 ? options.withoutCluster() : options.withCluster(ClusterOptions.defaults());
                engines.add(Engine.open(database, own, SLOTS, List.of(Workflows.chain(1))));
            }
            common.progress().say("warming up …");
            Pause.of(time.warmUp());
            counts.reset();
            Usage begin = Usage.now(database);
            common.progress().say("measuring for %,d s …".formatted(time.seconds()));
            Pause.of(time.measured());
            Usage usage = Usage.now(database).since(begin);
            double nodeSeconds = usage.seconds() * engines.size();
            int line = 0;
            for (StatementCounts.Count count : counts.mostFrequent()) {
                report.add("statement" + ++line, count.calls() / nodeSeconds, 2, "/s: " + count.text());
            }
            report.add("statementsPerSecond", counts.sum() / nodeSeconds, 2, "a node");
            report.add(
                    "cpuMillisPerSecond", usage.cpuNanos() / 1e6 / usage.seconds() / engines.size(), 2, "ms, a node");
            report.add(
                    "serverCpuMillisPerSecond",
                    usage.serverCpuNanos() / 1e6 / usage.seconds() / engines.size(),
                    2,
                    "ms, the server, for a node");
        } finally {
            engines.forEach(Engine::close);
        }
    }
}
