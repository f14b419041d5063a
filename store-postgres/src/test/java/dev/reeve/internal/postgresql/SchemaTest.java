package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Execution;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.JdbcReeve;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.SchemaDataSource;
import dev.reeve.Start;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** A store in a schema of another name. */
final class SchemaTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Definition ORDER = DefinitionReader.parse("""
            workflow: order
            version: 1
            steps:
              book: { action: order.book, input: "${ input }", limit: { concurrency: 2 } }
              pay: { action: order.pay, input: "${ input }", after: [book], transactional: true }
              sent: { await: sent, after: [pay] }
            output: "${ steps.pay.output }"
            """);

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final String name = Objects.requireNonNull(database.getDatabaseName());
    private final ConcurrentLinkedQueue<String> calls = new ConcurrentLinkedQueue<>();
    private final List<JdbcReeve> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.reversed().forEach(JdbcReeve::close);
    }

    private JdbcReeve open(String schema, String agent) {
        JdbcReeve reeve = Reeve.open(
                SchemaDataSource.of(database, schema), NodeOptions.defaults().withLanes(2));
        open.add(reeve);
        reeve.deploy(ORDER);
        reeve.agent(agent)
                .action("order.book", String.class, (order, step) -> calls.add(schema + " " + order))
                .action("order.pay", String.class, (order, step) -> {
                    try (Connection connection = database.getConnection()) {
                        connection.setAutoCommit(false);
                        step.complete(connection, schema + " paid " + order);
                        connection.commit();
                        return "ignored";
                    }
                })
                .start();
        return reeve;
    }

    private static String send(Execution execution) {
        execution.signal("sent", "now");
        ExecutionResult outcome = execution.awaitEnd(PATIENCE);
        assertThat(outcome.status()).isEqualTo(ExecutionStatus.COMPLETED);
        return String.valueOf(outcome.output());
    }

    private List<String> rows(String sql) {
        return server.query(name, sql);
    }

    @Test
    @DisplayName("stores in two schemas of one database have the same keys, and know nothing of each other")
    void twoSchemas() {
        JdbcReeve billing = open("billing_flows", "one");
        JdbcReeve other = open("billing_flows", "two");
        JdbcReeve standard = open("reeve", "three");
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(rows("select distinct node from billing_flows.shard"))
                        .hasSize(2));

        Execution first = billing.start("order", "a", Start.key("k"));
        Execution same = standard.start("order", "b", Start.key("k"));
        Execution second = other.start("order", "c", Start.key("l"));
        send(second);

        assertThat(send(first)).contains("billing_flows paid a");
        assertThat(send(same)).contains("reeve paid b");
        assertThat(calls).containsExactlyInAnyOrder("billing_flows a", "reeve b", "billing_flows c");
        assertThat(rows("select key from billing_flows.execution order by key")).containsExactly("k", "l");
        assertThat(rows("select key from reeve.execution")).containsExactly("k");
        assertThat(standard.nodes()).hasSize(1);
        try (ReeveReader reader = ReeveReader.open(SchemaDataSource.of(database, "billing_flows"))) {
            assertThat(reader.describe()).endsWith("schema billing_flows");
            assertThat(reader.nodes()).hasSize(2);
            assertThat(reader.find("l")).isPresent();
        }
    }

    @Test
    @DisplayName("S3: callers' transactions and the functions for SQL are in the schema of the store")
    void transactionsAndFunctions() throws SQLException {
        server.execute(name, "drop schema reeve cascade"); // nothing may need it
        JdbcReeve billing = open("billing_flows", "one");
        Execution execution;
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            execution = billing.start(connection, "order", "a", Start.key("k"));
            connection.commit();
        }
        send(execution);

        server.query(name, """
                select billing_flows.start('order', '"b"', '{"key": "l"}')::text
                """);

        Awaitility.await().atMost(PATIENCE).until(() -> calls.contains("billing_flows b"));
        server.query(name, "select billing_flows.signal(billing_flows.id_of('l'), 'sent')::text");
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> !rows("select id from billing_flows.execution where key = 'l' and ended_at is not null")
                        .isEmpty());
    }

    @Test
    @DisplayName("a reader says which schema has no store")
    void noStore() {
        SchemaDataSource nothing = SchemaDataSource.of(database, "nothing_here");

        assertThatThrownBy(() -> ReeveReader.open(nothing))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("schema nothing_here");
    }

    @Test
    @DisplayName("R33: every statement names the schema of the store and no other one")
    void everyStatement() {
        Schema schema = Schema.of("other");
        for (String block : PostgresSql.blocks()) {
            assertOther(schema.sql(block).text());
        }
    }

    private static void assertOther(String sql) {
        String code = sql.lines()
                .filter(line -> !line.strip().startsWith("--"))
                .reduce("", (before, line) -> before + line + "\n");
        assertThat(code.replace("reeve.throwaway", "").replace("'reeve ", "")).doesNotContainPattern("\\breeve\\b");
    }

    @Test
    @DisplayName("a name that PostgreSQL would read in another way is refused")
    void names() {
        for (String wrong :
                List.of("", "Reeve", "1a", "a-b", "a;b", "pg_flows", "information_schema", "a".repeat(64))) {
            assertThatThrownBy(() -> SchemaDataSource.of(database, wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("schema: expected up to 63 characters");
        }
        assertThat(server.query(
                        Objects.requireNonNull(database.getDatabaseName()),
                        "select word from pg_get_keywords() where catcode in ('R', 'T')"))
                .contains("user", "select", "left")
                .allSatisfy(word -> assertThatThrownBy(() -> SchemaDataSource.of(database, word))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("reserved word"));
    }
}
