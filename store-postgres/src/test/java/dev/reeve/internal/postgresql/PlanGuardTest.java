package dev.reeve.internal.postgresql;

import static dev.reeve.ExecutionStatus.CANCELLED;
import static dev.reeve.ExecutionStatus.COMPENSATED;
import static dev.reeve.ExecutionStatus.COMPLETED;
import static dev.reeve.ExecutionStatus.FAILED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.spi.store.ExecutionFilter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.postgresql.ds.PGSimpleDataSource;

/** F49: hot statements reach the big tables through an index, with any statistics of the planner. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PlanGuardTest {

    /** Tables that grow without end. */
    private static final List<String> BIG =
            List.of("journal", "execution", "outbox", "inbox", "reply", "mail", "allowance");

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final PGSimpleDataSource full = filled();

    private PGSimpleDataSource filled() {
        PGSimpleDataSource filled = server.database();
        server.execute(Objects.requireNonNull(filled.getDatabaseName()), """
                insert into reeve.execution
                select n % 256, gen_random_uuid(), 'default', null, 'w', 1, case when n % 100 = 0 then 3 else 4 end, 0,
                    '{}', 0, now() - n * interval '1 s', case when n % 100 = 0 then timestamptz 'epoch' end,
                    case when n % 100 <> 0 then now() end, null
                from generate_series(1, 20000) as n;
                insert into reeve.journal
                select e.shard, e.id, s, now(), '[]' from reeve.execution as e, generate_series(1, 3) as s;
                insert into reeve.outbox
                select e.shard, e.id, 4, now(), 'https://shop' || e.shard % 8, 'https://shop/hook', null, 'test', '{}', now(),
                    case when e.status = 3 then 1 else 0 end, case when e.status = 3 then null else now() end, null
                from reeve.execution as e;
                insert into reeve.service_pause (action, paused_by, reason, since)
                select 'action.' || n, 'ann', 'why', now() from generate_series(1, 2000) as n;
                insert into reeve.inbox (shard, execution_id, sender, request, content)
                select n % 256, gen_random_uuid(), case when n % 2 = 0 then 'node' else '' end, n, '{}' from generate_series(1, 20000) as n;
                insert into reeve.reply (node, request, content)
                select 'node' || n % 3, n, '{}' from generate_series(1, 20000) as n;
                insert into reeve.mail (receiver, sender, number, content)
                select 'node' || n % 3, 'node' || n % 4, n, '{}' from generate_series(1, 20000) as n;
                insert into reeve.allowance (action, kind, key, node, until, calls, wanted, turn, at)
                select 'card.charge', case when n % 50 = 0 then 'CONCURRENCY' else 'DAY' end, '=customer-' || n, '',
                    now() - n * interval '1 min', 1, 0, now(), now()
                from generate_series(1, 20000) as n;
                analyze reeve.execution, reeve.journal, reeve.outbox, reeve.service_pause, reeve.inbox, reeve.reply,
                    reeve.mail, reeve.allowance;
                """);
        return filled;
    }

    /** The plan that is made once and used forever, as a lane gets it. */
    private static String lanePlan(PGSimpleDataSource database, PostgresSql sql) throws SQLException {
        try (LaneSession session = LaneSession.open(
                database.getConnection(),
                new DatabaseFacts("18", "here", Schema.DEFAULT, PostgresMigrations.VERSION, false),
                Timeouts.DEFAULT,
                "plan")) {
            return genericPlan(session.connection(), sql);
        }
    }

    private static String genericPlan(Connection connection, PostgresSql sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("set plan_cache_mode = force_generic_plan");
            statement.execute("prepare guarded as " + numbered(sql.text()));
            String nulls = String.join(", ", Collections.nCopies(sql.names().size(), "null"));
            String plan = plan(connection, "execute guarded (%s)".formatted(nulls));
            statement.execute("deallocate guarded");
            return plan;
        }
    }

    private static String plan(Connection connection, String text) throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("explain (costs off) " + text)) {
            while (rows.next()) {
                plan.append(rows.getString(1)).append('\n');
            }
        }
        return plan.toString();
    }

    private static ExecutionFilter list(
            @Nullable String workflow,
            Set<ExecutionStatus> statuses,
            Map<String, String> labels,
            @Nullable Instant from,
            @Nullable Instant before) {
        return new ExecutionFilter("default", workflow, statuses, labels, from, before, null, 50);
    }

    /** The statement for a list, with its arguments. */
    private static String listing(ExecutionFilter filter) throws SQLException {
        PostgresSql sql = PostgresSql.of(ExecutionTable.listBlocks(filter));
        String text = sql.text();
        for (String name : sql.names()) {
            String argument = switch (name) {
                case "namespace" -> "'%s'".formatted(filter.namespace());
                case "workflow" -> "'%s'".formatted(filter.workflow());
                case "statuses" ->
                    filter.statuses().stream()
                            .map(status -> Short.toString(Statuses.code(status)))
                            .collect(Collectors.joining(",", "'{", "}'"));
                case "labels" ->
                    "'%s'".formatted(new String(LabelColumn.write(filter.labels()), StandardCharsets.UTF_8));
                case "started_from" -> "'%s'".formatted(filter.startedFrom());
                case "started_before" -> "'%s'".formatted(filter.startedBefore());
                case "limit" -> Integer.toString(filter.limit());
                default -> throw new IllegalArgumentException(name);
            };
            text = text.replaceFirst("\\?", Matcher.quoteReplacement(argument));
        }
        return text;
    }

    private static String numbered(String text) {
        StringBuilder numbered = new StringBuilder();
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            numbered.append(text.charAt(i) == '?' ? "$" + ++number : text.substring(i, i + 1));
        }
        return numbered.toString();
    }

    private static void assertIndexed(String plan, String... indexes) {
        assertThat(plan).isNotBlank();
        for (String table : BIG) {
            assertThat(plan).doesNotContain("Seq Scan on " + table);
        }
        assertThat(plan).doesNotContain("Hash Join", "Merge Join").contains(indexes);
    }

    @Test
    @Tag("proof")
    @DisplayName("a batch touches only its own rows, by primary key, with and without statistics")
    void aBatchTouchesNothingButItsOwnRows() throws SQLException {
        for (PGSimpleDataSource data : List.of(database, full)) {
            for (PostgresSql form : CommitStatements.forms()) {
                String plan = lanePlan(data, form);

                assertIndexed(plan, "lane_pkey");
                assertThat(plan).contains("CTE Scan on fence");
                if (form.text().contains("update reeve.shard")) {
                    assertThat(plan).contains("shard_pkey");
                }
                if (form.text().contains("delete from reeve.inbox")) {
                    assertThat(plan).contains("Index Scan using inbox_pkey on inbox i");
                }
                if (form.text().contains("update reeve.execution")) {
                    assertThat(plan).contains("Index Scan using execution_pkey on execution e");
                }
            }
        }
    }

    @Test
    @DisplayName("queries of a lane use an index, with and without statistics")
    void whatALaneAsksGoesByAnIndex() throws SQLException {
        for (PGSimpleDataSource data : List.of(database, full)) {
            assertIndexed(lanePlan(data, PostgresSql.of("lane.reacquire", "lane.reacquired")), "lane_pkey");
            assertIndexed(lanePlan(data, PostgresSql.of("lane.find")), "execution_pkey");
            assertIndexed(lanePlan(data, PostgresSql.of("lane.journals")), "journal_pkey");
            assertIndexed(lanePlan(data, PostgresSql.of("due.page")), "execution_due");
        }
    }

    @Test
    @DisplayName(
            "the newest execution of a key is found by its whole id and not by its shard, with and without statistics")
    void theNewestOfAKeyGoesByItsId() throws SQLException {
        for (PGSimpleDataSource data : List.of(database, full)) {
            String plan = lanePlan(data, PostgresSql.of("lane.newest"));

            assertIndexed(plan, "execution_pkey");
            assertThat(plan).contains("(id = COALESCE(").doesNotContain("Join Filter");
        }
    }

    @Test
    @DisplayName("S10: queries of the outbox use an index, for any number of messages")
    void theOutboxGoesByAnIndex() throws SQLException {
        try (Connection connection = full.getConnection()) {
            assertIndexed(genericPlan(connection, PostgresSql.of("outbox.receivers")), "outbox_due");
            assertIndexed(genericPlan(connection, PostgresSql.of("outbox.claim")), "outbox_due", "outbox_pkey");
            assertIndexed(genericPlan(connection, PostgresSql.of("outbox.settle")), "outbox_pkey");
            assertIndexed(genericPlan(connection, PostgresSql.of("outbox.redeliver")), "outbox_pkey");
            assertIndexed(genericPlan(connection, PostgresSql.of("outbox.undeliverable")), "outbox_undeliverable");
        }
    }

    @Test
    @DisplayName("S5: the inbox and the replies are read by their keys, for any number of messages")
    void theInboxGoesByAnIndex() throws SQLException {
        for (PGSimpleDataSource data : List.of(database, full)) {
            assertIndexed(plannedPlan(data, "inbox.look", "inbox.waiting", "inbox.ordered"), "inbox_message");
            assertIndexed(plannedPlan(data, "inbox.look", "inbox.requests", "inbox.ordered"), "inbox_request");
            assertIndexed(plannedPlan(data, "reply.next"), "reply_pkey");
        }
    }

    /** The plan of a statement that goes by an index regardless of the planner's statistics. */
    private static String plannedPlan(PGSimpleDataSource data, String... blocks) throws SQLException {
        try (Connection connection = data.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(TransactionSettings.planned(Timeouts.DEFAULT).text());
            String plan = genericPlan(connection, PostgresSql.of(blocks));
            connection.rollback();
            return plan;
        }
    }

    @Test
    @DisplayName("R3: an action is paused and resumed by the key of its row")
    void pausesGoByTheirKey() throws SQLException {
        try (Connection connection = full.getConnection()) {
            assertThat(genericPlan(connection, PostgresSql.of("store.pause"))).contains("service_pause_pkey");
            assertThat(genericPlan(connection, PostgresSql.of("store.resume"))).contains("service_pause_pkey");
        }
    }

    @Test
    @DisplayName("Executions pinned to a definition are counted by indexes of open and ended ones")
    void whatIsPinnedIsCountedByIndexes() throws SQLException {
        for (PGSimpleDataSource data : List.of(database, full)) {
            assertIndexed(plannedPlan(data, "undeploy.pinned"), "execution_due", "execution_ended");
        }
    }

    @Test
    @DisplayName("queries on borrowed connections use an index on a filled table")
    void whatIsAskedOnBorrowedConnectionsGoesByAnIndex() throws SQLException {
        Instant now = Instant.now();
        try (Connection connection = full.getConnection()) {
            assertIndexed(
                    plan(connection, listing(list(null, Set.of(), Map.of(), null, null))),
                    "Index Scan Backward using execution_workflow");
            assertIndexed(
                    plan(connection, listing(list("w", Set.of(), Map.of(), null, null))),
                    "Index Scan Backward using execution_workflow");
            assertIndexed(
                    plan(connection, listing(list(null, Set.of(FAILED), Map.of(), null, null))), "execution_trouble");
            assertIndexed(
                    plan(connection, listing(list(null, Set.of(), Map.of(), now.minusSeconds(3_600), now))),
                    "execution_workflow");
            assertIndexed(
                    plan(connection, listing(list(null, Set.of(), Map.of("customer", "4711"), null, null))),
                    "execution_labels");
            assertIndexed(
                    plan(
                            connection,
                            listing(list(
                                    null, Set.of(COMPLETED, COMPENSATED, CANCELLED, FAILED), Map.of(), null, now))),
                    "execution_workflow");
            assertIndexed(
                    genericPlan(connection, PostgresSql.of("retention.remove")),
                    "execution_pkey",
                    "outbox_pkey",
                    "journal_pkey");
            String steps = "select * from reeve.steps where shard = reeve.shard_of('%1$s') and execution = '%1$s'"
                    .formatted("0197f000-1234-7abc-8def-0123456789ab");
            assertIndexed(plan(connection, steps), "journal_pkey");
        }
        for (String block : List.of("store.find", "store.history", "store.historyUntil")) {
            try (Connection connection = full.getConnection()) {
                assertIndexed(genericPlan(connection, PostgresSql.of(block)), "_pkey");
            }
        }
    }
}
