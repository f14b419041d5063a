package dev.reeve.internal.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ClusterOptions;
import dev.reeve.JdbcReeve;
import dev.reeve.NodeOptions;
import dev.reeve.UnofferedAction;
import dev.reeve.internal.engine.client.EngineFixture;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.postgresql.Doubts;
import dev.reeve.internal.postgresql.PostgresStoreProvider;
import dev.reeve.internal.postgresql.TestServer;
import dev.reeve.spi.store.Store;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Actions without agents, for readers beside the engine and for other engines. */
final class UnofferedTest {

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();

    @Test
    @DisplayName("An action without agents stays listed when more steps wait for it")
    void neverMissing() throws SQLException {
        String name = Objects.requireNonNull(database.getDatabaseName());
        server.execute(name, """
                create function public.slow() returns trigger language plpgsql as $$
                begin
                    perform pg_advisory_xact_lock(77);
                    return new;
                end $$;
                create trigger slow before insert on reeve.unoffered_action
                    for each row when (new.waiting > 3) execute function public.slow();
                """);
        UnofferedAction few = new UnofferedAction("bank.charge", Instant.EPOCH, 3, null);
        UnofferedAction many = new UnofferedAction("bank.charge", Instant.EPOCH, 9, "till");
        UnofferedAction over = new UnofferedAction("mail.send", Instant.EPOCH, 1, null);
        try (Store store = new PostgresStoreProvider().open(database).orElseThrow();
                Connection holder = database.getConnection();
                Statement holds = holder.createStatement()) {
            store.keepUnoffered(List.of(few, over), Set.of());
            holder.setAutoCommit(false);
            holds.execute("select pg_advisory_xact_lock(77)");
            CompletableFuture<Void> keeping = CompletableFuture.runAsync(
                    () -> store.keepUnoffered(List.of(many), Set.of("mail.send")), Doubts::onThread);
            Doubts.awaitWaiting(server, name, "advisory");

            assertThat(store.unoffered()).contains(few);
            holder.rollback();
            keeping.join();
            assertThat(store.unoffered()).containsExactly(many);
        }
    }

    private JdbcReeve open(SharedDatabase shared, boolean owns) {
        return shared.open(NodeOptions.defaults()
                .withLanes(2)
                .withDrain(Duration.ZERO)
                .withUnofferedAfter(Duration.ofMillis(100))
                .withCluster(
                        ClusterOptions.defaults().withTtl(SharedDatabase.TTL).withOwns(owns)));
    }

    private static void startOne(JdbcReeve reeve) {
        reeve.deploy(DefinitionReader.parse("""
                workflow: one
                version: 1
                steps:
                  only: { action: nobody.does }
                """));
        reeve.start("one", Map.of());
    }

    @Test
    @Tag("proof")
    @DisplayName("An engine that owns nothing lists the actions without agents of others, and leaves them in the store")
    void ofOthers() {
        try (SharedDatabase shared = new SharedDatabase()) {
            JdbcReeve owner = open(shared, true);
            startOne(owner);
            await().atMost(SharedDatabase.PATIENCE).until(() -> !listed(shared).isEmpty());

            JdbcReeve web = open(shared, false);

            assertThat(web.inbox().unoffered())
                    .extracting(UnofferedAction::action)
                    .containsExactly("nobody.does");
            await().during(Duration.ofSeconds(3))
                    .atMost(SharedDatabase.PATIENCE)
                    .until(() -> listed(shared), List.of("nobody.does")::equals);
        }
    }

    @Test
    @Tag("proof")
    @DisplayName(
            "An action without agents that another engine removed is listed again within a minute, until it is offered")
    void listedAgain() {
        try (SharedDatabase shared = new SharedDatabase()) {
            JdbcReeve owner = open(shared, true);
            startOne(owner);
            await().atMost(SharedDatabase.PATIENCE).until(() -> !listed(shared).isEmpty());

            shared.execute("delete from reeve.unoffered_action");

            await().atMost(Duration.ofSeconds(90)).until(() -> !listed(shared).isEmpty());
            EngineFixture.echo(owner, "nobody.does");
            await().atMost(SharedDatabase.PATIENCE).until(() -> listed(shared).isEmpty());
        }
    }

    private static List<String> listed(SharedDatabase shared) {
        return shared.rows("select action from reeve.unoffered_action");
    }
}
