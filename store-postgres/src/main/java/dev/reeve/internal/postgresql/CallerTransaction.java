package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.Succession;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A start as part of its caller's transaction (S3). */
record CallerTransaction(Connection connection, Schema schema) {

    /** @throws StoreException if a write on the connection would not wait for its owner's commit */
    void check() throws SQLException {
        if (connection.isClosed() || connection.getAutoCommit()) {
            throw new StoreException(
                    StoreException.Kind.DATA,
                    connection.isClosed()
                            ? "the connection is closed: give one that is in a transaction"
                            : "the connection is in no transaction, it commits each statement by itself: call setAutoCommit(false) before, and commit() after",
                    null);
        }
    }

    /**
     * @return false if the execution exists already, this is not the database of {@code owner}, or the transaction does
     *     not see the definition; nothing is written then
     */
    boolean write(NodeId owner, ExecutionRow row, JournalRow first) throws SQLException {
        try (Query query = Query.of(connection, schema.sql("store.enlist"))) {
            query.set("node", owner.toString())
                    .set("shard", (short) row.id().shard())
                    .set("id", row.id().value())
                    .set("least", Succession.from(row.id()).value())
                    .set("greatest", Succession.to(row.id()).value())
                    .set("namespace", row.namespace())
                    .set("key", row.key())
                    .set("number", HeldKeys.number(schema, row.id()))
                    .set("workflow", row.workflow())
                    .set("version", row.version())
                    .set("status", Statuses.code(row.status()))
                    .set("priority", row.priority())
                    .set("labels", new String(LabelColumn.write(row.labels()), StandardCharsets.UTF_8))
                    .set("digest", row.digest())
                    .set("started_at", row.startedAt());
            time(query, "wake_at", row.wakeAt());
            time(query, "ended_at", row.endedAt());
            query.set("error", row.error())
                    .set("seq", first.seq())
                    .set("at", first.at())
                    .set("events", first.events());
            return written(query);
        }
    }

    private static boolean written(Query query) throws SQLException {
        try (ResultSet rows = query.rows()) {
            rows.next();
            int started = rows.getInt(1);
            if (rows.getInt(2) != started) {
                throw PostgresErrors.dropped("journal rows", started, rows.getInt(2));
            }
            return started == 1;
        }
    }

    /**
     * The execution that exists already, the newest with the same key.
     *
     * @param isDeployed whether its definition is stored, for other transactions to see
     * @throws StoreException if the transaction finds neither it, nor the node with the definition
     */
    ExecutionRow known(NodeId owner, ExecutionRow execution, BooleanSupplier isDeployed) throws SQLException {
        Optional<ExecutionRow> known =
                NewestRows.one(Query.of(connection, schema.sql("store.enlisted")), execution.id());
        if (known.isPresent()) {
            return known.get();
        }
        throw isOf(owner) && isDeployed.getAsBoolean()
                ? PostgresErrors.unavailable(
                        "the definition of %s version %d was stored after your transaction began, which does not see it: roll back and repeat the transaction"
                                .formatted(execution.workflow(), execution.version()))
                : PostgresErrors.elsewhere(owner);
    }

    /** Whether the connection leads to the database of {@code owner}, and its transaction sees that. */
    private boolean isOf(NodeId owner) throws SQLException {
        try (Query query = Query.of(connection, schema.sql("store.owner")).set("node", owner.toString());
                ResultSet rows = query.rows()) {
            return rows.next();
        }
    }

    private static void time(Query query, String name, @Nullable Instant time) throws SQLException {
        if (time == null) {
            query.set(name, (Object) null);
        } else {
            query.set(name, time);
        }
    }
}
