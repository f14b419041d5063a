package dev.reeve.store.postgres;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.Times;
import dev.reeve.engine.store.ClaimedMessage;
import dev.reeve.engine.store.Outbox;
import dev.reeve.engine.store.OutboxRow;
import dev.reeve.engine.store.Settlement;
import dev.reeve.engine.store.StoreException;
import dev.reeve.engine.store.UndeliverableMessage;
import dev.reeve.engine.store.WaitingReceiver;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is to be told, in the table outbox; on a borrowed connection for each call. Thread-safe. */
final class PostgresOutbox implements Outbox {

    private final PostgresStore store;

    PostgresOutbox(PostgresStore store) {
        this.store = store;
    }

    /** In the transaction of somebody who starts an execution there. */
    static void add(Connection connection, List<OutboxRow> messages) throws SQLException {
        for (OutboxRow message : messages) {
            try (Query query = new Query(connection, Sql.of("outbox.add"))) {
                query.set("shard", (short) message.execution().shard())
                        .set("execution", message.execution().value())
                        .set("number", message.number())
                        .set("at", message.at())
                        .set("receiver", message.receiver())
                        .set("reply_to", message.replyTo())
                        .set("correlation_id", message.correlationId())
                        .set("type", message.type())
                        .set("data", message.data())
                        .update();
            }
        }
    }

    @Override
    public List<WaitingReceiver> receivers(@Nullable String after, int limit) {
        return store.ask("find receivers", connection -> {
            List<WaitingReceiver> found = new ArrayList<>();
            try (Query query = new Query(connection, Sql.of("outbox.receivers"))
                            .set("after", after == null ? "" : after)
                            .set("limit", limit);
                    ResultSet rows = query.rows()) {
                while (rows.next()) {
                    found.add(new WaitingReceiver(rows.getString(1), Rows.time(rows, 2)));
                }
            }
            return found;
        });
    }

    @Override
    public List<ClaimedMessage> claim(String receiver, Instant now, Instant until, int limit) {
        return store.ask("claim messages", connection -> {
            List<ClaimedMessage> claimed = new ArrayList<>();
            try (Query query = new Query(connection, claiming())
                    .set("receiver", receiver)
                    .set("now", now)
                    .set("until", until)
                    .set("limit", limit)) {
                try (ResultSet rows = query.rows()) {
                    while (rows.next()) {
                        claimed.add(new ClaimedMessage(message(rows), Rows.time(rows, 9), rows.getInt(10), until));
                    }
                }
                // The log is replicated in order: once the claim is on the standby, so is all that it tells of (R4).
                StoreException lost = Failures.notReplicated(
                        "claim messages", query.statement().getWarnings());
                if (lost != null) {
                    throw lost;
                }
            }
            claimed.sort(Comparator.comparing(ClaimedMessage::since)
                    .thenComparing(message -> message.message().execution()));
            return claimed;
        });
    }

    private Sql claiming() {
        return store.database().commitsLate()
                ? Sql.of("outbox.claim", "session.durably", "outbox.claimed")
                : Sql.of("outbox.claim", "outbox.claimed");
    }

    private static OutboxRow message(ResultSet rows) throws SQLException {
        return new OutboxRow(
                Rows.id(rows, 1),
                rows.getInt(2),
                Rows.time(rows, 3),
                rows.getString(4),
                rows.getString(5),
                rows.getString(6),
                rows.getString(7),
                rows.getString(8));
    }

    @Override
    public void settle(List<Settlement> settlements) {
        store.ask("settle messages", connection -> {
            try (Query query = new Query(connection, Sql.of("outbox.settle"))) {
                return query.set("shards", array(connection, "int2", settlements, s ->
                                (short) s.execution().shard()))
                        .set(
                                "executions",
                                array(
                                        connection,
                                        "uuid",
                                        settlements,
                                        s -> s.execution().value()))
                        .set("numbers", array(connection, "int4", settlements, Settlement::number))
                        .set(
                                "claimed_until",
                                array(connection, "timestamptz", settlements, s -> time(s.claimedUntil())))
                        .set("next_at", array(connection, "timestamptz", settlements, s -> time(s.nextAt())))
                        .set("errors", array(connection, "text", settlements, Settlement::error))
                        .update();
            }
        });
    }

    private static Array array(
            Connection connection,
            String type,
            List<Settlement> settlements,
            Function<Settlement, @Nullable Object> value)
            throws SQLException {
        return connection.createArrayOf(type, settlements.stream().map(value).toArray());
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant time) {
        return time == null ? null : OffsetDateTime.ofInstant(Times.normal(time), ZoneOffset.UTC);
    }

    @Override
    public int redeliver(ExecutionId execution, Instant now) {
        return store.ask("have messages sent again", connection -> {
            try (Query query = new Query(connection, Sql.of("outbox.redeliver"))) {
                return query.set("now", now)
                        .set("shard", (short) execution.shard())
                        .set("execution", execution.value())
                        .update();
            }
        });
    }

    static List<UndeliverableMessage> undeliverable(Connection connection, int limit) throws SQLException {
        List<UndeliverableMessage> found = new ArrayList<>();
        try (Query query = new Query(connection, Sql.of("outbox.undeliverable")).set("limit", limit);
                ResultSet rows = query.rows()) {
            while (rows.next()) {
                found.add(new UndeliverableMessage(
                        Rows.id(rows, 1),
                        rows.getInt(2),
                        Rows.time(rows, 3),
                        rows.getString(4),
                        rows.getString(5),
                        rows.getInt(6),
                        rows.getString(7)));
            }
        }
        return found;
    }
}
