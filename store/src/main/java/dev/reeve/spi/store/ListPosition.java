package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.time.Instant;
import java.util.Comparator;

/**
 * A position in a list: after this row, whether or not the row still exists. Ordered as lists are, the newest first.
 *
 * @param startedAt of the row
 * @param id of the row
 */
public record ListPosition(Instant startedAt, ExecutionId id) implements Comparable<ListPosition> {

    private static final Comparator<ListPosition> NEWEST_FIRST = Comparator.comparing(ListPosition::startedAt)
            .thenComparing(ListPosition::id)
            .reversed();

    @Override
    public int compareTo(ListPosition other) {
        return NEWEST_FIRST.compare(this, other);
    }
}
