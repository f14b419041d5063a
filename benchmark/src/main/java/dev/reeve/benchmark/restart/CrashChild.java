package dev.reeve.benchmark.restart;

import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Start;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.Databases;
import dev.reeve.benchmark.process.Ledger;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.Payloads;
import dev.reeve.benchmark.workload.Workflows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** A program that starts executions continuously and records its observations, until it is killed. */
final class CrashChild {

    static final int STEPS = 3;

    private static final Duration FOR_EVER = Duration.ofHours(1);

    private CrashChild() {}

    /**
     * Arguments: the file of the ledger, the number of executions in flight, then the database, see
     * {@link Databases#ofChild}.
     */
    public static void main(String[] args) throws IOException {
        List<String> arguments = Arrays.asList(args);
        Ledger ledger = Ledger.create(Path.of(arguments.getFirst()));
        int inflight = Integer.parseInt(arguments.get(1));
        System.out.println("opening");
        try (Database database = Databases.ofChild(arguments.subList(2, arguments.size()));
                Engine engine = open(database, ledger, inflight)) {
            System.out.println("ready");
            Semaphore open = new Semaphore(inflight);
            long end = System.nanoTime() + FOR_EVER.toNanos();
            for (long number = 0; System.nanoTime() - end < 0; number++) {
                open.acquireUninterruptibly();
                engine.reeve()
                        .startAsync("chain" + STEPS, Payloads.order(number), Start.plain())
                        .thenCompose(execution -> {
                            ledger.add(new Ledger.Entry(Ledger.Kind.ACKNOWLEDGED, execution.id(), 0, 0));
                            return execution.result();
                        })
                        .whenComplete((result, error) -> {
                            ended(ledger, result, error);
                            open.release();
                        });
            }
        }
    }

    /** An engine whose handlers record their calls. */
    static Engine open(Database database, Ledger ledger, int inflight) {
        return Engine.open(database, 0, 2 * inflight, List.of(Workflows.chain(STEPS)), (order, step) -> {
            int number = Integer.parseInt(step.step().step().substring("step".length()));
            ledger.add(new Ledger.Entry(Ledger.Kind.CALLED, step.execution(), number, step.attempt()));
            return Payloads.result(order);
        });
    }

    private static void ended(Ledger ledger, @Nullable ExecutionResult result, @Nullable Throwable error) {
        if (error != null || result == null) {
            System.err.println("an execution went wrong: " + error);
            Runtime.getRuntime().halt(1);
        } else if (result.status() != ExecutionStatus.COMPLETED) {
            System.err.printf("execution %s ended as %s: %s%n", result.id(), result.status(), result.failure());
            Runtime.getRuntime().halt(1);
        } else {
            ledger.add(new Ledger.Entry(Ledger.Kind.ENDED, result.id(), 0, 0));
        }
    }
}
