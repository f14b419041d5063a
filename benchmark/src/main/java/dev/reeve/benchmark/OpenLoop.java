package dev.reeve.benchmark;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Starts at fixed times, whether or not what was started before has ended, and counts each latency from the time at which
 * its start was <em>meant</em> to happen. So a stall is counted for every request that fell into it, and not only for the
 * one that noticed: no coordinated omission.
 *
 * @see <a href="https://www.infoq.com/presentations/latency-response-time/">Gil Tene: How NOT to Measure Latency</a>
 */
final class OpenLoop {

    private static final int DIGITS = 3;

    /** What is started. */
    interface Target {
        /** Must not block; the promise is completed when the work has ended, exceptionally if it went wrong. */
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
    OpenLoop(LongSupplier nanoTime, LongConsumer sleepUntil, long intervalNanos) {
        this.nanoTime = nanoTime;
        this.sleepUntil = sleepUntil;
        this.intervalNanos = intervalNanos;
    }

    /** Starts so many, and returns after the last start. */
    void run(long count, Target target) {
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

    /** How many have not ended yet. */
    int open() {
        return open.get();
    }

    /** The first thing that went wrong; null if nothing has. */
    @Nullable Throwable failure() {
        return failure.get();
    }

    /** Nanoseconds from the intended start to the end. */
    Histogram latencies() {
        return latencies;
    }

    /** Nanoseconds from the intended to the real start: what this loop itself adds, because threads wake up late. */
    Histogram lateness() {
        return lateness;
    }
}
