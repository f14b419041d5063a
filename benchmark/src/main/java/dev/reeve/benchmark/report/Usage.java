package dev.reeve.benchmark.report;

import com.sun.management.OperatingSystemMXBean;
import dev.reeve.benchmark.database.Database;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * Resource usage since the beginning. The difference of two values is the cost of the time between them.
 *
 * @param nanos monotonic time
 * @param cpuNanos of this process: engine, agent, driver, compiler and garbage collector
 * @param serverCpuNanos of the database server; 0 if the database is part of this process, -1 if it is not known
 * @param collectorMillis time of garbage collections, stopped or concurrent
 */
public record Usage(long nanos, long cpuNanos, long serverCpuNanos, long collectorMillis) {

    public static Usage now(Database database) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        return new Usage(System.nanoTime(), system.getProcessCpuTime(), database.serverCpuNanos(), collectors);
    }

    public Usage since(Usage earlier) {
        return new Usage(
                nanos - earlier.nanos,
                cpuNanos - earlier.cpuNanos,
                serverCpuNanos < 0 ? -1 : serverCpuNanos - earlier.serverCpuNanos,
                collectorMillis - earlier.collectorMillis);
    }

    public double seconds() {
        return nanos / 1e9;
    }

    /** Of both processes as far as known. */
    public double totalCpuNanos() {
        return cpuNanos + Math.max(0, serverCpuNanos);
    }

    /**
     * Adds the processor time, in total and per execution.
     *
     * @param count number of executions; without any, only totals are added
     */
    public void addTo(Report report, long count) {
        report.add("cpuSeconds", cpuNanos / 1e9, 2, "s, this process");
        if (serverCpuNanos > 0) {
            report.add("serverCpuSeconds", serverCpuNanos / 1e9, 2, "s, all processes of the server");
        }
        if (count > 0) {
            report.add("cpuMicrosPerExecution", cpuNanos / 1e3 / count, 1, "µs, this process");
            if (serverCpuNanos > 0) {
                report.add("serverCpuMicrosPerExecution", serverCpuNanos / 1e3 / count, 1, "µs, the server");
            }
        }
        report.add(
                "cpusBusy",
                totalCpuNanos() / nanos,
                2,
                "of " + Runtime.getRuntime().availableProcessors());
        report.add("collectorSeconds", collectorMillis / 1e3, 2, "s");
    }

    /** Bytes of live objects, after a collection. */
    public static long heapBytes() {
        // Twice, because the first one may only enqueue weak references and cleaners.
        System.gc();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
