package dev.reeve.benchmark.report;

import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Reeve;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures the lists that people ask for. */
public final class ListTimes {

    private static final int PAGE = 50;

    private final Map<String, ExecutionQuery> queries = new LinkedHashMap<>();
    private final Map<String, List<Double>> millis = new LinkedHashMap<>();

    /** @param busy a workflow with open and ended executions */
    public ListTimes(String busy, String sleeping, String kept) {
        queries.put("newest", ExecutionQuery.all());
        queries.put("ofBusyWorkflow", ExecutionQuery.all().workflow(busy));
        queries.put(
                "completedOfBusyWorkflow", ExecutionQuery.all().workflow(busy).status(ExecutionStatus.COMPLETED));
        queries.put("runningOfSleepers", ExecutionQuery.all().workflow(sleeping).status(ExecutionStatus.RUNNING));
        queries.put("ofKeptWorkflow", ExecutionQuery.all().workflow(kept));
        queries.put("ofUnknownWorkflow", ExecutionQuery.all().workflow("nobody_has_this"));
        queries.put("failed", ExecutionQuery.all().status(ExecutionStatus.FAILED));
        queries.put("escalated", ExecutionQuery.all().status(ExecutionStatus.ESCALATED));
        queries.put("ofUnknownLabel", ExecutionQuery.all().label("shop", "nobody"));
        Instant old = Instant.now().minus(Duration.ofDays(100));
        queries.put("ofADayLongAgo", ExecutionQuery.all().startedFrom(old).startedBefore(old.plus(Duration.ofDays(1))));
    }

    /** Asks for each list once: the first page, and the next one. */
    public void measure(Reeve reeve) {
        queries.forEach((name, query) -> {
            long begin = System.nanoTime();
            List<ExecutionSummary> page = reeve.list(query.limit(PAGE));
            if (!page.isEmpty()) {
                reeve.list(query.limit(PAGE).after(page.getLast()));
            }
            millis.computeIfAbsent(name, key -> new ArrayList<>()).add((System.nanoTime() - begin) / 1e6);
        });
    }

    public void addTo(Report report) {
        millis.forEach((name, all) -> {
            List<Double> sorted = all.stream().sorted().toList();
            if (!sorted.isEmpty()) {
                report.add("list_" + name, List.of(sorted.get(sorted.size() / 2), sorted.getLast()), 1);
            }
        });
    }
}
