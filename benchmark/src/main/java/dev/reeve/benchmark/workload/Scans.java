package dev.reeve.benchmark.workload;

import com.sun.management.ThreadMXBean;
import dev.reeve.spi.store.Due;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Measures the cost of the store's scans for due timers. Thread-safe: all lanes write, and any thread may read. */
public final class Scans {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final LongAdder scans = new LongAdder();
    private final LongAdder rows = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /** Totals since the beginning. */
    public record Count(long scans, long rows, long nanos, long bytes) {

        public Count since(Count earlier) {
            return new Count(scans - earlier.scans, rows - earlier.rows, nanos - earlier.nanos, bytes - earlier.bytes);
        }

        public double microsEach() {
            return scans == 0 ? 0 : nanos / 1e3 / scans;
        }

        public double kibibytesEach() {
            return scans == 0 ? 0 : bytes / 1024.0 / scans;
        }
    }

    public Count count() {
        return new Count(scans.sum(), rows.sum(), nanos.sum(), bytes.sum());
    }

    /** Runs the scan on this thread, on which the measured stores answer. */
    CompletionStage<List<Due>> measured(Supplier<CompletionStage<List<Due>>> scan) {
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long begun = System.nanoTime();
        return scan.get().whenComplete((found, error) -> {
            nanos.add(System.nanoTime() - begun);
            bytes.add(THREADS.getCurrentThreadAllocatedBytes() - allocated);
            scans.increment();
            rows.add(found == null ? 0 : found.size());
        });
    }
}
