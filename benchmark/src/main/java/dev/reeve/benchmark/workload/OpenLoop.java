package dev.reeve.benchmark.workload;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Starts requests at fixed times, independent of the ends of earlier ones, and measures each latency from its
 * <em>intended</em> start. A stall thus counts for every request during it, not only for the first: no coordinated
 * omission.
 *
 * @see <a href="https://www.infoq.com/presentations/latency-response-time/">Gil Tene: How NOT to Measure Latency</a>
 */
public final class OpenLoop {

    private static final int DIGITS = 3;

    /** The operation to start. */
    public interface Target {
        /** Must not block. The future completes when the work has ended, exceptionally after a failure. */
        CompletionStage<?> start(long number);
    }

    private final LongSupplier nanoTime;
    private final LongConsumer sleepUntil;
    private final long intervalNanos;

    private final Histogram latencies = new ConcurrentHistogram(DIGITS);
    private final Histogram lateness = new ConcurrentHistogram(DIGITS);
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /**
     * @param nanoTime the clock
     * @param sleepUntil returns at this time of the clock, or later
     */
    public OpenLoop(LongSupplier nanoTime, LongConsumer sleepUntil, long intervalNanos) {
        this.nanoTime = nanoTime;
        this.sleepUntil = sleepUntil;
        this.intervalNanos = intervalNanos;
    }

    /** Starts {@code count} requests, and returns after the last start. */
    public void run(long count, Target target) {
        long begin = nanoTime.getAsLong() + intervalNanos;
        for (long i = 0; i < count && failure.get() == null; i++) {
            long intended = begin + i * intervalNanos;
            sleepUntil.accept(intended);
            lateness.recordValue(Math.max(0, nanoTime.getAsLong() - intended));
            open.incrementAndGet();
            target.start(i).whenComplete((value, error) -> {
                latencies.recordValue(Math.max(0, nanoTime.getAsLong() - intended));
                if (error != null) {
                    failure.compareAndSet(null, error);
                }
                open.decrementAndGet();
            });
        }
    }

    /** Number of requests that have not ended. */
    public int open() {
        return open.get();
    }

    /** The first failure; null if there is none. */
    public @Nullable Throwable failure() {
        return failure.get();
    }

    /** Nanoseconds from the intended start to the end. */
    public Histogram latencies() {
        return latencies;
    }

    /** Nanoseconds from the intended to the real start: the error of this loop, because threads wake up late. */
    public Histogram lateness() {
        return lateness;
    }
}
