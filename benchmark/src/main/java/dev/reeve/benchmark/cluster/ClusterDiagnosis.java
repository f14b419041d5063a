package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Describes the state of a cluster after a failed check. */
final class ClusterDiagnosis {

    private static final List<String> TABLES = List.of(
            "select n::text from reeve.node as n",
            "select node || ' lane ' || lane || ': ' || count(*) from reeve.shard group by node, lane order by 1",
            "select l::text from reeve.lane as l order by node, lane",
            "select i::text from reeve.inbox as i limit 50",
            "select r::text from reeve.reply as r limit 50",
            "select e::text from reeve.execution as e where wake_at is not null limit 20",
            "select j::text from reeve.journal as j where execution_id in (select id from reeve.execution where wake_at is not null limit 5) order by execution_id, seq",
            "select a::text from pg_stat_activity as a where backend_type = 'client backend'");

    private ClusterDiagnosis() {}

    /** Writes the threads of all processes, and the tables of the cluster. */
    static void write(Path directory, List<ClusterNode> nodes, ClusterWatch watch) {
        try {
            Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
            for (ClusterNode node : nodes) {
                if (node.isAlive()) {
                    Path file = directory.resolve("threads-" + node.place());
                    ChildProcess.exitOf(new ProcessBuilder(jcmd.toString(), Long.toString(node.pid()), "Thread.print")
                            .redirectErrorStream(true)
                            .redirectOutput(file.toFile())
                            .start());
                }
            }
            StringBuilder tables = new StringBuilder();
            for (String sql : TABLES) {
                tables.append(sql).append('\n');
                watch.texts(sql).forEach(row -> tables.append("  ").append(row).append('\n'));
            }
            Files.writeString(directory.resolve("tables"), tables);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
