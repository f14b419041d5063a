package dev.reeve.internal.postgresql;

import static dev.reeve.internal.postgresql.Doubts.commitAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ClusterHints;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.MailKey;
import dev.reeve.spi.store.MailProgress;
import dev.reeve.spi.store.MailRow;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.ReplyRow;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoredWorkflow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A foreign role that may create functions and operators where the engine's role looks for them cannot run them with
 * the engine's rights. Each of theirs writes down that it ran.
 */
final class ForeignCodeTest {

    private static final Duration TTL = Duration.ofSeconds(10);

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.emptyDatabase();
    private final String name = Objects.requireNonNull(database.getDatabaseName());
    private final String engine = "engine_" + name;
    private int functions;
    private final String mallory = "mallory_" + name;

    /** @param schema in which they create things */
    private void prepare(String schema) {
        server.execute("create role %s login; create role %s login".formatted(engine, mallory));
        server.execute("grant create on database %s to %s".formatted(name, engine));
        server.execute(name, """
                create schema if not exists %1$s;
                grant create, usage on schema %1$s to %2$s;
                grant usage on schema %1$s to %3$s;
                create table public.ran (what text, who name);
                grant insert on public.ran to public;
                """.formatted(schema, mallory, engine));
        database.setUser(engine);
    }

    /** As them: an operator that does what PostgreSQL's does, and writes it down. */
    private void operator(String schema, String operator, String left, String right, String result) {
        asMallory("""
                create function %1$s.%7$s(a %3$s, b %4$s) returns %5$s language plpgsql as $$
                begin
                    insert into public.ran values ('%2$s %3$s %4$s', current_user);
                    return a::%6$s operator(pg_catalog.%2$s) b::%6$s;
                end $$;
                create operator %1$s.%2$s (leftarg = %3$s, rightarg = %4$s, function = %1$s.%7$s);
                """.formatted(
                        schema,
                        operator,
                        left,
                        right,
                        result,
                        left.equals("name") || left.equals("varchar") ? "text" : left,
                        "f" + ++functions));
    }

    private void asMallory(String sql) {
        PGSimpleDataSource theirs = server.dataSource(name);
        theirs.setUser(mallory);
        try (Connection connection = theirs.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** All that a store does for an engine and its users. */
    private void useEverything() throws SQLException {
        Fixture fixture = new Fixture(5);
        try (Store store = Doubts.open(database, Timeouts.DEFAULT)) {
            LaneStore lane = store.join(fixture.node("a"), 2).getFirst();
            List<ExecutionId> ids = fixture.ids(3);
            commitAll(
                    lane,
                    Fixture.startAll(ids),
                    Fixture.change(2, Fixture.ended(ids.getFirst(), ExecutionStatus.COMPLETED, null)));
            Doubts.reacquire(lane);
            lane.load(ids).toCompletableFuture().join();
            lane.due(lane.shards(), Fixture.START, null, 10)
                    .toCompletableFuture()
                    .join();
            try (Connection connection = database.getConnection()) {
                connection.setAutoCommit(false);
                ExecutionId id = fixture.id();
                store.deploy(Fixture.definition(id));
                store.enlist(connection, Fixture.row(id), Fixture.journal(id, 1), List.of());
                store.enlist(connection, Fixture.row(id), Fixture.journal(id, 1), List.of());
                connection.commit();
            }
            store.list(new ExecutionFilter(
                    "default", "w", Set.of(ExecutionStatus.RUNNING), Map.of("a", "b"), Fixture.START, null, null, 10));
            store.findAll(Set.copyOf(ids));
            store.history(ids.getFirst());
            store.deploy(new StoredWorkflow("default", "w", 1, new Json("{}")));
            store.workflows("default");
            store.pause(new ServicePause("pay", "ann", "why", Fixture.START));
            store.resume(new ServiceChange("pay", ServiceChange.Kind.RESUMED, "ann", "why", Fixture.START));
            store.serviceChanges("pay");
            store.outbox().receivers(null, 10);
            store.outbox().claim("https://shop", Fixture.START, Fixture.START.plusSeconds(1), 10);
            store.outbox().settle(List.of());
            store.schedules("default");
            store.occupancy();
            store.remove(ids);
            shareEverything(store, fixture);
        }
        Doubts.open(database, Timeouts.DEFAULT).close();
    }

    /** All that a store does for several nodes. */
    private static void shareEverything(Store store, Fixture fixture) {
        ClusterStore cluster = store.cluster();
        NodeId node = fixture.node("c");
        cluster.join(new Registration(fixture.node("c"), false, true, TTL), 1);
        LaneStore lane =
                cluster.join(new Registration(node, true, true, TTL), 1).getFirst();
        cluster.claim(node, 0, ShardSet.ALL);
        ExecutionId id = fixture.id();
        commitAll(lane, Fixture.startAll(List.of(id)));
        cluster.inbox().post(List.of(new InboxPost(id, "x", 1, "{}")));
        List<InboxKey> keys = cluster.inbox().waiting(ShardSet.ALL, 10, Long.MAX_VALUE).stream()
                .map(InboxRow::key)
                .toList();
        commitAll(
                lane,
                new Batch(
                        List.of(Fixture.journal(id, 2)),
                        List.of(),
                        List.of(),
                        List.of(),
                        new Batch.Crossing(ShardSet.ALL, keys, List.of(new ReplyRow("x", 1, "{}")))));
        assertThat(cluster.inbox().replies("x", Long.MIN_VALUE, List.of(2L))).hasSize(1);
        MailRow letter = new MailRow(node.toString(), new MailKey(node.toString(), 1), "{}");
        cluster.mail().send(List.of(letter));
        cluster.mail().send(List.of(letter));
        assertThat(cluster.mail().receive(node.toString(), List.of(new MailProgress(node.toString(), 0, 0)), 10, 1_000))
                .containsExactly(letter);
        cluster.hints().send(List.of(new ClusterHints.Hint(ClusterHints.Subject.INBOX)));
        cluster.hints().await(Duration.ofMillis(1));
        cluster.remove(cluster.renew(node, true).members().getFirst());
        cluster.leave(node);
    }

    private void askTheViews() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (String view : List.of("executions", "events", "attempts", "steps")) {
                statement.execute("table reeve." + view);
            }
            try (ResultSet rows = statement.executeQuery(
                    "select reeve.shard_of('01970000-1234-7abc-8def-0123456789ab'::pg_catalog.uuid)")) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    @Test
    @DisplayName("a foreign operator on public that fits better than PostgreSQL's own is not used")
    void anOperatorInPublic() throws SQLException {
        prepare("public");
        operator("public", "=", "name", "varchar", "boolean");
        operator("public", "=", "varchar", "varchar", "boolean");
        operator("public", "=", "varchar", "text", "boolean");
        operator("public", "=", "text", "varchar", "boolean");

        useEverything();
        askTheViews();

        assertThat(server.query(name, "select what || ' as ' || who from public.ran"))
                .isEmpty();
    }

    @Test
    @DisplayName("a search_path with a foreign schema before pg_catalog has no effect")
    void aSearchPathBeforeTheCatalog() throws SQLException {
        prepare("evil");
        for (String type : List.of("text", "name", "smallint", "bigint", "uuid", "timestamptz", "bit", "varchar")) {
            operator("evil", "=", type, type, "boolean");
        }
        operator("evil", "||", "text", "text", "text");
        operator("evil", "#", "bit", "bit", "bit");
        operator("evil", "*", "numeric", "numeric", "numeric");
        operator("evil", "<>", "bigint", "bigint", "boolean");
        for (String function : List.of("current_setting(a text) returns text", "count() returns bigint")) {
            asMallory("""
                    create function evil.%s language plpgsql as $$
                    begin
                        insert into public.ran values ('function', current_user);
                        return null;
                    end $$
                    """.formatted(function));
        }
        asMallory("create domain evil.uuid as text; create domain evil.jsonb as text; create domain evil.json as text");
        server.execute("alter role %s set search_path = evil, pg_catalog".formatted(engine));

        useEverything();
        askTheViews();

        assertThat(server.query(name, "select what || ' as ' || who from public.ran"))
                .isEmpty();
    }
}
