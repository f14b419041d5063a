package dev.reeve.internal.sqlite;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The SQL fits to the schema, and is answered the way its comments say. */
final class SqliteSqlTest {

    @TempDir
    private Path directory;

    private Session schema() throws SQLException {
        Path file = directory.resolve("test.db");
        new SqliteStoreProvider().open(file).orElseThrow().close();
        return new Connections(file).bare();
    }

    private static Map<String, SqliteSql> blocks() {
        Map<String, SqliteSql> all = new LinkedHashMap<>();
        for (String file :
                List.of("file.sql", "lane.sql", "store.sql", "outbox.sql", "schedule.sql", "retention.sql")) {
            all.putAll(SqliteSql.load(file));
        }
        SqliteSql conditions = Objects.requireNonNull(all.remove("list.conditions"));
        for (SqliteSql many : List.of(Blocks.START_ROWS, Blocks.JOURNAL_ROWS, Blocks.CHANGE_ALIKE)) {
            all.put(many.name() + " of many", many);
        }
        all.replaceAll((name, sql) -> sql.parameters().equals(conditions.parameters()) ? sql.with(conditions) : sql);
        return all;
    }

    private static String plan(Session session, SqliteSql sql) throws SQLException {
        List<String> steps = new ArrayList<>();
        try (PreparedStatement explain = session.connection().prepareStatement("EXPLAIN QUERY PLAN " + sql.text());
                ResultSet columns = explain.executeQuery()) {
            while (columns.next()) {
                steps.add(columns.getString("detail"));
            }
        }
        return String.join("\n", steps);
    }

    @Test
    @DisplayName("D18: every block of SQL is constant, fits the schema, and uses all its parameters")
    void everyBlockFits() throws SQLException {
        try (Session session = schema()) {
            for (SqliteSql sql : blocks().values()) {
                try (PreparedStatement statement = session.connection().prepareStatement(sql.text())) {
                    assertThat(statement.getParameterMetaData().getParameterCount())
                            .as(sql.name())
                            .isEqualTo(sql.parameters().size());
                }
            }
        }
    }

    @Test
    @DisplayName("D20: every list names its namespace")
    void whateverListsNamesItsNamespace() {
        blocks().forEach((name, sql) -> {
            boolean lists = name.startsWith("list.");
            if (lists || name.startsWith("store.workflow")) {
                assertThat(sql.text()).as(name).contains("namespace = ?1");
            }
        });
    }

    @Test
    @DisplayName("every query uses an index, and due rows are ordered without sorting")
    void everyQuestionFindsItsRowsByAnIndex() throws SQLException {
        Map<String, String> expected = Map.ofEntries(
                entry("lane.fence", "SEARCH lane USING PRIMARY KEY (node=? AND lane=?)"),
                entry("lane.due", "SEARCH e USING COVERING INDEX execution_due ((wake_at,id)>(?,?) AND wake_at<?)"),
                entry("lane.find", "SEARCH e USING INDEX execution_id (id=?)"),
                entry("lane.change", "SEARCH execution USING INTEGER PRIMARY KEY (rowid=?)"),
                entry("lane.changeAlike of many", "SEARCH execution USING INTEGER PRIMARY KEY (rowid=?)"),
                entry("journal.of", "SEARCH j USING INDEX journal_transition (execution=?)"),
                entry("journal.until", "SEARCH j USING INDEX journal_transition (execution=? AND seq<?)"),
                entry(
                        "list.newest",
                        "SEARCH e USING INDEX execution_list (namespace=? AND started_at>? AND started_at<?)"),
                entry("list.open", "e USING INDEX execution_due"),
                entry(
                        "list.labelled",
                        "SEARCH l USING PRIMARY KEY (name=? AND value=? AND started_at>? AND started_at<?)"),
                entry("ended.place", "SEARCH e USING INDEX execution_id (id=?)"),
                entry("ended.remove", "SEARCH execution USING INTEGER PRIMARY KEY (rowid=?)"),
                entry("ended.removeJournal", "SEARCH journal USING INDEX journal_transition (execution=?)"),
                entry(
                        "ended.next",
                        "SEARCH e USING COVERING INDEX execution_ended (namespace=? AND (workflow,version)>(?,?))"),
                entry(
                        "ended.page",
                        "SEARCH e USING INDEX execution_ended (namespace=? AND workflow=? AND version=? AND ended_at>? AND ended_at<?)"),
                entry(
                        "undeploy.pinned",
                        "SEARCH e USING COVERING INDEX execution_ended (namespace=? AND workflow=? AND version=?"),
                entry("list.trouble", "SEARCH e USING INDEX execution_trouble (namespace=?)"),
                entry("outbox.receivers", "SEARCH o USING COVERING INDEX outbox_due (receiver=?"),
                entry(
                        "outbox.due",
                        "SEARCH o USING COVERING INDEX outbox_due (receiver=? AND next_at>? AND next_at<?)"),
                entry("outbox.head", "SEARCH o USING INDEX outbox_message (execution_id=?)"),
                entry("outbox.move", "SEARCH outbox USING INDEX outbox_message (execution_id=? AND number>?)"),
                entry("outbox.delivered", "SEARCH outbox USING INDEX outbox_message (execution_id=? AND number=?)"),
                entry("outbox.failed", "SEARCH outbox USING INDEX outbox_message (execution_id=? AND number=?)"),
                entry("outbox.redeliver", "SEARCH outbox USING INDEX outbox_message (execution_id=?)"),
                entry("outbox.undeliverable", "SCAN o USING INDEX outbox_undeliverable"),
                entry("schedule.list", "SEARCH s USING PRIMARY KEY (namespace=?)"),
                entry("schedule.update", "SEARCH schedule USING PRIMARY KEY (namespace=? AND name=?)"));
        try (Session session = schema()) {
            Map<String, SqliteSql> blocks = blocks();
            for (Map.Entry<String, String> entry : expected.entrySet()) {
                String plan = plan(session, Objects.requireNonNull(blocks.get(entry.getKey())));
                assertThat(plan).as(entry.getKey()).contains(entry.getValue());
            }
            for (SqliteSql ordered :
                    List.of(Blocks.DUE, Blocks.OUTBOX_DUE, Blocks.OUTBOX_HEAD, Blocks.OUTBOX_UNDELIVERABLE)) {
                assertThat(plan(session, ordered)).as(ordered.name()).doesNotContain("TEMP B-TREE");
            }
            assertThat(plan(session, Blocks.UNDEPLOY_PINNED)).contains("SEARCH e USING INDEX execution_due");
            assertThat(plan(session, Blocks.OUTBOX_RECEIVERS)).doesNotContain("SCAN o");
            assertThat(plan(session, Blocks.LIST_LABELLED))
                    .contains("SEARCH e USING INTEGER PRIMARY KEY", "USE TEMP B-TREE FOR LAST TERM OF ORDER BY");
            assertThat(plan(session, Blocks.ENDED_NEXT)).doesNotContain("TEMP B-TREE");
            assertThat(plan(session, Blocks.ENDED_PAGE)).doesNotContain("TEMP B-TREE FOR ORDER BY");
            assertThat(plan(session, Blocks.LIST_NEWEST)).doesNotContain("TEMP B-TREE FOR ORDER BY");
        }
    }

    @Test
    @DisplayName("every migration file is applied, in the order of the numbers")
    void everyMigrationIsApplied() throws IOException, URISyntaxException, SQLException {
        Path folder = Path.of(
                Objects.requireNonNull(SqliteSql.class.getResource("migration")).toURI());
        try (Stream<Path> files = Files.list(folder);
                Session session = schema()) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).sorted().toList();

            assertThat(names).allMatch(name -> name.matches("V\\d{4}__\\w+\\.sql"));
            assertThat(SqliteMigrations.steps()).isEqualTo(names);
            assertThat(session.pragma("user_version")).isEqualTo(String.valueOf(SqliteMigrations.newest()));
            assertThat(session.pragma("application_id")).isEqualTo(String.valueOf(SqliteMigrations.APPLICATION_ID));
        }
    }
}
