package dev.reeve.micrometer;

import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.Observer;
import java.io.IOException;
import java.util.List;
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
 * executions end than the receiver takes. Close it before the engine.
 */
public final class ReeveSpans implements Observer, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReeveSpans.class);

    /** Executions that wait to be written. More are dropped. */
    private static final int WAITING_MAX = 10_000;

    private record Ended(String namespace, ExecutionId id) {}

    private final SpanReceiver receiver;
    private final BlockingQueue<Ended> ended = new ArrayBlockingQueue<>(WAITING_MAX);
    private final AtomicLong dropped = new AtomicLong();
    private volatile @Nullable Thread writer;

    public ReeveSpans(SpanReceiver receiver) {
        this.receiver = receiver;
    }

    /** Begins to write. Call it once, with the engine whose observer this is. */
    public void watch(Reeve reeve) {
        writer = Thread.ofPlatform().daemon().name("reeve-spans").start(() -> write(reeve));
    }

    /** The number of executions whose spans were lost. */
    public long dropped() {
        return dropped.get();
    }

    @Override
    public void executionChanged(String workflow, ExecutionId id, int events, ExecutionStatus status) {
        if (status.isTerminal() && !ended.offer(new Ended(Namespaces.namespaceOf(workflow), id))) {
            dropped.incrementAndGet();
        }
    }

    private void write(Reeve reeve) {
        try {
            while (true) {
                write(reeve, ended.take());
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
        } catch (IOException | RuntimeException e) {
            dropped.incrementAndGet();
            LOG.warn("the spans of execution {} are lost: {}", each.id(), e.toString());
        }
    }

    @Override
    public void close() {
        Thread running = writer;
        if (running != null) {
            running.interrupt();
        }
    }
}
