package dev.reeve.spi.store;

import dev.reeve.ExecutionStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds ended executions by reading every execution. For stores in memory, which have no index. */
final class EndedScan {

    private static final Set<ExecutionStatus> ENDED = Arrays.stream(ExecutionStatus.values())
            .filter(ExecutionStatus::isTerminal)
            .collect(Collectors.toSet());

    private EndedScan() {}

    static List<WorkflowVersion> versions(StoreReader store, String namespace) {
        List<WorkflowVersion> versions = new ArrayList<>();
        scan(store, namespace, null, row -> versions.add(new WorkflowVersion(row.workflow(), row.version())));
        return versions.stream()
                .distinct()
                .sorted(Comparator.comparing(WorkflowVersion::workflow).thenComparingInt(WorkflowVersion::version))
                .toList();
    }

    static List<EndedExecution> page(StoreReader store, EndedFilter filter) {
        List<ExecutionRow> found = new ArrayList<>();
        scan(store, filter.namespace(), filter.of().workflow(), row -> {
            if (filter.matches(row)) {
                found.add(row);
            }
        });
        return found.stream()
                .sorted(Comparator.comparing(ExecutionRow::endedAt).thenComparing(ExecutionRow::id))
                .limit(filter.limit())
                .map(row -> new EndedExecution(row, false))
                .toList();
    }

    private static void scan(
            StoreReader store, String namespace, @Nullable String workflow, Consumer<ExecutionRow> each) {
        ListPosition last = null;
        List<ExecutionRow> page;
        do {
            page = store.list(new ExecutionFilter(
                    namespace, workflow, ENDED, Map.of(), null, null, last, ExecutionFilter.LIMIT_MAX));
            page.forEach(each);
            last = page.isEmpty() ? null : page.getLast().position();
        } while (page.size() == ExecutionFilter.LIMIT_MAX);
    }
}
