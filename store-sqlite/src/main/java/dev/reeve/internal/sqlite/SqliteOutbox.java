package dev.reeve.internal.sqlite;

import dev.reeve.ExecutionId;
import dev.reeve.UndeliverableMessage;
import dev.reeve.spi.store.ClaimedMessage;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.Settlement;
import dev.reeve.spi.store.WaitingReceiver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The messages to receivers, in the file. Thread-safe. */
final class SqliteOutbox implements Outbox {

    private final Writer writer;
    private final Readers readers;

    SqliteOutbox(Writer writer, Readers readers) {
        this.writer = writer;
        this.readers = readers;
    }

    /** Writes messages within the transaction of the lane that decided them. */
    static void add(Session session, List<OutboxRow> messages) throws SQLException {
        if (messages.isEmpty()) {
            return;
        }
        PreparedStatement insert = session.prepared(Blocks.OUTBOX_ADD);
        for (OutboxRow message : messages) {
            insert.setBytes(1, ColumnValues.id(message.execution()));
            insert.setInt(2, message.number());
            insert.setLong(3, ColumnValues.micros(message.at()));
            insert.setString(4, message.receiver());
            insert.setString(5, message.replyTo());
            insert.setString(6, message.correlationId());
            insert.setString(7, message.type());
            insert.setString(8, message.data());
            insert.addBatch();
        }
        WrittenRows.check("messages", insert.executeBatch());
    }

    @Override
    public List<WaitingReceiver> receivers(@Nullable String after, int limit) {
        return readers.read("Looking for receivers", session -> {
            PreparedStatement query = session.prepared(Blocks.OUTBOX_RECEIVERS);
            query.setString(1, after == null ? "" : after);
            query.setInt(2, limit);
            return ColumnValues.list(
                    query,
                    columns -> new WaitingReceiver(columns.getString(1), ColumnValues.instant(columns.getLong(2))));
        });
    }

    @Override
    public List<ClaimedMessage> claim(String receiver, Instant now, Instant until, int limit) {
        return writer.transaction("Claiming messages", session -> {
            List<ClaimedMessage> claimed = new ArrayList<>();
            for (ExecutionId execution : due(session, receiver, now, limit)) {
                ClaimedMessage message = claim(session, execution, now, until);
                if (message != null) {
                    claimed.add(message);
                }
            }
            return List.copyOf(claimed);
        });
    }

    private static Set<ExecutionId> due(Session session, String receiver, Instant now, int limit) throws SQLException {
        PreparedStatement query = session.prepared(Blocks.OUTBOX_DUE);
        query.setString(1, receiver);
        query.setLong(2, ColumnValues.micros(now));
        query.setInt(3, limit);
        Set<ExecutionId> due = new LinkedHashSet<>();
        try (ResultSet columns = query.executeQuery()) {
            while (columns.next()) {
                due.add(ColumnValues.id(columns.getBytes(1)));
            }
        }
        return due;
    }

    /** Null if the first message of the execution is not due. The others then wait until it is. */
    private static @Nullable ClaimedMessage claim(Session session, ExecutionId execution, Instant now, Instant until)
            throws SQLException {
        PreparedStatement query = session.prepared(Blocks.OUTBOX_HEAD);
        query.setBytes(1, ColumnValues.id(execution));
        OutboxRow message;
        Instant since;
        int attempts;
        Instant nextAt;
        try (ResultSet columns = query.executeQuery()) {
            if (!columns.next()) {
                return null;
            }
            message = message(columns);
            since = ColumnValues.instant(columns.getLong(9));
            attempts = columns.getInt(10);
            long micros = columns.getLong(11);
            nextAt = columns.wasNull() ? null : ColumnValues.instant(micros);
        }
        boolean due = nextAt != null && !nextAt.isAfter(now);
        move(session, execution, message.number(), due ? until : nextAt);
        return due ? new ClaimedMessage(message, since, attempts, until) : null;
    }

    private static OutboxRow message(ResultSet columns) throws SQLException {
        return new OutboxRow(
                ColumnValues.id(columns.getBytes(1)),
                columns.getInt(2),
                ColumnValues.instant(columns.getLong(3)),
                columns.getString(4),
                columns.getString(5),
                columns.getString(6),
                columns.getString(7),
                columns.getString(8));
    }

    private static void move(Session session, ExecutionId execution, int number, @Nullable Instant nextAt)
            throws SQLException {
        PreparedStatement update = session.prepared(Blocks.OUTBOX_MOVE);
        update.setBytes(1, ColumnValues.id(execution));
        update.setInt(2, number);
        ColumnValues.set(update, 3, nextAt);
        update.executeUpdate();
    }

    @Override
    public void settle(List<Settlement> settlements) {
        writer.transaction("Settling messages", session -> {
            for (Settlement settlement : settlements) {
                if (isOurs(session, settlement)) {
                    move(session, settlement.execution(), settlement.number(), settlement.nextAt());
                }
            }
            return settlements.size();
        });
    }

    private static boolean isOurs(Session session, Settlement settlement) throws SQLException {
        PreparedStatement update =
                session.prepared(settlement.isDelivered() ? Blocks.OUTBOX_DELIVERED : Blocks.OUTBOX_FAILED);
        update.setBytes(1, ColumnValues.id(settlement.execution()));
        update.setInt(2, settlement.number());
        if (!settlement.isDelivered()) {
            update.setLong(3, ColumnValues.micros(settlement.claimedUntil()));
            update.setString(4, settlement.error());
        }
        return update.executeUpdate() == 1;
    }

    @Override
    public int redeliver(ExecutionId execution, Instant now) {
        return writer.transaction("Asking for messages to be sent again", session -> {
            PreparedStatement update = session.prepared(Blocks.OUTBOX_REDELIVER);
            update.setBytes(1, ColumnValues.id(execution));
            update.setLong(2, ColumnValues.micros(now));
            return update.executeUpdate();
        });
    }

    static List<UndeliverableMessage> undeliverable(Session session, int limit) throws SQLException {
        PreparedStatement query = session.prepared(Blocks.OUTBOX_UNDELIVERABLE);
        query.setInt(1, limit);
        return ColumnValues.list(
                query,
                columns -> new UndeliverableMessage(
                        ColumnValues.id(columns.getBytes(1)),
                        columns.getInt(2),
                        ColumnValues.instant(columns.getLong(3)),
                        columns.getString(4),
                        columns.getString(5),
                        columns.getInt(6),
                        columns.getString(7)));
    }
}
