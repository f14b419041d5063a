package dev.reeve.benchmark.cluster;

import dev.reeve.NodeStatus;
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.process.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints who owns what, once per second, until it is closed. */
public final class ClusterTable implements AutoCloseable {

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int SHARDS_PER_MARK = 16;
    private static final long SILENT_MILLIS = 1_500;

    private final PostgresDatabase database;
    private final Progress target;
    private final long begin = System.nanoTime();
    private final Thread thread;
    private volatile boolean closed;

    private ClusterTable(PostgresDatabase database, Progress target) {
        this.database = database;
        this.target = target;
        this.thread = Thread.ofPlatform().daemon().name("table").unstarted(this::print);
    }

    public static ClusterTable start(PostgresDatabase database, Progress target) {
        ClusterTable table = new ClusterTable(database, target);
        table.thread.start();
        return table;
    }

    private void print() {
        @Nullable ReeveReader reader = null;
        while (!closed) {
            try {
                reader = reader == null ? database.reader() : reader;
                List<NodeStatus> nodes = reader.nodes();
                if (!nodes.isEmpty()) {
                    target.say(line(nodes));
                }
            } catch (ReeveException e) {
                // the first node has not created the schema yet
            }
            Pause.of(LOOK);
        }
        if (reader != null) {
            reader.close();
        }
    }

    private String line(List<NodeStatus> nodes) {
        return "%5.1f s  ".formatted((System.nanoTime() - begin) / 1e9)
                + nodes.stream().map(ClusterTable::cell).collect(Collectors.joining(" | "));
    }

    private static String cell(NodeStatus node) {
        Integer inFlight = node.inFlight();
        return "%s %3d shards %-8s %3s in flight%s"
                .formatted(
                        node.name(),
                        node.shards(),
                        "#".repeat((node.shards() + SHARDS_PER_MARK - 1) / SHARDS_PER_MARK),
                        inFlight == null ? "?" : String.format(Locale.ROOT, "%d", inFlight),
                        isSilent(node) ? " (silent)" : "");
    }

    /** Whether it has missed a renewal. The server runs on this machine, so the clocks agree. */
    private static boolean isSilent(NodeStatus node) {
        Instant renewed = node.renewed();
        return renewed != null && System.currentTimeMillis() - renewed.toEpochMilli() > SILENT_MILLIS;
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(LOOK.multipliedBy(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
