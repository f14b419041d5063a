package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.member.ClusterPlan;
import dev.reeve.benchmark.report.Report;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The results of a run of a cluster. */
record ClusterFigures(
        ClusterPlan plan,
        List<ClusterIncident> incidents,
        List<ClusterStalls.Stall> stalls,
        ClusterAudit audit,
        double seconds) {

    void addTo(Report report) {
        report.add("nodes", plan.nodes(), "");
        report.add("agentProcesses", plan.agents(), "");
        report.add("ttlSeconds", plan.ttl().toMillis() / 1e3, 1, "s");
        report.add("seconds", seconds, 0, "s under load");
        report.add("executions", audit.executions(), "all ended as required");
        report.add("acknowledged", audit.acknowledged(), "starts, none lost");
        report.add("signals", audit.signals(), "accepted, each applied once");
        report.add("bookings", audit.bookings(), "rows, each by one completed transactional step");
        audit.callsByPlace()
                .forEach((place, calls) -> report.add("stepsPerSecondOfNode" + place, calls / seconds, 1, ""));
        for (ClusterFault fault : ClusterFault.values()) {
            report(report, fault);
        }
        report.add("failedCalls", audit.failures().toString());
        report.add("repeatedAttempts", audit.repeats().toString());
        report.add("stalls", stalls.size(), "nodes removed although no fault stopped them");
        report.add("violations", 0, "");
    }

    private void report(Report report, ClusterFault fault) {
        List<ClusterIncident> all =
                incidents.stream().filter(incident -> incident.fault() == fault).toList();
        if (all.isEmpty()) {
            return;
        }
        String name = fault.name().toLowerCase(Locale.ROOT);
        report.add(name + "Count", all.size(), "");
        add(
                report,
                name + "TakenSeconds",
                all.stream().mapToDouble(ClusterIncident::taken).toArray(),
                "s until other processes owned all shards");
        add(
                report,
                name + "MovingSeconds",
                all.stream().mapToDouble(ClusterIncident::moving).toArray(),
                "s until the first execution in them moved on");
        if (fault == ClusterFault.FAILOVER) {
            add(
                    report,
                    name + "OutageSeconds",
                    all.stream()
                            .mapToDouble(incident -> incident.end() - incident.begin())
                            .toArray(),
                    "s from the fault until all nodes worked");
        }
        add(
                report,
                name + "BackSeconds",
                all.stream().mapToDouble(ClusterIncident::back).toArray(),
                "s from the end of the fault until all nodes worked");
    }

    private static void add(Report report, String name, double[] millis, String unit) {
        double[] sorted =
                Arrays.stream(millis).filter(Double::isFinite).sorted().toArray();
        if (sorted.length > 0) {
            report.add(name + "P50", sorted[(sorted.length - 1) / 2] / 1e3, 2, unit);
            report.add(name + "Max", sorted[sorted.length - 1] / 1e3, 2, unit);
        }
    }
}
