package dev.reeve.benchmark.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.report.Usage;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The resource usage of a process and its store at one time.
 *
 * @param seconds since the load began
 * @param values by name, in the order of the report
 */
record SoakLook(long seconds, Map<String, Double> values) {

    static final String HEAP = "heap MiB";
    static final String THREADS = "threads";
    static final String FILES = "open files";
    static final String OPEN = "open executions";
    static final String STORE = "store MiB";

    private static final double MIB = 1 << 20;

    /** Measures this process, after a collection, and the store. */
    static SoakLook at(long seconds, Database database, long open) {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put(HEAP, Usage.heapBytes() / MIB);
        values.put(THREADS, (double) ManagementFactory.getThreadMXBean().getThreadCount());
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
            values.put(FILES, (double) unix.getOpenFileDescriptorCount());
        }
        values.put(OPEN, (double) open);
        values.put(STORE, database.sizeBytes() / MIB);
        database.tableBytes().forEach((name, bytes) -> values.put(name + " MiB", bytes / MIB));
        return new SoakLook(seconds, values);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        values.forEach((name, value) -> text.add(
                name.endsWith(" MiB")
                        ? String.format(Locale.ROOT, "%s %,.1f MiB", name.substring(0, name.length() - 4), value)
                        : String.format(Locale.ROOT, "%s %,.0f", name, value)));
        return text.toString();
    }
}
