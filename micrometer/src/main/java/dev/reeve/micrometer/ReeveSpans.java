package dev.reeve.micrometer;

import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.Reeve;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.Observer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the spans of executions, steps and attempts when an execution has ended, from its history. Only executions
 * whose start had a {@code traceparent} with the flag for recorded traces have spans. Thread-safe.
 *
 * <pre>{@code
 * ReeveSpans spans = new ReeveSpans(new ZipkinReceiver(URI.create("http://localhost:9411/api/v2/spans")));
 * Reeve reeve = Reeve.open(dataSource, NodeOptions.defaults().withObserver(spans));
 * spans.watch(reeve);
 * }</pre>
 *
 * <p>Spans are for people who look for a cause. They are lost if the process ends before they are written, or if more
 * executions end than the receiver takes, of which a warning tells. Close it before the engine.
 */
public final class ReeveSpans implements Observer, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReeveSpans.class);

    /** Executions that wait to be written. More are dropped. */
    private static final int WAITING_MAX = 10_000;

    /** How long {@link #close()} waits for what is queued, and then for the receiver to give up. */
    private static final Duration DRAIN = Duration.ofSeconds(2);

    /** One line about lost spans in this time at most. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    private record Ended(String namespace, ExecutionId id) {}

    /** Wakes the writer when this is closed. */
    private static final Ended NO_MORE = new Ended("", new ExecutionId(new UUID(0, 0)));

    private final SpanReceiver receiver;
    private final BlockingQueue<Ended> ended = new ArrayBlockingQueue<>(WAITING_MAX);
    private final AtomicLong overflowed = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong warnedAt = new AtomicLong(System.nanoTime() - QUIET.toNanos());
    private volatile @Nullable Thread writer;
    private volatile boolean closing;

    /** Writes to this receiver, once {@link #watch} is called. */
    public ReeveSpans(SpanReceiver receiver) {
        this.receiver = receiver;
    }

    /** Begins to write. Call it once, with the engine whose observer this is. */
    public void watch(Reeve reeve) {
        writer = Thread.ofPlatform().daemon().name("reeve-spans").start(() -> write(reeve));
    }

    /** The number of executions whose spans were lost. */
    public long dropped() {
        return overflowed.get() + failed.get();
    }

    @Override
    public void tracedExecutionEnded(String workflow, ExecutionId id) {
        if (closing || !ended.offer(new Ended(Namespaces.namespaceOf(workflow), id))) {
            overflowed.incrementAndGet();
            warn(null);
        }
    }

    private void write(Reeve reeve) {
        try {
            while (true) {
                Ended next = closing && ended.isEmpty() ? NO_MORE : ended.take();
                if (next.equals(NO_MORE)) {
                    return;
                }
                write(reeve, next);
            }
        } catch (InterruptedException e) {
            LOG.debug("spans are not written any more");
        }
    }

    private void write(Reeve reeve, Ended each) throws InterruptedException {
        try {
            List<SpanData> spans = HistorySpans.of(
                    each.id(),
                    reeve.namespace(each.namespace())
                            .find(each.id())
                            .map(Execution::history)
                            .orElse(List.of()));
            if (!spans.isEmpty()) {
                receiver.write(spans);
            }
        } catch (InterruptedException e) {
            failed.incrementAndGet();
            throw e;
        } catch (Throwable e) {
            // of any kind: a receiver without its library must not end the thread
            failed.incrementAndGet();
            warn(e);
        }
    }

    /** @param cause null for a full queue */
    private void warn(@Nullable Throwable cause) {
        long before = warnedAt.get();
        long now = System.nanoTime();
        if (now - before >= QUIET.toNanos() && warnedAt.compareAndSet(before, now)) {
            LOG.warn(
                    "spans are lost; executions so far: {} because too many waited, {} because they could not be written{}",
                    overflowed,
                    failed,
                    cause == null ? "" : ", now with " + cause);
        }
    }

    /** Writes what is queued, for two seconds at most. */
    @Override
    public void close() {
        Thread running = writer;
        if (running == null) {
            return;
        }
        writer = null;
        closing = true;
        boolean unused = ended.offer(NO_MORE);
        try {
            if (!running.join(DRAIN)) {
                running.interrupt();
                boolean gone = running.join(DRAIN);
                LOG.debug("the writer of spans has ended: {}", gone);
            }
        } catch (InterruptedException e) {
            running.interrupt();
            Thread.currentThread().interrupt();
        }
        ended.removeIf(NO_MORE::equals);
        int left = ended.size();
        failed.addAndGet(left);
        if (left > 0) {
            LOG.warn("the spans of {} executions were not written before the end", left);
        }
    }
}
