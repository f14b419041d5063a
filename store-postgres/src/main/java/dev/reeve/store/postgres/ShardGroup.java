package dev.reeve.store.postgres;

import java.sql.SQLException;
import java.time.Duration;

/**
 * How many shards a statement reads that looks for what is due. A statement that was quick is followed by one of more shards,
 * a slow one by one of fewer, and one that its timeout has cancelled by one of a single shard. Not thread-safe.
 */
final class ShardGroup {

    /** Usually all that there is to read is read by four statements of a lane of 64 shards, or fewer. */
    static final int FIRST = 16;

    static final Duration QUICK = Duration.ofMillis(25);
    static final Duration SLOW = QUICK.multipliedBy(10);

    private static final String QUERY_CANCELED = "57014";

    private final int sizeMax;
    private int size;

    /** @param sizeMax as many shards as there are */
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

    /** What was quick before need not be quick now; what was cancelled may be cancelled again. */
    void afresh() {
        size = Math.min(FIRST, size);
    }
}
