package dev.reeve.benchmark.workload;

import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Progress;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Starts many executions of one workflow as fast as they are accepted. */
public final class BulkStart {

    private static final int OPEN_MAX = 4_000;
    private static final int LINE = 500_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private BulkStart() {}

    /** Returns when all are stored. */
    public static void run(Reeve reeve, String workflow, int count, Progress progress) {
        Semaphore open = new Semaphore(OPEN_MAX);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        for (int i = 0; i < count && failure.get() == null; i++) {
            open.acquireUninterruptibly();
            reeve.startAsync(workflow, Payloads.order(i), Start.plain()).whenComplete((execution, error) -> {
                if (error != null) {
                    failure.compareAndSet(null, error);
                }
                open.release();
            });
            if ((i + 1) % LINE == 0) {
                progress.say("started: %,d of %,d".formatted(i + 1, count));
            }
        }
        boolean stored;
        try {
            stored = open.tryAcquire(OPEN_MAX, PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailedException("interrupted", e);
        }
        Throwable cause = failure.get();
        if (cause != null) {
            throw new CheckFailedException("a start failed: " + cause.getMessage(), cause);
        }
        CheckFailedException.check(stored, () -> "not all starts were answered within %s".formatted(PATIENCE));
    }
}
