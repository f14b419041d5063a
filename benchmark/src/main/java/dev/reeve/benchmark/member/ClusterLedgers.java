package dev.reeve.benchmark.member;

import dev.reeve.ExecutionStatus;
import dev.reeve.benchmark.process.Ledger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The ledgers of all processes of a cluster, read while they are written. For one thread. */
public final class ClusterLedgers {

    /** Each status has its place in this list as a number in the ledger. */
    public static final List<ExecutionStatus> STATUSES = List.of(ExecutionStatus.values());

    /** @param place of the process that wrote the entry */
    public record Line(int place, Ledger.Entry entry) {}

    private final Path directory;
    private final Map<Path, Ledger.Tail> tails = new TreeMap<>();

    public ClusterLedgers(Path directory) {
        this.directory = directory;
    }

    /** The entries since the last call. Those of one process are in order. */
    public List<Line> more() {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                // A process creates the file before it writes its size.
                if (!tails.containsKey(file) && Files.size(file) > 0) {
                    tails.put(file, new Ledger.Tail(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Line> lines = new ArrayList<>();
        tails.forEach((file, tail) -> {
            int place = ClusterPlan.place(file);
            tail.more().forEach(entry -> lines.add(new Line(place, entry)));
        });
        return lines;
    }
}
