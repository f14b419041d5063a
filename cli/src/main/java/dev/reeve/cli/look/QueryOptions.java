package dev.reeve.cli.look;

import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Selects the executions of a command. */
final class QueryOptions {

    @Option(names = "--workflow", paramLabel = "NAME", description = "Only those of this workflow.")
    private @Nullable String workflow;

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            split = ",",
            description = "Filters by status: any of ${COMPLETION-CANDIDATES}.")
    private List<ExecutionStatus> statuses = List.of();

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Only those with this label.")
    private Map<String, String> labels = new LinkedHashMap<>();

    /** Whether any filter was given. */
    boolean filter() {
        return workflow != null || !statuses.isEmpty() || !labels.isEmpty();
    }

    ExecutionQuery query() {
        ExecutionQuery query = ExecutionQuery.all();
        if (workflow != null) {
            query = query.workflow(workflow);
        }
        if (!statuses.isEmpty()) {
            query = query.status(statuses.toArray(ExecutionStatus[]::new));
        }
        for (Map.Entry<String, String> label : labels.entrySet()) {
            query = query.label(label.getKey(), label.getValue());
        }
        return query;
    }
}
