package dev.reeve.benchmark.restart;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.Databases;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.NoopCall;
import dev.reeve.benchmark.workload.Payloads;
import dev.reeve.benchmark.workload.Workflows;
import java.time.Duration;
import java.util.Arrays;

/** A program that opens an existing store and runs one execution in it. */
final class StartChild {

    private static final int SLOTS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * @param openedNanos time until the engine was open and its agent started
     * @param resultNanos time until the first result
     */
    record Times(long openedNanos, long resultNanos) {}

    private StartChild() {}

    /** Opens the database that the arguments name, see {@link Databases#ofChild}. */
    public static void main(String[] args) {
        try (Database database = Databases.ofChild(Arrays.asList(args))) {
            Times times = measure(database);
            System.out.println("opened " + times.openedNanos());
            System.out.println("result " + times.resultNanos());
            System.out.println("at " + System.currentTimeMillis());
            System.out.println("cpu " + Usage.now(database).cpuNanos());
        }
    }

    static Times measure(Database database) {
        long begun = System.nanoTime();
        try (Reeve reeve = database.embedded()) {
            reeve.deploy(Workflows.chain(1));
            reeve.agent("bench")
                    .action(NoopCall.ACTION, Json.class, (order, step) -> Payloads.result(order))
                    .slots(SLOTS)
                    .start();
            long opened = System.nanoTime();
            ExecutionStatus status =
                    reeve.start("chain1", Payloads.order(0)).awaitEnd(PATIENCE).status();
            long result = System.nanoTime();
            CheckFailedException.check(
                    status == ExecutionStatus.COMPLETED, () -> "the execution ended as %s".formatted(status));
            return new Times(opened - begun, result - begun);
        }
    }
}
