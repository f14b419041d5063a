package dev.reeve.internal.postgresql;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Succession;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The newest executions of keys; see {@link Succession}. */
final class NewestRows {

    private static final int ASKED = 14;

    private NewestRows() {}

    /** @param statement a query for the newest execution of a key, without values. This closes it. */
    static Optional<ExecutionRow> one(Query statement, ExecutionId id) throws SQLException {
        try (Query query = statement
                        .set("shard", (short) id.shard())
                        .set("id", id.value())
                        .set("least", Succession.from(id).value())
                        .set("greatest", Succession.to(id).value());
                ResultSet rows = query.rows()) {
            return rows.next() ? Optional.of(ResultRows.execution(rows)) : Optional.empty();
        }
    }

    static Map<ExecutionId, ExecutionRow> of(LaneSession session, List<ExecutionId> ids) throws SQLException {
        ArrayBuffer buffer = session.arrays();
        buffer.smallints();
        ids.forEach(id -> buffer.add((short) id.shard()));
        Array shards = buffer.build();
        buffer.uuids();
        ids.forEach(buffer::add);
        Array asked = buffer.build();
        buffer.uuids();
        ids.forEach(id -> buffer.add(Succession.from(id)));
        Array least = buffer.build();
        buffer.uuids();
        ids.forEach(id -> buffer.add(Succession.to(id)));
        Map<ExecutionId, ExecutionRow> found = new HashMap<>();
        try (Query query = session.query("lane.newest")
                        .set("shards", shards)
                        .set("ids", asked)
                        .set("least", least)
                        .set("greatest", buffer.build());
                ResultSet rows = query.rows()) {
            while (rows.next()) {
                found.put(ResultRows.id(rows, ASKED), ResultRows.execution(rows));
            }
        }
        return found;
    }
}
