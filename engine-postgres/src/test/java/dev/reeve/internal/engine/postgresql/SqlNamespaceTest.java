package dev.reeve.internal.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.internal.engine.client.EngineFixture;
import dev.reeve.internal.engine.inbox.SqlRefusals;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.postgresql.Pools;
import dev.reeve.internal.postgresql.TestServer;
import dev.reeve.workflow.Workflow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** S3, I15: starts and signals by SQL functions in a namespace, and engines of releases that know none. */
@Tag("proof")
final class SqlNamespaceTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Workflow APPROVAL = DefinitionReader.parse("""
            workflow: approval
            version: 1
            steps:
              approved: { await: approved }
            output: "${ steps.approved.output }"
            """);

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final String name = Objects.requireNonNull(database.getDatabaseName());

    @AutoClose
    private final Pools pools = new Pools();

    private Reeve reeve;

    @BeforeEach
    void open() {
        reeve = Reeve.open(
                pools.open(database), NodeOptions.defaults().withLanes(2).withDrain(Duration.ZERO));
        reeve.deploy(APPROVAL);
    }

    @AfterEach
    void close() {
        reeve.close();
    }

    private ExecutionId asked(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            UUID found = rows.getObject(1, UUID.class);
            return new ExecutionId(found == null ? new UUID(0, 0) : found);
        }
    }

    private Execution awaited(Reeve view, ExecutionId id) {
        await().atMost(PATIENCE).until(() -> view.find(id).isPresent());
        return view.find(id).orElseThrow();
    }

    @Test
    @DisplayName(
            "a start in a namespace is the start of its key there, in SQL and in Java, and a signal reaches only its namespace")
    void startsInANamespace() throws SQLException {
        Reeve billing = reeve.namespace("billing");
        billing.deploy(APPROVAL);

        ExecutionId one = asked("select reeve.start('approval', '1', '{\"key\": \"a\"}')");
        ExecutionId other =
                asked("select reeve.start('approval', '1', '{\"key\": \"a\", \"namespace\": \"billing\"}')");

        assertThat(one).isEqualTo(Ids.ofKey("default", "a"));
        assertThat(other).isEqualTo(Ids.ofKey("billing", "a"));
        assertThat(asked("select reeve.id_in('billing', 'a')")).isEqualTo(other);
        assertThat(asked("select reeve.id_in('default', 'a')")).isEqualTo(one);
        Execution mine = awaited(reeve, one);
        Execution theirs = awaited(billing, other);
        assertThat(reeve.find(other)).isEmpty();
        assertThat(billing.start("approval", 1, Start.key("a"))).isEqualTo(theirs);

        asked("select null::uuid from reeve.signal('%s', 'approved', '\"stray\"')".formatted(other));
        await().atMost(PATIENCE)
                .until(() -> !reeve.list(ExecutionQuery.all().workflow(SqlRefusals.DEFINITION.name()))
                        .isEmpty());
        assertThat(theirs.status()).isEqualTo(ExecutionStatus.RUNNING);
        asked("select null::uuid from reeve.signal('%s', 'approved', '\"yes\"', '{\"namespace\": \"billing\"}')"
                .formatted(other));
        assertThat(theirs.await(String.class, PATIENCE)).isEqualTo("yes");
        asked("select null::uuid from reeve.signal('%s', 'approved', '\"no\"')".formatted(one));
        assertThat(mine.await(String.class, PATIENCE)).isEqualTo("no");
    }

    @Test
    @DisplayName("a signal that names another namespace is refused, also if it is sent together with the start")
    void startedAndSignalledTogether() throws SQLException {
        Reeve billing = reeve.namespace("billing");
        billing.deploy(APPROVAL);

        List<ExecutionId> here = new ArrayList<>();
        List<ExecutionId> there = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ExecutionId id = asked("""
                    with started as (
                        select reeve.start('approval', '1', '{"key": "k%d", "namespace": "billing"}') as id
                    ), stray as (
                        select s.id, reeve.signal(s.id, 'approved', '"stray"') from started as s
                    )
                    select id from stray
                    """.formatted(i));
            asked("select null::uuid from reeve.signal('%s', 'approved', '\"yes\"', '{\"namespace\": \"billing\"}')"
                    .formatted(id));
            there.add(id);
        }
        for (int i = 0; i < 20; i++) {
            ExecutionId id = asked("""
                    with started as (
                        select reeve.start('approval', '1', '{"key": "d%d"}') as id
                    ), stray as (
                        select s.id, reeve.signal(s.id, 'approved', '"stray"', '{"namespace": "billing"}') from started as s
                    )
                    select id from stray
                    """.formatted(i));
            asked("select null::uuid from reeve.signal('%s', 'approved', '\"yes\"')".formatted(id));
            here.add(id);
        }
        for (ExecutionId id : there) {
            assertThat(awaited(billing, id).await(String.class, PATIENCE)).isEqualTo("yes");
        }
        for (ExecutionId id : here) {
            assertThat(awaited(reeve, id).await(String.class, PATIENCE)).isEqualTo("yes");
        }
        assertThat(reeve.list(ExecutionQuery.all().workflow(SqlRefusals.DEFINITION.name())))
                .hasSize(20);
        assertThat(billing.list(ExecutionQuery.all().workflow(SqlRefusals.DEFINITION.name())))
                .hasSize(20);
    }

    @Test
    @DisplayName(
            "a start without a key runs in the namespace, an impossible one fails there, and one in an unknown namespace is refused at once")
    void impossibleStarts() throws SQLException {
        Reeve billing = reeve.namespace("billing");
        billing.deploy(DefinitionReader.parse("""
                workflow: echo
                version: 1
                steps:
                  say: { action: greeting.say }
                """));
        EngineFixture.echo(billing, "greeting.say");

        ExecutionId ran = asked("select reeve.start('echo', '1', '{\"namespace\": \"billing\"}')");
        ExecutionId failed = asked("select reeve.start('approval', '1', '{\"namespace\": \"billing\"}')");

        assertThat(awaited(billing, ran).awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(awaited(billing, failed).awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(reeve.list(ExecutionQuery.all()))
                .extracting(ExecutionSummary::id)
                .isEmpty();
        assertThatThrownBy(() -> asked("select reeve.start('echo', '1', '{\"namespace\": \"biling\"}')"))
                .hasMessageContaining("nothing is deployed in 'biling'");
    }

    @Test
    @DisplayName(
            "a namespace is refused while an engine of a release without namespaces runs, and refuses such an engine from then on")
    void olderEngines() throws SQLException {
        server.execute(
                name,
                "insert into reeve.node (node, name, incarnation, joined_at, format) values ('old', 'old', 1, now(), 2)");

        EngineFixture.refused(
                ErrorCode.INVALID_INPUT,
                "cannot read this yet",
                () -> reeve.namespace("billing").deploy(APPROVAL));
        assertThat(reeve.namespace("billing").list(ExecutionQuery.all())).isEmpty();
        server.execute(name, "delete from reeve.node where node = 'old'");
        reeve.namespace("billing").deploy(APPROVAL);

        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select least from reeve.compatibility")) {
            rows.next();
            assertThat(rows.getInt(1)).isEqualTo(3);
        }
    }
}
