package dev.reeve.internal.engine.postgresql;

import static dev.reeve.internal.engine.postgresql.SqlOutcomes.PATIENCE;
import static dev.reeve.internal.engine.postgresql.SqlOutcomes.arrived;
import static dev.reeve.internal.engine.postgresql.SqlOutcomes.ended;
import static dev.reeve.internal.engine.postgresql.SqlOutcomes.output;
import static dev.reeve.internal.engine.postgresql.SqlOutcomes.refused;
import static dev.reeve.internal.engine.postgresql.TestWorkflows.APPROVAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ClusterOptions;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.JdbcReeve;
import dev.reeve.LaneOptions;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.internal.engine.client.EngineFixture;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.postgresql.Pools;
import dev.reeve.internal.postgresql.SwappingPooler;
import dev.reeve.internal.postgresql.TestServer;
import dev.reeve.spi.store.Succession;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.util.PSQLException;

/** S3: starts and signals by SQL functions, in transactions of any language, with a role that may do only this. */
final class SqlRequestTest {

    private static final Definition ORDER = DefinitionReader.parse("""
        workflow: place_order
        version: 1
        input: { schema: { type: object, required: [id] } }
        steps:
          book: { action: order.book, input: "${ input.id }" }
        output: { booked: "${ steps.book.output }" }
        """);

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final String name = Objects.requireNonNull(database.getDatabaseName());
    private final String clerk = "clerk_" + name;

    @AutoClose
    private final Pools pools = new Pools();

    private final List<JdbcReeve> open = new ArrayList<>();

    @BeforeEach
    void roles() {
        server.execute(name, """
                create role reeve_client_%1$s nologin;
                grant usage on schema reeve to reeve_client_%1$s;
                grant execute on function reeve.start, reeve.signal, reeve.id_of, reeve.execution_of to reeve_client_%1$s;
                create role clerk_%1$s login;
                grant reeve_client_%1$s to clerk_%1$s;
                create table orders (id text primary key);
                grant insert, select on orders to clerk_%1$s;
                """.formatted(name));
    }

    @AfterEach
    void close() {
        open.forEach(JdbcReeve::close);
    }

    private JdbcReeve open(NodeOptions options) {
        JdbcReeve reeve = Reeve.open(pools.open(database), options.withLanes(2).withDrain(Duration.ZERO));
        open.add(reeve);
        reeve.deploy(ORDER);
        reeve.deploy(APPROVAL);
        EngineFixture.echo(reeve, "order.book");
        return reeve;
    }

    private JdbcReeve open() {
        return open(NodeOptions.defaults());
    }

    /** A session of the role that may only call the functions. */
    private Connection session() throws SQLException {
        return session(database.getPortNumbers()[0]);
    }

    private Connection session(int port) throws SQLException {
        PGSimpleDataSource own = server.dataSource(name);
        own.setPortNumbers(new int[] {port});
        own.setUser(clerk);
        own.setPrepareThreshold(0);
        return own.getConnection();
    }

    private static ExecutionId start(
            Connection connection, String workflow, @Nullable String input, @Nullable String options)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select reeve.start(?, ?::json, ?::jsonb)")) {
            statement.setString(1, workflow);
            statement.setString(2, input);
            statement.setString(3, options);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return ExecutionId.parse(rows.getString(1));
            }
        }
    }

    private static void signal(Connection connection, ExecutionId id, String signal, String data, String options)
            throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("select reeve.signal(?::uuid, ?, ?::json, ?::jsonb)")) {
            statement.setString(1, id.toString());
            statement.setString(2, signal);
            statement.setString(3, data);
            statement.setString(4, options);
            statement.executeQuery().close();
        }
    }

    private ExecutionId started(String workflow, String input, String options) throws SQLException {
        try (Connection connection = session()) {
            return start(connection, workflow, input, options);
        }
    }

    private void assertNothingWaits() {
        SqlOutcomes.assertNothingWaits(server, name);
    }

    @Test
    @DisplayName("the order and its execution are committed together, and it runs soon")
    void commits() throws SQLException {
        JdbcReeve reeve = open();
        ExecutionId id;
        try (Connection connection = session()) {
            connection.setAutoCommit(false);
            connection.createStatement().execute("insert into orders values ('o-1')");
            id = start(
                    connection, "place_order", "{\"id\":\"o-1\"}", "{\"labels\":{\"shop\":\"berlin\"},\"by\":\"ann\"}");
            assertThat(reeve.find(id)).as("before the commit").isEmpty();
            connection.commit();
        }

        Execution execution = ended(reeve, id, ExecutionStatus.COMPLETED);
        assertThat(output(execution)).isEqualTo(Map.of("booked", "o-1"));
        assertThat(execution.summary().labels())
                .isEqualTo(Map.of("shop", "berlin", "requested_by", "ann", "database_user", clerk));
        assertNothingWaits();
        assertThat(reeve.health().verify(done -> {}).isSound()).isTrue();
    }

    @Test
    @DisplayName("after a rollback there is neither an order nor an execution, and the key is free")
    void rollsBack() throws SQLException {
        JdbcReeve reeve = open();
        ExecutionId id;
        try (Connection connection = session()) {
            connection.setAutoCommit(false);
            connection.createStatement().execute("insert into orders values ('o-1')");
            id = start(connection, "place_order", "{\"id\":\"o-1\"}", "{\"key\":\"o-1\"}");
            connection.rollback();
        }

        assertThat(server.query(name, "select id from orders")).isEmpty();
        Execution other = reeve.start("place_order", Map.of("id", "other"), Start.key("o-1"));
        assertThat(other.id()).isEqualTo(id);
        assertThat(output(other)).isEqualTo(Map.of("booked", "other"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"o-1", "Größe 漢字 😀", "it's \\\"quoted\\\"; --", " "})
    @DisplayName("starts of one key in Java and SQL find the same execution")
    void agree(String escaped) throws SQLException {
        JdbcReeve reeve = open();
        String key = escaped.replace("\\", "");
        Execution first = reeve.start("place_order", Map.of("id", 1.0), Start.key(key));
        ExecutionId second = started("place_order", " { \"id\" : 1 } ", "{\"key\":\"" + escaped + "\"}");

        assertThat(second).isEqualTo(first.id()).isEqualTo(Ids.ofKey("default", key));
        assertNothingWaits();
        assertThat(reeve.list(ExecutionQuery.all().limit(10))).hasSize(1);

        ExecutionId third = started("place_order", "{\"id\":2}", "{\"key\":\"2" + escaped + "\"}");
        assertThat(reeve.start("place_order", Map.of("id", 2), Start.key("2" + key))
                        .id())
                .isEqualTo(third);
        assertNothingWaits();
        assertThat(reeve.list(ExecutionQuery.all().limit(10))).hasSize(2);
    }

    @Test
    @Tag("proof")
    @DisplayName("a request that is impossible becomes an execution that has failed with the reason; others go on")
    void impossible() throws SQLException {
        JdbcReeve reeve = open();
        reeve.start("place_order", Map.of("id", "mine"), Start.key("taken"));
        String deep = "[".repeat(100) + "]".repeat(100);

        ExecutionId unknown = started("no_such", "{}", "{\"key\":\"k\"}");
        ExecutionId schema = started("place_order", "{}", "{}");
        ExecutionId conflict = started("place_order", "{\"id\":\"yours\"}", "{\"key\":\"taken\"}");
        ExecutionId tooDeep = started("place_order", "{\"id\":" + deep + "}", "{}");
        ExecutionId zero = started("place_order", "{\"id\":\"\\u0000\"}", "{}");
        ExecutionId priority = started("place_order", "{\"id\":1}", "{\"priority\":\"high\"}");
        ExecutionId own = started("reeve_bulk", "{}", "{}");
        ExecutionId fine = started("place_order", "{\"id\":\"fine\"}", "{}");

        ended(reeve, fine, ExecutionStatus.COMPLETED);
        for (ExecutionId id : List.of(unknown, schema, tooDeep, zero, priority, own)) {
            assertThat(ended(reeve, id, ExecutionStatus.FAILED).summary().labels())
                    .isEqualTo(Map.of("database_user", clerk));
        }
        assertThat(arrived(reeve, unknown).summary().error()).contains("WORKFLOW_UNKNOWN", "no_such");
        assertThat(arrived(reeve, schema).summary().error()).contains("INVALID_INPUT", "schema");
        assertThat(arrived(reeve, priority).summary().error()).contains("priority");
        assertThat(output(arrived(reeve, conflict))).isEqualTo(Map.of("booked", "mine"));
        assertNothingWaits();
        assertThat(refused(reeve))
                .hasSize(7)
                .anyMatch(one -> String.valueOf(one.error()).contains("CONFLICT"));
        // The start that failed has the key, so that it is not done by a repetition.
        assertThatThrownBy(() -> reeve.start("place_order", Map.of("id", 1), Start.key("k")))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
        assertThat(reeve.health().verify(done -> {}).isSound()).isTrue();
    }

    @Test
    @DisplayName("a request that refuses known keys becomes a failed execution if the key is known, and only then")
    void refusesAKnownKey() throws SQLException {
        JdbcReeve reeve = open();
        Execution mine = reeve.start("place_order", Map.of("id", "mine"), Start.key("taken"));

        ExecutionId taken = started("place_order", "{\"id\":\"mine\"}", "{\"key\":\"taken\",\"keyPolicy\":\"refuse\"}");
        ExecutionId again = started("place_order", "{\"id\":\"mine\"}", "{\"key\":\"taken\",\"keyPolicy\":\"return\"}");
        ExecutionId free = started("place_order", "{\"id\":\"free\"}", "{\"key\":\"free\",\"keyPolicy\":\"refuse\"}");

        ended(reeve, free, ExecutionStatus.COMPLETED);
        assertThat(taken).isEqualTo(mine.id()).isEqualTo(again);
        assertNothingWaits();
        assertThat(refused(reeve))
                .singleElement()
                .satisfies(one -> assertThat(one.error()).contains("CONFLICT", "refuses keys"));
        assertThatThrownBy(() -> started("place_order", "{}", "{\"key\":\"k\",\"keyPolicy\":\"anew\"}"))
                .hasMessageContaining("keyPolicy");
    }

    @Test
    @Tag("proof")
    @DisplayName("I2 S2: a request begins another execution once the newest one of its key has ended, and names it")
    void beginsAnother() throws SQLException {
        JdbcReeve reeve = open();
        String anew = "{\"key\":\"k\",\"keyPolicy\":\"return_open\"}";
        ExecutionId first = started("approval", "{}", anew);
        arrived(reeve, first);
        assertThat(started("approval", "{}", anew)).isEqualTo(first);
        try (Connection connection = session()) {
            signal(connection, first, "approved", "{\"limit\":1}", "{}");
        }
        ended(reeve, first, ExecutionStatus.COMPLETED);

        ExecutionId second;
        ExecutionId third;
        try (Connection connection = session()) {
            connection.setAutoCommit(false);
            second = start(connection, "place_order", "{\"id\":2}", anew.replace("}", ",\"request\":\"m2\"}"));
            // One of two concurrent starts is the answer to both.
            third = start(connection, "place_order", "{\"id\":2}", anew);
            connection.commit();
        }
        ended(reeve, second, ExecutionStatus.COMPLETED);

        assertThat(second).isEqualTo(third).isEqualTo(Succession.after(first));
        assertThat(reeve.find("k")).map(Execution::id).contains(second);
        assertThat(started("place_order", "{\"id\":2}", anew.replace("}", ",\"request\":\"m2\"}")))
                .isEqualTo(second);
        assertThat(started("place_order", "{\"id\":2}", "{\"key\":\"k\"}")).isEqualTo(second);
        ExecutionId fourth = started("place_order", "{\"id\":2}", anew.replace("}", ",\"request\":\"m4\"}"));
        assertThat(fourth).isEqualTo(Succession.after(second));
        ended(reeve, fourth, ExecutionStatus.COMPLETED);
        try (Connection connection = session();
                ResultSet rows = connection
                        .createStatement()
                        .executeQuery("select reeve.execution_of('k'), reeve.execution_of('new')")) {
            rows.next();
            assertThat(rows.getString(1)).isEqualTo(fourth.toString());
            assertThat(rows.getString(2)).isEqualTo(Ids.ofKey("default", "new").toString());
        }
        assertNothingWaits();
        assertThat(refused(reeve)).isEmpty();
    }

    @Test
    @DisplayName("I2 S2: a request that refuses an open execution becomes a failed one")
    void refusesAnOpenOne() throws SQLException {
        JdbcReeve reeve = open();
        String refusing = "{\"key\":\"k\",\"keyPolicy\":\"refuse_open\"}";
        ExecutionId first = started("approval", "{}", refusing);
        arrived(reeve, first);

        assertThat(started("approval", "{}", refusing)).isEqualTo(first);

        Awaitility.await().until(() -> !refused(reeve).isEmpty());
        assertThat(refused(reeve))
                .singleElement()
                .satisfies(one -> assertThat(one.error()).contains("CONFLICT", "refuses open"));
        arrived(reeve, first).cancel("ends here");
        ended(reeve, first, ExecutionStatus.CANCELLED);
        assertThat(started("approval", "{}", refusing)).isEqualTo(Succession.after(first));
    }

    @Test
    @DisplayName("T1: SQL and Java count the executions of a key in the same way")
    void idsAgree() {
        ExecutionId id = Ids.ofKey("default", "k");
        for (int i = 0; i < 20; i++) {
            ExecutionId next = Succession.after(id);
            assertThat(server.query(name, "select reeve.id_after('%s')::text".formatted(id)))
                    .containsExactly(next.toString());
            id = next;
        }
    }

    @Test
    @DisplayName("arguments that cannot be meant fail in the transaction of the caller")
    void refusedAtOnce() throws SQLException {
        open();
        String large = "\"" + "x".repeat(1 << 20) + "\"";
        assertRefused("null", "input: expected JSON", null, "{}");
        assertRefused("workflow", "workflow: expected a name", "1", "{}", "");
        assertRefused("options", "options: expected a JSON object", "1", null);
        assertRefused("list", "options: expected a JSON object", "1", "[]");
        assertRefused("unknown", "'prio' is not known", "1", "{\"prio\":1}");
        assertRefused("key", "key: expected a text", "1", "{\"key\":7}");
        assertRefused("large", "larger than 1 MiB", large, "{}");
        assertRefused("json", "invalid input syntax for type json", "{", "{}");
        assertThat(server.query(name, "select content::text from reeve.inbox")).isEmpty();
    }

    private void assertRefused(String what, String message, @Nullable String input, @Nullable String options)
            throws SQLException {
        assertRefused(what, message, input, options, "place_order");
    }

    private void assertRefused(
            String what, String message, @Nullable String input, @Nullable String options, String workflow)
            throws SQLException {
        try (Connection connection = session()) {
            assertThatThrownBy(() -> start(connection, workflow, input, options))
                    .as(what)
                    .isInstanceOf(PSQLException.class)
                    .hasMessageContaining(message);
        }
    }

    @Test
    @DisplayName(
            "a signal follows the start of its own transaction, and one that no step takes becomes a failed execution")
    void signals() throws SQLException {
        JdbcReeve reeve = open();
        ExecutionId id;
        ExecutionId nobody = Ids.ofKey("default", "nobody");
        try (Connection connection = session()) {
            connection.setAutoCommit(false);
            id = start(connection, "approval", "{}", "{\"key\":\"o-1\"}");
            signal(connection, id, "approved", "{\"limit\": 12.50}", "{\"id\":\"7\",\"by\":\"ann\"}");
            signal(connection, id, "approved", "{\"limit\": 99}", "{\"id\":\"7\"}");
            signal(connection, nobody, "approved", "{}", "{}");
            connection.commit();
        }

        assertThat(output(ended(reeve, id, ExecutionStatus.COMPLETED))).hasToString("{limit=12.5}");
        assertThat(arrived(reeve, id).history().toString()).contains("ann (database user %s)".formatted(clerk));
        assertNothingWaits();
        assertThat(refused(reeve)).anyMatch(one -> String.valueOf(one.error()).contains("NOT_FOUND"));
        assertThat(reeve.find(nobody)).isEmpty();
    }

    @Test
    @DisplayName("the role may call the functions, and nothing else; its search path decides nothing")
    void mayDoOnlyThis() throws SQLException {
        JdbcReeve reeve = open();
        try (Connection connection = session()) {
            for (String forbidden : List.of(
                    "select * from reeve.execution",
                    "insert into reeve.inbox (shard, execution_id, sender, request, content) values (0, gen_random_uuid(), '', 0, '{}')",
                    "delete from reeve.inbox",
                    "select * from reeve.executions",
                    "create table reeve.mine (id int)")) {
                assertThatThrownBy(() -> connection.createStatement().execute(forbidden))
                        .as(forbidden)
                        .hasMessageContaining("permission denied");
            }
            connection.createStatement().execute("""
                create temporary table inbox (shard int);
                create function pg_temp.shard_of(id uuid) returns smallint language sql as 'select 1 / 0';
                set search_path = pg_temp, public\
                """);
            ExecutionId id = start(connection, "place_order", "{\"id\":1}", "{}");
            ended(reeve, id, ExecutionStatus.COMPLETED);
        }
        server.execute(
                name, "create role stranger_%1$s login; grant usage on schema reeve to stranger_%1$s".formatted(name));
        PGSimpleDataSource stranger = server.dataSource(name);
        stranger.setUser("stranger_" + name);
        try (Connection connection = stranger.getConnection()) {
            assertThatThrownBy(() -> start(connection, "place_order", "{\"id\":1}", "{}"))
                    .hasMessageContaining("permission denied for function start");
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("thousands of requests of one transaction are all applied, once each")
    void many() throws SQLException {
        JdbcReeve reeve = open();
        try (Connection connection = session()) {
            connection.createStatement().execute("""
                select reeve.start(case when n % 100 = 0 then 'no_such' else 'place_order' end,
                    json_build_object('id', n), jsonb_build_object('key', 'k' || n))
                from generate_series(1, 3000) as n\
                """);
        }

        assertNothingWaits();
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(server.query(
                                name, "select status || ' ' || count(*) from reeve.executions group by status"))
                        .containsExactlyInAnyOrder("COMPLETED 2970", "FAILED 30"));
        assertThat(reeve.health().verify(done -> {}).isSound()).isTrue();
    }

    @Test
    @Tag("proof")
    @DisplayName("requests that find no room wait; a signal behind them does not")
    void crowded() throws SQLException {
        JdbcReeve reeve = Reeve.open(
                database,
                NodeOptions.defaults()
                        .withLanes(1)
                        .withLane(LaneOptions.defaults().withActiveMax(20))
                        .withDrain(Duration.ZERO));
        open.add(reeve);
        reeve.deploy(ORDER);
        reeve.deploy(APPROVAL);
        Execution approval = reeve.start("approval", Map.of());
        try (Connection connection = session()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 300; i++) {
                start(connection, "place_order", "{\"id\":" + i + "}", "{}");
            }
            signal(connection, approval.id(), "approved", "{\"limit\": 1}", "{}");
            connection.commit();
        }

        ended(reeve, approval.id(), ExecutionStatus.COMPLETED);
        assertThat(server.query(name, "select number from reeve.inbox")).hasSizeGreaterThan(200);
        EngineFixture.echo(reeve, "order.book");
        assertNothingWaits();
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(server.query(
                                name, "select status || ' ' || count(*) from reeve.executions group by status"))
                        .containsExactly("COMPLETED 301"));
    }

    @Test
    @DisplayName("many requests of one execution that have to wait do not keep those of others waiting")
    void oneHoldsUpNoOthers() throws SQLException {
        JdbcReeve reeve = open();
        try (Connection holder = database.getConnection();
                Connection connection = session()) {
            holder.setAutoCommit(false);
            reeve.start(holder, "place_order", Map.of("id", "held"), Start.key("held"));
            for (int i = 0; i < 300; i++) {
                start(connection, "place_order", "{\"id\":\"held\"}", "{\"key\":\"held\"}");
            }

            ExecutionId other = start(connection, "place_order", "{\"id\":\"other\"}", "{}");

            ended(reeve, other, ExecutionStatus.COMPLETED);
            assertThat(server.query(name, "select number from reeve.inbox")).hasSize(300);
            holder.commit();
        }
        assertNothingWaits();
    }

    @Test
    @DisplayName("F31: a pooler that gives each transaction another session changes nothing")
    void pooled() throws SQLException, IOException {
        JdbcReeve reeve = open();
        try (SwappingPooler pooler = new SwappingPooler(server.port(), 2);
                Connection connection = session(pooler.port())) {
            connection.setAutoCommit(false);
            ExecutionId first = start(connection, "place_order", "{\"id\":1}", "{}");
            connection.commit();
            ExecutionId second = start(connection, "place_order", "{\"id\":2}", "{}");
            connection.commit();
            ended(reeve, first, ExecutionStatus.COMPLETED);
            ended(reeve, second, ExecutionStatus.COMPLETED);
        }
    }

    @Test
    @DisplayName("H4: each of two engines applies the requests of its own shards")
    void cluster() throws SQLException {
        NodeOptions options =
                NodeOptions.defaults().withCluster(ClusterOptions.defaults().withTtl(Duration.ofSeconds(3)));
        JdbcReeve one = open(options);
        JdbcReeve other = open(options);
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                server.query(name, "select distinct node from reeve.shard where node is not null"))
                        .hasSize(2));
        try (Connection connection = session()) {
            for (int i = 0; i < 40; i++) {
                start(connection, "place_order", "{\"id\":" + i + "}", "{\"key\":\"k" + i + "\"}");
            }
        }

        assertNothingWaits();
        for (int i = 0; i < 40; i++) {
            Execution execution = (i % 2 == 0 ? one : other).find("k" + i).orElseThrow();
            assertThat(output(execution)).isEqualTo(Map.of("booked", i));
        }
    }

    @Test
    @DisplayName("requests that were committed while no engine ran are applied by the next one")
    void whileNoneRuns() throws SQLException {
        open();
        close();
        open.clear();
        ExecutionId id = started("place_order", "{\"id\":1}", "{}");

        ended(open(), id, ExecutionStatus.COMPLETED);
    }
}
