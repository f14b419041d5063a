package dev.reeve.internal.postgresql;

import dev.reeve.ExecutionId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The keys that transactions of callers hold. Such a transaction has an advisory lock for each key that it has started,
 * until it ends. Its uncommitted rows are invisible, and an insert of the same key would wait for it.
 */
final class HeldKeys {

    /** An odd number that spreads the hash of a name over all bits (the golden ratio). */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private HeldKeys() {}

    /**
     * The number of the lock. All executions of a key have the same one, because they share the first half of their id.
     * Locks belong to the whole database, which may have several stores.
     */
    static long number(Schema schema, ExecutionId id) {
        return id.value().getMostSignificantBits() ^ SPREAD * schema.name().hashCode();
    }

    static Set<ExecutionId> of(LaneSession session, List<ExecutionId> ids) throws SQLException {
        Schema schema = session.database().schema();
        ArrayBuffer buffer = session.arrays().bigints();
        ids.forEach(id -> buffer.add(number(schema, id)));
        Set<Long> held = new HashSet<>();
        try (Query query = session.query("lane.held").set("numbers", buffer.build());
                ResultSet rows = query.rows()) {
            while (rows.next()) {
                held.add(rows.getLong(1));
            }
        }
        return ids.stream().filter(id -> held.contains(number(schema, id))).collect(Collectors.toUnmodifiableSet());
    }
}
