package dev.reeve.benchmark;

import dev.reeve.core.ExecutionStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** A program that does nothing but open an existing store and run one execution in it. */
final class StartChild {

    private static final int SLOTS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * @param openedNanos after how long the engine was open and its agent started
     * @param resultNanos after how long the first result was there
     */
    record Times(long openedNanos, long resultNanos) {}

    private StartChild() {}

    /** Opens the database that the arguments name, see {@link Databases#ofChild}. */
    public static void main(String[] args) {
        try (Database database = Databases.ofChild(Arrays.asList(args))) {
            Times times = measure(database, 0);
            System.out.println("opened " + times.openedNanos());
            System.out.println("result " + times.resultNanos());
            System.out.println("at " + System.currentTimeMillis());
            System.out.println("cpu " + Usage.now(database).cpuNanos());
        }
    }

    static Times measure(Database database, int lanes) {
        long begun = System.nanoTime();
        try (Engine engine = Engine.open(database, lanes, SLOTS, List.of(Workflows.chain(1)))) {
            long opened = System.nanoTime();
            ExecutionStatus status = engine.reeve()
                    .start("chain1", Payloads.order(0))
                    .awaitEnd(PATIENCE)
                    .status();
            long result = System.nanoTime();
            CheckFailedException.check(
                    status == ExecutionStatus.COMPLETED, () -> "the execution ended as %s".formatted(status));
            return new Times(opened - begun, result - begun);
        }
    }
}
