package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.AllowanceKey;
import dev.reeve.spi.store.AllowanceNeed;
import dev.reeve.spi.store.AllowanceReply;
import dev.reeve.spi.store.AllowanceRequest;
import dev.reeve.spi.store.AllowanceRow;
import dev.reeve.spi.store.AllowanceRule;
import dev.reeve.spi.store.Allowances;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreFormat;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table of allowances; one transaction on a borrowed connection for each exchange. Thread-safe. */
final class PostgresAllowances implements Allowances {

    private static final String ASKED = "divide limits among the nodes";

    /** One of this number of requests of a node removes what no longer counts. */
    private static final int REMOVAL_EVERY = 64;

    private final Loans loans;

    PostgresAllowances(Loans loans) {
        this.loans = loans;
    }

    /** A row of a limit. */
    private record Stored(AllowanceKey key, AllowanceRow row) {}

    @Override
    public AllowanceReply exchange(NodeId node, AllowanceRequest request) {
        return loans.ask(ASKED, loan -> loan.replicated(ASKED, () -> exchanged(loan, node.toString(), request)));
    }

    private static AllowanceReply exchanged(Loan loan, String node, AllowanceRequest request) throws SQLException {
        if (!request.counted().isEmpty()) {
            // before the lock on the node, in the order of a node that joins
            try (Query query = loan.writing("cluster.lock")) {
                query.execute();
            }
        }
        if (!isNewest(loan, node, request.number())) {
            return AllowanceReply.REFUSED;
        }
        List<AllowanceKey> keys =
                request.needs().stream().map(AllowanceNeed::key).toList();
        lock(loan, keys);
        count(loan, node, request.counted());
        AllowanceRule.Context context = context(loan, node);
        List<List<AllowanceRow>> rows = rows(loan, keys);
        List<AllowanceReply.Grant> grants = new ArrayList<>();
        List<Stored> removed = new ArrayList<>();
        List<Stored> written = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            AllowanceKey key = keys.get(i);
            AllowanceRule.Outcome outcome = AllowanceRule.decide(request.needs().get(i), rows.get(i), context);
            grants.add(outcome.grant());
            Map<List<Object>, AllowanceRow> before = new HashMap<>();
            rows.get(i).forEach(row -> before.put(List.of(row.node(), row.until()), row));
            for (AllowanceRow row : outcome.rows()) {
                if (!row.equals(before.remove(List.<Object>of(row.node(), row.until())))) {
                    written.add(new Stored(key, row));
                }
            }
            before.values().forEach(row -> removed.add(new Stored(key, row)));
        }
        remove(loan, removed);
        write(loan, written);
        if (request.number() % REMOVAL_EVERY == 0) {
            removeExpired(loan);
        }
        return new AllowanceReply(true, context.marked(), grants);
    }

    private static boolean isNewest(Loan loan, String node, long number) throws SQLException {
        try (Query query = loan.writing("allowance.number").set("node", node).set("number", number);
                ResultSet rows = query.rows()) {
            return rows.next();
        }
    }

    private static void lock(Loan loan, List<AllowanceKey> keys) throws SQLException {
        if (!keys.isEmpty()) {
            try (Query query = keyed(loan.writing("allowance.lock"), keys, key -> key);
                    ResultSet rows = query.rows()) {
                rows.next();
            }
        }
    }

    private static void count(Loan loan, String node, ShardSet counted) throws SQLException {
        if (counted.isEmpty()) {
            return;
        }
        Object[] shards = counted.stream().mapToObj(shard -> (short) shard).toArray();
        try (Query query = loan.writing("allowance.counted").set("node", node).set("shards", "int2", shards)) {
            query.update();
        }
        try (Query query = loan.writing("allowance.dropped")) {
            query.update();
        }
    }

    private static AllowanceRule.Context context(Loan loan, String node) throws SQLException {
        try (Query query = loan.writing("allowance.context").set("node", node).set("limits", StoreFormat.LIMITS);
                ResultSet rows = query.rows()) {
            rows.next();
            Set<String> former = texts(rows.getArray(3));
            List<Integer> marked = new ArrayList<>();
            for (Short shard : (Short[]) rows.getArray(4).getArray()) {
                marked.add(shard.intValue());
            }
            return new AllowanceRule.Context(
                    node,
                    texts(rows.getArray(2)),
                    former,
                    !former.contains(""),
                    ShardSet.of(marked),
                    ResultRows.time(rows, 1));
        }
    }

    private static Set<String> texts(Array array) throws SQLException {
        return new HashSet<>(List.of((String[]) array.getArray()));
    }

    private static List<List<AllowanceRow>> rows(Loan loan, List<AllowanceKey> keys) throws SQLException {
        List<List<AllowanceRow>> found = new ArrayList<>();
        keys.forEach(key -> found.add(new ArrayList<>()));
        if (keys.isEmpty()) {
            return found;
        }
        try (Query query = keyed(loan.writing("allowance.rows"), keys, key -> key);
                ResultSet rows = query.rows()) {
            while (rows.next()) {
                found.get(rows.getInt(1) - 1)
                        .add(new AllowanceRow(
                                rows.getString(2),
                                ResultRows.time(rows, 3),
                                rows.getInt(4),
                                rows.getInt(5),
                                ResultRows.time(rows, 6),
                                ResultRows.time(rows, 7)));
            }
        }
        return found;
    }

    private static void remove(Loan loan, List<Stored> removed) throws SQLException {
        if (!removed.isEmpty()) {
            try (Query query = placed(loan.writing("allowance.removed"), removed)) {
                query.update();
            }
        }
    }

    private static void write(Loan loan, List<Stored> written) throws SQLException {
        if (!written.isEmpty()) {
            try (Query query = placed(loan.writing("allowance.written"), written)
                    .set("calls", "int4", all(written, stored -> stored.row().calls()))
                    .set("wanted", "int4", all(written, stored -> stored.row().wanted()))
                    .set(
                            "turns",
                            "timestamptz",
                            all(written, stored -> time(stored.row().turn())))
                    .set(
                            "ats",
                            "timestamptz",
                            all(written, stored -> time(stored.row().at())))) {
                int rows = query.update();
                if (rows != written.size()) {
                    throw new StoreException(
                            StoreException.Kind.DATA,
                            "of %d allowances the database wrote %d: a trigger, a rule or a row security policy drops them. Remove it"
                                    .formatted(written.size(), rows),
                            null);
                }
            }
        }
    }

    /** Removes rows of keys that nobody has used again. It comes last: nothing waits with these rows locked. */
    private static void removeExpired(Loan loan) throws SQLException {
        List<AllowanceKey.Kind> rates = Stream.of(AllowanceKey.Kind.values())
                .filter(kind -> kind.period().isPositive())
                .toList();
        try (Query query = loan.writing("allowance.expired")
                .set("kinds", "text", all(rates, AllowanceKey.Kind::name))
                .set("seconds", "int4", all(rates, kind -> (int) kind.period().toSeconds()))) {
            query.update();
        }
    }

    private static Query placed(Query query, List<Stored> rows) throws SQLException {
        return keyed(query, rows, Stored::key)
                .set("nodes", "text", all(rows, stored -> stored.row().node()))
                .set(
                        "untils",
                        "timestamptz",
                        all(rows, stored -> time(stored.row().until())));
    }

    private static <T> Query keyed(Query query, List<T> items, Function<T, AllowanceKey> key) throws SQLException {
        return query.set("actions", "text", all(items, item -> key.apply(item).action()))
                .set("kinds", "text", all(items, item -> key.apply(item).kind().name()))
                .set("keys", "text", all(items, item -> text(key.apply(item).key())));
    }

    /** PostgreSQL stores no NUL in a text. */
    private static String text(@Nullable String key) {
        return key == null ? "" : "=" + key.replace("\\", "\\\\").replace("\0", "\\0");
    }

    private static Object time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC).toString();
    }

    private static <T> Object[] all(List<T> items, Function<T, Object> value) {
        return items.stream().map(value).toArray();
    }
}
