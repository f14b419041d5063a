package dev.reeve.benchmark.size;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.Databases;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.ManyExpressions;
import dev.reeve.benchmark.workload.NoopCall;
import java.time.Duration;
import java.util.Arrays;

/**
 * A program that opens a store with many definitions, and uses them. It runs in a new process, which has no definitions
 * in memory before.
 */
final class DefinitionsChild {

    private static final int SLOTS = 100;
    private static final int LOOKS = 5;
    private static final int LOOKS_MAX = 50;
    private static final long NOISE_BYTES = 4096;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private DefinitionsChild() {}

    /** Arguments: the number of definitions, and the database, see {@link Databases#ofChild}. */
    public static void main(String[] args) {
        int definitions = Integer.parseInt(args[0]);
        try (Database database = Databases.ofChild(Arrays.asList(args).subList(1, args.length))) {
            measure(database, definitions);
        }
    }

    private static void measure(Database database, int definitions) {
        long before = heapBytes();
        long begun = System.nanoTime();
        try (Reeve reeve = database.embedded()) {
            System.out.println("opened " + (System.nanoTime() - begun));
            System.out.println("heap " + (heapBytes() - before));
            if (definitions > 0) {
                reeve.agent("bench")
                        .action(NoopCall.ACTION, Json.class, (input, step) -> Json.EMPTY_OBJECT)
                        .slots(SLOTS)
                        .start();
                System.out.println("first " + use(reeve, 0));
                System.out.println("again " + use(reeve, 0));
                // the first definition has loaded classes and filled pools, which the others use
                long warm = heapBytes();
                for (int i = 1; i < definitions; i++) {
                    use(reeve, i);
                }
                System.out.println("more " + (heapBytes() - warm));
            }
        }
    }

    /** Collects garbage until that frees nothing more, because other threads may leave some at any time. */
    private static long heapBytes() {
        long least = Long.MAX_VALUE;
        int unchanged = 0;
        for (int look = 0; look < LOOKS_MAX && unchanged < LOOKS; look++) {
            Pause.of(BETWEEN_LOOKS);
            long bytes = Usage.heapBytes();
            unchanged = bytes < least - NOISE_BYTES ? 0 : unchanged + 1;
            least = Math.min(least, bytes);
        }
        return least;
    }

    /** Duration of an execution, in nanoseconds. */
    private static long use(Reeve reeve, int definition) {
        long begun = System.nanoTime();
        ExecutionStatus status = reeve.start(ManyExpressions.name(definition), Json.EMPTY_OBJECT)
                .awaitEnd(PATIENCE)
                .status();
        CheckFailedException.check(status == ExecutionStatus.COMPLETED, () -> "the execution ended as " + status);
        return System.nanoTime() - begun;
    }
}
