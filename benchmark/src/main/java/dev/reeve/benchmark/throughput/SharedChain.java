package dev.reeve.benchmark.throughput;

import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.database.UnusableDatabaseException;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.ChildProcess;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.Report;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The closed loop over several nodes, each in a process of its own, which share one database. */
final class SharedChain {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final PostgresDatabase database;
    private final int nodes;
    private final ShareChild.Plan plan;

    /** @param plan of each node */
    SharedChain(PostgresDatabase database, int nodes, ShareChild.Plan plan) {
        this.database = database;
        this.nodes = nodes;
        this.plan = plan;
    }

    void measure(Report report) throws IOException {
        List<ChildProcess> children = new ArrayList<>();
        try {
            List<String> arguments = new ArrayList<>(plan.arguments());
            arguments.addAll(database.childArguments());
            for (int i = 0; i < nodes; i++) {
                ChildProcess child = ChildProcess.start(ShareChild.class, arguments);
                children.add(child);
                child.expect("ready"); // one after the other: the first one creates the schema
            }
            boolean balanced = Pause.until(() -> owners() == nodes, PATIENCE);
            CheckFailedException.check(balanced, () -> "the nodes do not share the shards");
            for (ChildProcess child : children) {
                child.say("go");
            }
            addTo(report, children);
        } finally {
            children.forEach(ChildProcess::close);
        }
    }

    private void addTo(Report report, List<ChildProcess> children) throws IOException {
        Pause.of(plan.warmUp());
        long server = database.serverCpuNanos();
        long begin = System.nanoTime();
        List<Double> each = new ArrayList<>();
        long executions = 0;
        long cpuNanos = 0;
        long commits = 0;
        for (ChildProcess child : children) {
            String[] words = child.expect("measured ").split(" ", -1);
            executions += Long.parseLong(words[0]);
            each.add(Long.parseLong(words[0]) * 1e9 / Long.parseLong(words[1]));
            cpuNanos += Long.parseLong(words[2]);
            commits += Long.parseLong(words[3]);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        double serverNanosPerSecond = (database.serverCpuNanos() - server) / seconds;
        for (ChildProcess child : children) {
            child.say("end");
        }
        for (ChildProcess child : children) {
            child.expect("closed");
        }
        double sum = each.stream().mapToDouble(Double::doubleValue).sum();
        report.add("nodes", nodes, "");
        report.add("executions", executions, "");
        report.add("executionsPerSecond", sum, 0, "of all nodes");
        report.add("executionsPerSecondNodes", each, 0);
        report.add("executionsPerCommit", (double) executions / Math.max(1, commits), 2, "of all nodes");
        report.add("cpuMicrosPerExecution", cpuNanos / 1e3 / executions, 1, "µs, the nodes");
        report.add("serverCpuMicrosPerExecution", serverNanosPerSecond / 1e3 / sum, 1, "µs, the server");
    }

    /** The number of nodes that own shards; 0 while shards are free. */
    private int owners() {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select count(distinct node), count(*) filter (where node is null) from reeve.shard")) {
            rows.next();
            return rows.getInt(2) > 0 ? 0 : rows.getInt(1);
        } catch (SQLException e) {
            throw new UnusableDatabaseException("reading the owners of the shards", e);
        }
    }
}
