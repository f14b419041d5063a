package dev.reeve.spi.store;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Selects ended executions of one version of a workflow.
 *
 * @param namespace the namespace of the workflow
 * @param of the version; the groups of a workflow are not included, because they are versions of their own
 * @param after end of the previous page; null for the first page
 * @param until the latest end, inclusive
 * @param limit maximum number of rows, 1 to {@link #LIMIT_MAX}; the constructor refuses other values
 */
public record EndedFilter(
        String namespace, WorkflowVersion of, @Nullable EndedPosition after, Instant until, int limit) {

    /** The maximum number of rows of a page. */
    public static final int LIMIT_MAX = 5_000;

    public EndedFilter {
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new IllegalArgumentException("limit: expected 1 to %d, found %d".formatted(LIMIT_MAX, limit));
        }
    }

    /** Whether this row matches, apart from the limit. For stores without an index. */
    public boolean matches(ExecutionRow row) {
        Instant endedAt = row.endedAt();
        if (endedAt == null
                || endedAt.isAfter(until)
                || !row.namespace().equals(namespace)
                || !row.workflow().equals(of.workflow())
                || row.version() != of.version()) {
            return false;
        }
        EndedPosition from = after;
        if (from == null) {
            return true;
        }
        int later = endedAt.compareTo(from.endedAt());
        return later > 0 || (later == 0 && row.id().compareTo(from.id()) > 0);
    }

    /** The position of this row, whose execution has ended. */
    public static EndedPosition position(ExecutionRow row) {
        return new EndedPosition(Objects.requireNonNull(row.endedAt(), "an execution that is open"), row.id());
    }
}
