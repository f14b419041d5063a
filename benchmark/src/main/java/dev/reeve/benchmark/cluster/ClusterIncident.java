package dev.reeve.benchmark.cluster;

import java.util.Locale;

/**
 * A fault, and how long the cluster needed for it. A time is in milliseconds, or NaN if it was not measured.
 *
 * @param place of the node
 * @param begin when it happened, by the clock of this machine
 * @param end when all shards had an owner, and all nodes worked again
 * @param taken from the fault until other processes owned all shards of the node
 * @param moving from the fault until an execution in a shard of the node had moved on
 * @param back from the end of the fault until all nodes worked again
 */
record ClusterIncident(ClusterFault fault, int place, long begin, long end, double taken, double moving, double back) {

    /** When the last attempt began that the fault may have lost. */
    long lostUntil() {
        return switch (fault) {
            case KILL, RENAME, AGENT -> begin;
            case STOP, SILENCE, DRAIN, CUT, DATABASE, FAILOVER -> end;
        };
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(fault.name().toLowerCase(Locale.ROOT))
                .append(" at ")
                .append(place);
        append(text, "taken after", taken);
        append(text, "moving after", moving);
        append(text, "back after", back);
        return text.toString();
    }

    private static void append(StringBuilder text, String what, double millis) {
        if (Double.isFinite(millis)) {
            text.append(", %s %.2f s".formatted(what, millis / 1e3));
        }
    }
}
