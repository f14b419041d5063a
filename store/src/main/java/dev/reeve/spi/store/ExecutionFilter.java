package dev.reeve.spi.store;

import dev.reeve.ExecutionStatus;
import dev.reeve.internal.values.Labels;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects executions to list. All conditions must hold. Null or empty means any.
 *
 * @param namespace the namespace to list; a list contains executions of one namespace only
 * @param workflow the whole name of a workflow or of a group; null for any
 * @param statuses one of these statuses; empty for any
 * @param labels all of these labels with these values; empty for any
 * @param startedFrom the earliest start, inclusive; null for any
 * @param startedBefore the end of the starts, exclusive; null for any
 * @param after end of the previous page; null for the first page
 * @param limit maximum number of rows, 1 to {@link #LIMIT_MAX}; the constructor refuses other values
 */
public record ExecutionFilter(
        String namespace,
        @Nullable String workflow,
        Set<ExecutionStatus> statuses,
        Map<String, String> labels,
        @Nullable Instant startedFrom,
        @Nullable Instant startedBefore,
        @Nullable ListPosition after,
        int limit) {

    /** The maximum number of rows of a page. */
    public static final int LIMIT_MAX = 1000;

    public ExecutionFilter {
        statuses = statuses.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(statuses));
        labels = Labels.sorted(labels);
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new IllegalArgumentException("limit: expected 1 to %d, found %d".formatted(LIMIT_MAX, limit));
        }
    }

    /** The filter of the page that follows this position. */
    public ExecutionFilter from(ListPosition position) {
        return new ExecutionFilter(namespace, workflow, statuses, labels, startedFrom, startedBefore, position, limit);
    }
}
