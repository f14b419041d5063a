package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.EndedExecution;
import dev.reeve.spi.store.EndedFilter;
import dev.reeve.spi.store.EndedPosition;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.WorkflowVersion;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** T4: what removing costs depends on what is due, and on nothing that is kept. */
@Tag("proof")
final class RetentionTest {

    /** Fewer in {@code mvn verify}. */
    private static final int KEPT = Boolean.getBoolean("proof") ? 50_000 : 10_000;

    private static final int DUE = 1_000;

    private static final Pattern BUFFERS = Pattern.compile("Buffers: shared hit=(\\d+)(?: read=(\\d+))?");

    private final TestServer server = TestServer.shared();

    /**
     * Many that are kept, older than those that are due, so that a scan by start time walks past all of them.
     */
    private PGSimpleDataSource filled(boolean analyzed) {
        PGSimpleDataSource database = server.database();
        String name = Objects.requireNonNull(database.getDatabaseName());
        server.execute(name, """
                insert into reeve.execution
                select reeve.shard_of(n.id), n.id, 'default', null, n.workflow, 1, 4, 0, '{}', 0,
                    n.at - interval '1 s', null, n.at, null
                from (
                    select gen_random_uuid() as id, 'kept' as workflow, now() - interval '10 d' + n * interval '1 ms' as at
                    from generate_series(1, %d) as n
                    union all
                    select gen_random_uuid(), 'due', now() - interval '2 d' + n * interval '1 ms' from generate_series(1, %d) as n
                ) as n;
                insert into reeve.journal
                select e.shard, e.id, s, now(), '[]' from reeve.execution as e, generate_series(1, 2) as s;
                """.formatted(KEPT, DUE));
        if (analyzed) {
            server.execute(name, "analyze reeve.execution, reeve.journal");
        }
        return database;
    }

    private static EndedFilter due(@Nullable EndedPosition after, int limit) {
        return new EndedFilter("default", new WorkflowVersion("due", 1), after, Instant.now(), limit);
    }

    private static void plans(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(TransactionSettings.planned(Timeouts.DEFAULT).text());
        }
    }

    private static String explained(Connection connection, PostgresSql sql, String... values) throws SQLException {
        StringBuilder text = new StringBuilder("explain (analyze, buffers, costs off, timing off) ");
        int next = 0;
        for (int i = 0; i < sql.text().length(); i++) {
            char c = sql.text().charAt(i);
            text.append(c == '?' ? values[next++] : String.valueOf(c));
        }
        StringBuilder plan = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(text.toString())) {
            while (rows.next()) {
                plan.append(rows.getString(1)).append('\n');
            }
        }
        return plan.toString();
    }

    /** Of the whole statement: the first line that has any. */
    private static int buffers(String plan) {
        Matcher matcher = BUFFERS.matcher(plan);
        assertThat(matcher.find()).as(plan).isTrue();
        return Integer.parseInt(matcher.group(1)) + (matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2)));
    }

    @Test
    @DisplayName("T4: a page touches only due rows, with and without statistics, for any number of kept ones")
    void aPageTouchesWhatIsDue() throws SQLException {
        for (boolean analyzed : new boolean[] {false, true}) {
            try (Connection connection = filled(analyzed).getConnection()) {
                connection.setAutoCommit(false);
                plans(connection);
                String page = explained(
                        connection,
                        PostgresSql.of("retention.page"),
                        "'default'",
                        "'due'",
                        "1",
                        "'-infinity'::timestamptz",
                        "now()",
                        "'-infinity'::timestamptz",
                        "'00000000-0000-0000-0000-000000000000'::uuid",
                        "200");
                assertThat(page).contains("execution_ended").doesNotContain("Seq Scan", "Bitmap");
                // a row is in the heap, and has an entry in the index and none in the outbox
                assertThat(buffers(page)).as(page).isLessThan(3 * 200 + 20);

                String versions = explained(connection, PostgresSql.of("retention.versions"), "'default'", "'default'");
                assertThat(versions).contains("execution_ended").doesNotContain("Seq Scan", "Bitmap");
                assertThat(buffers(versions)).as(versions).isLessThan(40);
                connection.rollback();
            }
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("T4: removal uses the keys of the removed rows, with and without statistics")
    void removingGoesByKeys() throws SQLException {
        for (boolean analyzed : new boolean[] {false, true}) {
            PGSimpleDataSource database = filled(analyzed);
            try (Connection connection = database.getConnection()) {
                connection.setAutoCommit(false);
                plans(connection);
                String some = "(select array_agg(%s order by shard, id) from (select shard, id from reeve.execution"
                        + " where workflow = 'due' limit 100) as d)";
                String plan = explained(
                        connection, PostgresSql.of("retention.remove"), some.formatted("shard"), some.formatted("id"));
                assertThat(plan)
                        .contains("execution_pkey", "journal_pkey", "outbox_pkey")
                        .doesNotContain("Seq Scan on journal", "Hash Join", "Merge Join");
                connection.rollback();
            }
        }
    }

    @Test
    @DisplayName("T4: while another session holds a snapshot, each page costs as much as the one before")
    void heldSnapshot() throws SQLException {
        PGSimpleDataSource database = filled(true);
        try (Connection holder = database.getConnection();
                Store store = new PostgresStoreProvider().open(database).orElseThrow()) {
            holder.setAutoCommit(false);
            holder.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            try (Statement statement = holder.createStatement()) {
                statement.execute("select 1");
            }
            EndedPosition after = null;
            List<Integer> cost = new ArrayList<>();
            for (int page = 0; page < 10; page++) {
                cost.add(cost(database, after));
                List<EndedExecution> found = store.ended(due(after, 100));
                assertThat(found).hasSize(100);
                List<ExecutionId> ids =
                        found.stream().map(ended -> ended.row().id()).toList();
                assertThat(store.remove(ids)).isEqualTo(100);
                after = found.getLast().position();
            }
            // a row is in the heap, and has an entry in the index and none in the outbox; what is dead before it is not
            // passed
            assertThat(cost).allMatch(buffers -> buffers < 3 * 100 + 20);
            assertThat(store.ended(due(after, 100))).isEmpty();
            assertThat(store.endedVersions("default")).containsExactly(new WorkflowVersion("kept", 1));
            holder.rollback();
        }
    }

    private static int cost(PGSimpleDataSource database, @Nullable EndedPosition after) throws SQLException {
        String at = after == null ? "'-infinity'::timestamptz" : "'%s'::timestamptz".formatted(after.endedAt());
        String id = after == null ? "'00000000-0000-0000-0000-000000000000'::uuid" : "'%s'::uuid".formatted(after.id());
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            plans(connection);
            String plan = explained(
                    connection,
                    PostgresSql.of("retention.page"),
                    "'default'",
                    "'due'",
                    "1",
                    at,
                    "now()",
                    at,
                    id,
                    "100");
            connection.rollback();
            return buffers(plan);
        }
    }

    @Test
    @DisplayName("A removal by another engine must end before the store answers whether executions are kept")
    void keptIsKnownWhenARemovalHasEnded() throws SQLException {
        PGSimpleDataSource database = filled(false);
        String name = Objects.requireNonNull(database.getDatabaseName());
        try (Store store = Doubts.open(database, Timeouts.DEFAULT);
                OpenTransaction removing = OpenTransaction.of(server, name)) {
            List<ExecutionId> ids = store.ended(due(null, 5)).stream()
                    .map(ended -> ended.row().id())
                    .toList();
            removing.execute("delete from reeve.execution where workflow = 'due'");
            CompletableFuture<Boolean> kept = removing.blocks(() -> store.areKept(ids));

            removing.commit();

            assertThat(kept.join()).isFalse();
        }
    }
}
