package dev.reeve.benchmark.server;

import dev.reeve.Reeve;
import dev.reeve.benchmark.database.Sample;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Pause;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Starts executions of one step at a fixed rate, on a thread of its own, and keeps each latency with the time from
 * which it counts: the <em>intended</em> start. Single use.
 */
final class SteadyStarts implements AutoCloseable {

    /**
     * @param intendedNanos when it should have been started, by {@link System#nanoTime}
     * @param latencyNanos from then on, until its result arrived
     */
    record Sample(long intendedNanos, long latencyNanos) {}

    private final Reeve client;
    private final long intervalNanos;
    private final ConcurrentLinkedQueue<Sample> samples = new ConcurrentLinkedQueue<>();
    private final AtomicLong open = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("starts").unstarted(this::run);
    private volatile boolean stopped;
    private volatile long started;

    SteadyStarts(Reeve client, double perSecond) {
        this.client = client;
        this.intervalNanos = (long) (TimeUnit.SECONDS.toNanos(1) / perSecond);
    }

    void start() {
        thread.start();
    }

    private void run() {
        long begin = System.nanoTime();
        for (long number = 0; !stopped; number++) {
            long intended = begin + number * intervalNanos;
            Pause.until(intended);
            open.incrementAndGet();
            var unused = Started.of(client, 1, number).result().whenComplete((result, error) -> {
                samples.add(new Sample(intended, System.nanoTime() - intended));
                if (error != null) {
                    failure.compareAndSet(null, error);
                }
                open.decrementAndGet();
            });
            started = number + 1;
        }
    }

    /** Starts no more, and waits for the end of all. */
    void stop(Duration patience) {
        close();
        boolean ended = Pause.until(() -> open.get() == 0, patience);
        Throwable first = failure.get();
        if (first != null) {
            throw new CheckFailedException("an execution went wrong: " + first.getMessage(), first);
        }
        CheckFailedException.check(
                ended, () -> "%d executions have not ended after %s".formatted(open.get(), patience));
    }

    long started() {
        return started;
    }

    List<Sample> samples() {
        return List.copyOf(samples);
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
