package dev.reeve.engine.client;

import dev.reeve.core.ExecutionStatus;
import dev.reeve.engine.cluster.Node;
import dev.reeve.engine.store.ExecutionFilter;
import dev.reeve.engine.store.ListPosition;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects executions to list, the newest first. Immutable; each method returns a changed copy.
 *
 * <pre>{@code reeve.list(ExecutionQuery.all().workflow("order_fulfilment").status(ESCALATED).limit(50))}</pre>
 */
public final class ExecutionQuery {

    private static final int DEFAULT_LIMIT = 100;

    private final ExecutionFilter filter;

    private ExecutionQuery(ExecutionFilter filter) {
        this.filter = filter;
    }

    public static ExecutionQuery all() {
        return new ExecutionQuery(
                new ExecutionFilter(Node.DEFAULT_NAMESPACE, null, Set.of(), Map.of(), null, null, null, DEFAULT_LIMIT));
    }

    public ExecutionQuery workflow(String name) {
        return with(
                name, filter.statuses(), filter.labels(), filter.startedFrom(), filter.startedBefore(), filter.after());
    }

    /** Filters by status: any of these. */
    public ExecutionQuery status(ExecutionStatus... any) {
        return with(
                filter.workflow(),
                Set.of(any),
                filter.labels(),
                filter.startedFrom(),
                filter.startedBefore(),
                filter.after());
    }

    /** Filters by label. Several labels must all match. */
    public ExecutionQuery label(String name, String value) {
        Map<String, String> labels = new LinkedHashMap<>(filter.labels());
        labels.put(name, value);
        return with(
                filter.workflow(),
                filter.statuses(),
                labels,
                filter.startedFrom(),
                filter.startedBefore(),
                filter.after());
    }

    /** @param from inclusive */
    public ExecutionQuery startedFrom(Instant from) {
        return with(
                filter.workflow(), filter.statuses(), filter.labels(), from, filter.startedBefore(), filter.after());
    }

    /** @param before exclusive */
    public ExecutionQuery startedBefore(Instant before) {
        return with(
                filter.workflow(), filter.statuses(), filter.labels(), filter.startedFrom(), before, filter.after());
    }

    /** The page after the one that ended with this execution. The execution may have been removed meanwhile. */
    public ExecutionQuery after(ExecutionSummary last) {
        return with(
                filter.workflow(),
                filter.statuses(),
                filter.labels(),
                filter.startedFrom(),
                filter.startedBefore(),
                new ListPosition(last.startedAt(), last.id()));
    }

    /**
     * @param limit 1 to 1,000 (default 100)
     */
    public ExecutionQuery limit(int limit) {
        return new ExecutionQuery(new ExecutionFilter(
                filter.namespace(),
                filter.workflow(),
                filter.statuses(),
                filter.labels(),
                filter.startedFrom(),
                filter.startedBefore(),
                filter.after(),
                limit));
    }

    private ExecutionQuery with(
            @Nullable String workflow,
            Set<ExecutionStatus> statuses,
            Map<String, String> labels,
            @Nullable Instant startedFrom,
            @Nullable Instant startedBefore,
            @Nullable ListPosition after) {
        return new ExecutionQuery(new ExecutionFilter(
                filter.namespace(), workflow, statuses, labels, startedFrom, startedBefore, after, filter.limit()));
    }

    ExecutionFilter filter() {
        return filter;
    }
}
