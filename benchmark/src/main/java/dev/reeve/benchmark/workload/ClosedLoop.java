package dev.reeve.benchmark.workload;

import dev.reeve.Execution;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Pause;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a fixed number of executions in flight: starts new ones as others end. Checks every result.
 *
 * <p>One thread starts all executions. It sleeps while the maximum is in flight, and wakes up when an eighth of them
 * has ended, so that its own cost is negligible.
 */
public final class ClosedLoop implements AutoCloseable {

    private static final int DIGITS = 3;
    private static final int FAILURES_KEPT = 5;
    private static final Duration FIRST_PATIENCE = Duration.ofMinutes(2);
    private static final long NAP_NANOS = 5_000_000;

    private final Reeve reeve;
    private final String workflow;
    private final int steps;
    private final int inflight;
    private final int low;
    private final int rate;

    private final AtomicInteger open = new AtomicInteger();
    private final LongAdder completed = new LongAdder();
    private final Recorder latency = new Recorder(DIGITS);
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Thread driver;
    private volatile boolean stopping;
    private volatile boolean resting;

    /**
     * @param steps number of results that the output must hold
     * @param inflight number of executions in flight
     */
    public ClosedLoop(Reeve reeve, String workflow, int steps, int inflight) {
        this(reeve, workflow, steps, inflight, 0);
    }

    /** @param rate maximum number of starts per second; 0 for no limit */
    public ClosedLoop(Reeve reeve, String workflow, int steps, int inflight, int rate) {
        this.rate = rate;
        this.reeve = reeve;
        this.workflow = workflow;
        this.steps = steps;
        this.inflight = inflight;
        this.low = inflight - Math.max(1, inflight / 8);
        this.driver = Thread.ofPlatform().name("bench-driver").daemon(true).unstarted(this::drive);
    }

    /** Returns with the first result, so that class loading and compilation are not measured. */
    public void start() {
        start(FIRST_PATIENCE);
    }

    /** As {@link #start()}, for executions that take longer. */
    public void start(Duration patience) {
        driver.start();
        boolean going = Pause.until(() -> completed.sum() > 0 || !failures.isEmpty(), patience);
        check();
        CheckFailedException.check(going, () -> "no execution has ended " + patience + " after the first start");
    }

    /** Number of executions completed so far. */
    public long completed() {
        return completed.sum();
    }

    /** Nanoseconds from the start to the result, of the executions that ended since the last call. */
    public Histogram latencies() {
        return latency.getIntervalHistogram();
    }

    /** @throws CheckFailedException if anything has gone wrong so far */
    public void check() {
        if (!failures.isEmpty()) {
            throw new CheckFailedException(String.join("; ", failures));
        }
    }

    private void drive() {
        long number = 0;
        long begin = System.nanoTime();
        while (!stopping && failures.isEmpty()) {
            while (open.get() < inflight && !stopping && isTime(number, begin)) {
                startOne(number++);
            }
            resting = true;
            if (open.get() > low && !stopping) {
                LockSupport.parkNanos(NAP_NANOS);
            }
            resting = false;
        }
    }

    /** Whether the rate allows this start now. */
    private boolean isTime(long number, long begin) {
        if (rate > 0 && number > (System.nanoTime() - begin) * 1e-9 * rate) {
            LockSupport.parkNanos(NAP_NANOS / 5);
            return number <= (System.nanoTime() - begin) * 1e-9 * rate;
        }
        return true;
    }

    private void startOne(long number) {
        open.incrementAndGet();
        long begun = System.nanoTime();
        try {
            reeve.startAsync(workflow, Payloads.order(number), Start.plain())
                    .thenCompose(Execution::result)
                    .whenComplete((result, error) -> ended(number, begun, result, error));
        } catch (RuntimeException e) {
            ended(number, begun, null, e);
        }
    }

    private void ended(long number, long begun, @Nullable ExecutionResult result, @Nullable Throwable error) {
        latency.recordValue(System.nanoTime() - begun);
        if (error != null || result == null) {
            fail("execution number %d: %s".formatted(number, error));
        } else if (result.status() != ExecutionStatus.COMPLETED) {
            fail("execution number %d, %s, ended as %s: %s"
                    .formatted(number, result.id(), result.status(), result.failure()));
        } else {
            Json output = result.output();
            if (output == null || !Payloads.isOutput(output, number, steps)) {
                fail("execution number %d, %s, has the wrong output: %s".formatted(number, result.id(), output));
            }
        }
        completed.increment();
        if (open.decrementAndGet() <= low && resting) {
            LockSupport.unpark(driver);
        }
    }

    private void fail(String what) {
        if (failures.size() < FAILURES_KEPT) {
            failures.add(what);
        }
    }

    /** Stops starting executions, and waits until all in flight have ended. */
    public void drain(Duration patience) {
        stopping = true;
        LockSupport.unpark(driver);
        boolean ended = Pause.until(() -> open.get() == 0 && !driver.isAlive(), patience);
        check();
        CheckFailedException.check(
                ended,
                () -> "%d executions were started and have not ended %s after the last start"
                        .formatted(open.get(), patience));
    }

    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(driver);
    }
}
