package dev.reeve.internal.postgresql;

import dev.reeve.ExecutionId;
import dev.reeve.UndeliverableMessage;
import dev.reeve.internal.values.Times;
import dev.reeve.spi.store.ClaimedMessage;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.Settlement;
import dev.reeve.spi.store.WaitingReceiver;
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

/** The messages to receivers, in the table outbox; on a borrowed connection for each call. Thread-safe. */
final class PostgresOutbox implements Outbox {

    private final Loans loans;

    PostgresOutbox(Loans loans) {
        this.loans = loans;
    }

    /** Writes messages in the transaction of a caller that starts an execution. */
    static void add(CallerTransaction caller, List<OutboxRow> messages) throws SQLException {
        for (OutboxRow message : messages) {
            try (Query query = Query.of(caller.connection(), caller.schema().sql("outbox.add"))) {
                int written = query.set("shard", (short) message.execution().shard())
                        .set("execution", message.execution().value())
                        .set("number", message.number())
                        .set("at", message.at())
                        .set("receiver", message.receiver())
                        .set("reply_to", message.replyTo())
                        .set("correlation_id", message.correlationId())
                        .set("type", message.type())
                        .set("data", message.data())
                        .update();
                if (written != 1) {
                    throw PostgresErrors.dropped("messages", 1, written);
                }
            }
        }
    }

    @Override
    public List<WaitingReceiver> receivers(@Nullable String after, int limit) {
        return loans.ask(
                "find receivers",
                loan -> loan.query("outbox.receivers")
                        .set("after", after == null ? "" : after)
                        .set("limit", limit)
                        .list(rows -> new WaitingReceiver(rows.getString(1), ResultRows.time(rows, 2))));
    }

    @Override
    public List<ClaimedMessage> claim(String receiver, Instant now, Instant until, int limit) {
        return loans.ask("claim messages", loan -> {
            List<ClaimedMessage> claimed = new ArrayList<>();
            try (Query query = loan.writing("outbox.claim")
                    .set("receiver", receiver)
                    .set("now", now)
                    .set("until", until)
                    .set("limit", limit)) {
                try (ResultSet rows = query.rows()) {
                    while (rows.next()) {
                        claimed.add(
                                new ClaimedMessage(message(rows), ResultRows.time(rows, 9), rows.getInt(10), until));
                    }
                }
                // The log is replicated in order: once the claim is on the standby, so is everything that the messages
                // report (T1).
                PostgresErrors.requireReplicated(
                        "claim messages", query.statement().getWarnings());
            }
            claimed.sort(Comparator.comparing(ClaimedMessage::since)
                    .thenComparing(message -> message.message().execution()));
            return claimed;
        });
    }

    private static OutboxRow message(ResultSet rows) throws SQLException {
        return new OutboxRow(
                ResultRows.id(rows, 1),
                rows.getInt(2),
                ResultRows.time(rows, 3),
                rows.getString(4),
                rows.getString(5),
                rows.getString(6),
                rows.getString(7),
                rows.getString(8));
    }

    @Override
    public void settle(List<Settlement> settlements) {
        loans.ask("settle messages", loan -> {
            try (Query query = loan.query("outbox.settle")) {
                return query.set("shards", "int2", all(settlements, s ->
                                (short) s.execution().shard()))
                        .set(
                                "executions",
                                "uuid",
                                all(settlements, s -> s.execution().value()))
                        .set("numbers", "int4", all(settlements, Settlement::number))
                        .set("claimed_until", "timestamptz", all(settlements, s -> time(s.claimedUntil())))
                        .set("next_at", "timestamptz", all(settlements, s -> time(s.nextAt())))
                        .set("errors", "text", all(settlements, Settlement::error))
                        .update();
            }
        });
    }

    private static @Nullable Object[] all(List<Settlement> settlements, Function<Settlement, @Nullable Object> value) {
        return settlements.stream().map(value).toArray();
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant time) {
        return time == null ? null : OffsetDateTime.ofInstant(Times.normal(time), ZoneOffset.UTC);
    }

    @Override
    public int redeliver(ExecutionId execution, Instant now) {
        String asked = "have messages sent again";
        return loans.ask(asked, loan -> {
            try (Query query = loan.writing("outbox.redeliver")) {
                int sent = query.set("now", now)
                        .set("shard", (short) execution.shard())
                        .set("execution", execution.value())
                        .update();
                PostgresErrors.requireReplicated(asked, query.statement().getWarnings());
                return sent;
            }
        });
    }

    static List<UndeliverableMessage> undeliverable(Loan loan, int limit) throws SQLException {
        return loan.query("outbox.undeliverable")
                .set("limit", limit)
                .list(rows -> new UndeliverableMessage(
                        ResultRows.id(rows, 1),
                        rows.getInt(2),
                        ResultRows.time(rows, 3),
                        rows.getString(4),
                        rows.getString(5),
                        rows.getInt(6),
                        rows.getString(7)));
    }
}
