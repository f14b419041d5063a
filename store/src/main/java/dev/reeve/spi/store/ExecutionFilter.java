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
 * @param labels all of these labels with these values
 * @param startedFrom inclusive
 * @param startedBefore exclusive
 * @param after end of the previous page; null for the first page
 * @param limit 1 to {@link #LIMIT_MAX}
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
