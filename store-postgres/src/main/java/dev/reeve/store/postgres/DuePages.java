package dev.reeve.store.postgres;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.store.Due;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Merges what is due in the shards of a lane, each of which the index has in order, into one order. It reads a few rows
 * of each shard at a time, so that a page costs a few times its length and not its length for each shard.
 */
final class DuePages {

    private static final Comparator<Due> ORDER =
            Comparator.comparing(Due::wakeAt).thenComparing(Due::id);

    private static final int SHARD_ROWS_MIN = 8;

    private static final UUID NIL = new UUID(0, 0);

    private final LaneSession session;
    private final Array shards;
    private final int shardCount;

    DuePages(LaneSession session, List<Short> shards) throws SQLException {
        this.session = session;
        this.shards = session.connection().createArrayOf("int2", shards.toArray());
        shardCount = shards.size();
    }

    List<Due> read(Instant until, @Nullable Due after, int limit) throws SQLException {
        List<Due> page = new ArrayList<>();
        int size = Math.min(limit, Math.max(SHARD_ROWS_MIN, 2 * (limit / shardCount + 1)));
        Due from = after;
        boolean more = true;
        while (more && page.size() < limit) {
            Part part = part(until, from, size);
            Due bound = part.bound();
            part.rows().stream()
                    .filter(due -> bound == null || ORDER.compare(due, bound) <= 0)
                    .sorted(ORDER)
                    .limit(limit - page.size())
                    .forEach(page::add);
            more = bound != null;
            from = bound;
        }
        return page;
    }

    /**
     * @param bound up to here {@code rows} has everything; null if there is nothing beyond them
     */
    private record Part(List<Due> rows, @Nullable Due bound) {}

    private Part part(Instant until, @Nullable Due after, int size) throws SQLException {
        List<Due> rows = new ArrayList<>();
        Due bound = null;
        try (Query query = session.query("due.page")
                .set("shards", shards)
                .set("until", until)
                .set("size", size)
                .set("after_id", after == null ? NIL : after.id().value())) {
            if (after == null) {
                // the driver's way to say -infinity
                query.set("after_wake_at", OffsetDateTime.MIN);
            } else {
                query.set("after_wake_at", after.wakeAt());
            }
            try (ResultSet result = query.rows()) {
                int[] rowsOfShard = new int[ExecutionId.SHARDS];
                while (result.next()) {
                    int inShard = ++rowsOfShard[result.getInt(1)];
                    Due due = new Due(Rows.time(result, 2), new ExecutionId(result.getObject(3, UUID.class)));
                    rows.add(due);
                    if (inShard == size && (bound == null || ORDER.compare(due, bound) < 0)) {
                        bound = due;
                    }
                }
            }
        }
        return new Part(rows, bound);
    }
}
