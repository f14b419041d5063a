package dev.reeve.internal.postgresql;

import java.sql.SQLException;
import java.time.Duration;

/**
 * How many shards the next query for due executions reads. The number grows after a fast statement and shrinks after a
 * slow one. It is one after a statement that was cancelled by its timeout. Not thread-safe.
 */
final class ShardGroup {

    /** A lane of 64 shards usually reads everything with four statements or fewer. */
    static final int FIRST = 16;

    static final Duration QUICK = Duration.ofMillis(25);
    static final Duration SLOW = QUICK.multipliedBy(10);

    private static final String QUERY_CANCELED = "57014";

    private final int sizeMax;
    private int size;

    /** @param sizeMax the number of shards */
    ShardGroup(int sizeMax) {
        this.sizeMax = sizeMax;
        size = Math.min(FIRST, sizeMax);
    }

    int size() {
        return size;
    }

    void took(Duration time) {
        if (time.compareTo(QUICK) < 0) {
            size = Math.min(sizeMax, 2 * size);
        } else if (time.compareTo(SLOW) > 0) {
            size = Math.max(1, size / 2);
        }
    }

    void failed(SQLException e) {
        if (QUERY_CANCELED.equals(e.getSQLState())) {
            size = 1;
        }
    }

    /**
     * Starts again: a statement that was fast before may be slow now, and one that was cancelled may be cancelled
     * again.
     */
    void afresh() {
        size = Math.min(FIRST, size);
    }
}
