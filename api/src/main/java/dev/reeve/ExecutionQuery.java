package dev.reeve;

import dev.reeve.internal.values.Labels;
import dev.reeve.internal.values.OptionChecks;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects executions to list, the newest first. Immutable; each method returns a changed copy.
 *
 * <pre>{@code reeve.list(ExecutionQuery.all().workflow("order_fulfilment").status(ESCALATED).limit(50))}</pre>
 *
 * @param workflow the name of the workflow; null for all
 * @param statuses any of these; empty for all
 * @param labels all of these
 * @param startedFrom inclusive; null for no bound
 * @param startedBefore exclusive; null for no bound
 * @param after the last execution of the page before; null for the first page
 * @param limit the maximum number of results, 1 to 1,000 (default 100)
 */
public record ExecutionQuery(
        @Nullable String workflow,
        Set<ExecutionStatus> statuses,
        Map<String, String> labels,
        @Nullable Instant startedFrom,
        @Nullable Instant startedBefore,
        @Nullable Position after,
        int limit) {

    /**
     * A place in the list of executions.
     *
     * @param startedAt when the execution started
     * @param id its id
     */
    public record Position(Instant startedAt, ExecutionId id) {}

    private static final ExecutionQuery ALL = new ExecutionQuery(null, Set.of(), Map.of(), null, null, null, 100);

    public ExecutionQuery {
        statuses = statuses.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(statuses));
        labels = Labels.sorted(labels);
        if (limit < 1 || limit > 1_000) {
            throw OptionChecks.invalid("limit: expected 1 to 1000, found " + limit);
        }
    }

    /** Selects all executions, a page of 100. */
    public static ExecutionQuery all() {
        return ALL;
    }

    /** Filters by workflow. */
    public ExecutionQuery workflow(String name) {
        return new ExecutionQuery(name, statuses, labels, startedFrom, startedBefore, after, limit);
    }

    /** Filters by status: any of these. */
    public ExecutionQuery status(ExecutionStatus... any) {
        return new ExecutionQuery(workflow, Set.of(any), labels, startedFrom, startedBefore, after, limit);
    }

    /** Filters by label. Several labels must all match. */
    public ExecutionQuery label(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(labels);
        more.put(name, value);
        return new ExecutionQuery(workflow, statuses, more, startedFrom, startedBefore, after, limit);
    }

    /**
     * Filters by start: at this instant or later.
     *
     * @param from inclusive
     */
    public ExecutionQuery startedFrom(Instant from) {
        return new ExecutionQuery(workflow, statuses, labels, from, startedBefore, after, limit);
    }

    /**
     * Filters by start: before this instant.
     *
     * @param before exclusive
     */
    public ExecutionQuery startedBefore(Instant before) {
        return new ExecutionQuery(workflow, statuses, labels, startedFrom, before, after, limit);
    }

    /** The page after the one that ended with this execution. The execution may have been removed since. */
    public ExecutionQuery after(ExecutionSummary last) {
        return new ExecutionQuery(
                workflow,
                statuses,
                labels,
                startedFrom,
                startedBefore,
                new Position(last.startedAt(), last.id()),
                limit);
    }

    /**
     * Sets the size of a page.
     *
     * @param executions 1 to 1,000 (default 100)
     * @throws InvalidException if the number is out of range
     */
    public ExecutionQuery limit(int executions) {
        return new ExecutionQuery(workflow, statuses, labels, startedFrom, startedBefore, after, executions);
    }
}
