package dev.reeve.benchmark;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * What has been used up since the beginning. Two of these give what a time between them cost.
 *
 * @param nanos monotonic time
 * @param cpuNanos of this process: engine, agent, driver, compiler and garbage collector
 * @param serverCpuNanos of the database server; 0 if the database is part of this process, -1 if it is not known
 * @param collectorMillis during which the garbage collector stopped this process or worked beside it
 */
record Usage(long nanos, long cpuNanos, long serverCpuNanos, long collectorMillis) {

    static Usage now(Database database) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        return new Usage(System.nanoTime(), system.getProcessCpuTime(), database.serverCpuNanos(), collectors);
    }

    Usage since(Usage earlier) {
        return new Usage(
                nanos - earlier.nanos,
                cpuNanos - earlier.cpuNanos,
                serverCpuNanos < 0 ? -1 : serverCpuNanos - earlier.serverCpuNanos,
                collectorMillis - earlier.collectorMillis);
    }

    double seconds() {
        return nanos / 1e9;
    }

    /** Of both processes as far as known. */
    double totalCpuNanos() {
        return cpuNanos + Math.max(0, serverCpuNanos);
    }

    /** Adds what it says about processor time, per {@code count} of {@code what}. */
    void addTo(Report report, long count) {
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
    static long heapBytes() {
        // Twice: the first one may only make weak references and cleaners due.
        System.gc();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
