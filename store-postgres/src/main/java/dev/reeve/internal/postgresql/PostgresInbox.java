package dev.reeve.internal.postgresql;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Inbox;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.ReplyRow;
import dev.reeve.spi.store.RequestStore;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The messages in the table inbox and the replies to them; on a borrowed connection for each call. Thread-safe. */
final class PostgresInbox implements Inbox {

    private final Loans loans;
    private final InboxMark messages = new InboxMark();

    /** Late replies that nobody awaits any more are found, and so removed, by a look at all. */
    private final RareLook replies = new RareLook();

    PostgresInbox(Loans loans) {
        this.loans = loans;
    }

    @Override
    public void post(List<InboxPost> messages) {
        if (messages.isEmpty()) {
            return;
        }
        long written = loans.ask("store messages", loan -> {
            try (Query query = loan.writing("inbox.post")
                    .set("shards", "int2", all(messages, message ->
                            (short) message.execution().shard()))
                    .set(
                            "executions",
                            "uuid",
                            all(messages, message -> message.execution().value()))
                    .set("senders", "text", all(messages, InboxPost::sender))
                    .set("requests", "int8", all(messages, InboxPost::request))
                    .set("contents", "json", all(messages, InboxPost::content))
                    .set("count", (long) messages.size())) {
                long rows = count(query);
                StoreException lost = PostgresErrors.notReplicated(
                        "store messages", query.statement().getWarnings());
                if (lost != null) {
                    throw lost;
                }
                return rows;
            }
        });
        assert written == messages.size() : "the statement refuses another number";
    }

    private static long count(Query query) throws SQLException {
        try (ResultSet rows = query.rows()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static Object[] all(List<InboxPost> messages, Function<InboxPost, Object> value) {
        return messages.stream().map(value).toArray();
    }

    @Override
    public List<InboxRow> waiting(ShardSet shards, int limit, long lengthMax) {
        return looked(messages, shards, after -> waiting("inbox.waiting", shards, after, limit, lengthMax, null));
    }

    /** The requests of SQL functions. */
    RequestStore requests() {
        InboxMark requests = new InboxMark();
        return (shards, limit, lengthMax, except) -> except.isEmpty()
                ? looked(requests, shards, after -> waiting("inbox.requests", shards, after, limit, lengthMax, except))
                // a mark must not pass over those that are left out
                : waiting(
                        "inbox.requests", shards, requests.after(shards, System.nanoTime()), limit, lengthMax, except);
    }

    private static List<InboxRow> looked(InboxMark mark, ShardSet shards, LongFunction<List<InboxRow>> look) {
        if (shards.isEmpty()) {
            return List.of();
        }
        long begun = System.nanoTime();
        long after = mark.after(shards, begun);
        List<InboxRow> found = look.apply(after);
        mark.looked(shards, after, found, begun, System.nanoTime());
        return found;
    }

    /**
     * @param which the block that selects messages
     * @param except null if the block has no such parameter
     */
    private List<InboxRow> waiting(
            String which, ShardSet shards, long after, int limit, long lengthMax, @Nullable Set<ExecutionId> except) {
        return loans.ask("find messages", loan -> {
            Object[] wanted = shards.stream().mapToObj(shard -> (short) shard).toArray();
            Query query = loan.planned("inbox.look", which, "inbox.ordered")
                    .set("shards", "int2", wanted)
                    .set("after", after)
                    .set("limit", limit)
                    .set("length_max", lengthMax);
            if (except != null) {
                query.set(
                        "except",
                        "uuid",
                        except.stream().map(ExecutionId::value).toArray());
            }
            return query.list(PostgresInbox::row);
        });
    }

    private static InboxRow row(ResultSet rows) throws SQLException {
        return new InboxRow(
                new InboxKey(ResultRows.id(rows, 2), rows.getLong(1), ResultRows.time(rows, 7)),
                new InboxPost(ResultRows.id(rows, 2), rows.getString(3), rows.getLong(4), rows.getString(5)),
                rows.getString(6));
    }

    @Override
    public List<ReplyRow> replies(String node, long from, Collection<Long> done) {
        long begun = System.nanoTime();
        boolean all = replies.isDue(begun);
        List<ReplyRow> found = replies(node, all ? Long.MIN_VALUE : from, done.toArray());
        if (all) {
            replies.took(begun, System.nanoTime());
        }
        return found;
    }

    private List<ReplyRow> replies(String node, long from, Object[] done) {
        return loans.ask("find replies", loan -> {
            List<ReplyRow> found = new ArrayList<>();
            try (Query query = loan.writing("reply.next")
                    .set("node", node)
                    .set("from", from)
                    .set("done", "int8", done)) {
                try (ResultSet rows = query.rows()) {
                    while (rows.next()) {
                        found.add(new ReplyRow(node, rows.getLong(1), rows.getString(2)));
                    }
                }
                StoreException lost = PostgresErrors.notReplicated(
                        "find replies", query.statement().getWarnings());
                if (lost != null && !found.isEmpty()) {
                    throw lost;
                }
            }
            return found;
        });
    }
}
