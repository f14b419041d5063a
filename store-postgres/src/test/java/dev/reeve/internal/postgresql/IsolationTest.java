package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Json;
import dev.reeve.internal.sql.SqlFile;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Undeployment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A pool or a role may say that transactions see what was there when they began; those of several statements must not.
 */
final class IsolationTest {

    private static final String START = """
            insert into reeve.execution
            values (1, gen_random_uuid(), 'default', null, 'w', 1, 1, 0, '{}', 0, now(), 'epoch', null, null)""";

    private final TestServer server = TestServer.shared();
    private final Fixture fixture = new Fixture(8);

    private PGSimpleDataSource strict(PGSimpleDataSource database) {
        PGSimpleDataSource strict = server.dataSource(name(database));
        strict.setOptions("-c default_transaction_isolation=serializable");
        return strict;
    }

    private static String name(PGSimpleDataSource database) {
        return Objects.requireNonNull(database.getDatabaseName());
    }

    @Test
    @DisplayName("A start that commits during a removal is counted, under every default isolation")
    void whatIsCommittedMeanwhileIsCounted() throws SQLException {
        PGSimpleDataSource database = server.database();
        try (Store store = new PostgresStoreProvider().open(strict(database)).orElseThrow();
                Connection starter = database.getConnection();
                Connection holder = database.getConnection();
                Statement starts = starter.createStatement();
                Statement holds = holder.createStatement()) {
            store.join(fixture.node("a"), 1);
            store.deploy(new StoredWorkflow("default", "w", 1, new Json("{}")));
            starter.setAutoCommit(false);
            holder.setAutoCommit(false);
            starts.execute(START);
            holds.execute("select from reeve.node for update");

            CompletableFuture<Undeployment.Pinned> removal = CompletableFuture.supplyAsync(
                    () -> store.undeploy(new Undeployment("default", "w", 1, "ann", "old", Instant.EPOCH)),
                    Doubts::onThread);
            Doubts.awaitWaiting(server, name(database), "Lock");
            starter.commit();
            holder.rollback();

            assertThat(removal.join()).isEqualTo(new Undeployment.Pinned(1, 0));
            assertThat(store.workflows("default")).hasSize(1);
        }
    }

    @Test
    @DisplayName("A removal does not wait for a start in a caller's transaction, which counts as open")
    void aStartUnderWayCounts() throws SQLException {
        PGSimpleDataSource database = server.database();
        try (Store store = new PostgresStoreProvider().open(database).orElseThrow();
                Connection starter = database.getConnection();
                Statement starts = starter.createStatement()) {
            store.join(fixture.node("a"), 1);
            store.deploy(new StoredWorkflow("default", "w", 1, new Json("{}")));
            Undeployment wanted = new Undeployment("default", "w", 1, "ann", "old", Instant.EPOCH);
            starter.setAutoCommit(false);
            starts.execute("select from reeve.workflow for key share");

            assertThat(store.pinned("default", "w", 1)).isEqualTo(new Undeployment.Pinned(1, 0));
            assertThat(store.undeploy(wanted)).isEqualTo(new Undeployment.Pinned(1, 0));

            starter.rollback();
            assertThat(store.pinned("default", "w", 1)).isEqualTo(Undeployment.Pinned.NONE);
            assertThat(store.undeploy(wanted)).isEqualTo(Undeployment.Pinned.NONE);
            assertThat(store.isDeployed("default", "w", 1)).isFalse();
        }
    }

    @Test
    @DisplayName("A removal that waits for a node that joins does not keep it from removing the engine: no deadlock")
    void aJoinComesFirst() throws SQLException {
        PGSimpleDataSource database = server.database();
        try (Store store = new PostgresStoreProvider().open(database).orElseThrow();
                OpenTransaction joining = OpenTransaction.of(server, name(database))) {
            store.join(fixture.node("a"), 1);
            store.deploy(new StoredWorkflow("default", "w", 1, new Json("{}")));
            joining.execute("lock table reeve.shard in share row exclusive mode");

            CompletableFuture<Undeployment.Pinned> removal = joining.blocks(
                    () -> store.undeploy(new Undeployment("default", "w", 1, "ann", "old", Instant.EPOCH)));
            joining.execute("select from reeve.node for update nowait");
            joining.execute("delete from reeve.node");
            joining.commit();

            assertThatThrownBy(removal::join).hasMessageContaining("another engine has taken the store over");
            assertThat(store.workflows("default")).hasSize(1);
        }
    }

    @Test
    @DisplayName("A broken removal must end before the store answers whether the definition exists")
    void theZombieComesFirst() throws SQLException {
        PGSimpleDataSource database = server.database();
        try (Store store = new PostgresStoreProvider().open(database).orElseThrow();
                OpenTransaction zombie = OpenTransaction.of(server, name(database))) {
            store.deploy(new StoredWorkflow("default", "w", 1, new Json("{}")));
            zombie.execute("delete from reeve.workflow");

            CompletableFuture<Boolean> told = zombie.blocks(() -> store.isDeployed("default", "w", 1));
            zombie.commit();

            assertThat(told.join()).isFalse();
        }
    }

    @Test
    @DisplayName("I9: a new owner waits for a batch in progress, under every default isolation")
    void joiningWaits() throws SQLException {
        PGSimpleDataSource database = server.database();
        try (Store before = new PostgresStoreProvider().open(database).orElseThrow();
                Store after = new PostgresStoreProvider().open(strict(database)).orElseThrow();
                OpenTransaction batch = OpenTransaction.of(server, name(database))) {
            before.join(fixture.node("a"), 1);
            batch.execute("update reeve.lane set batch = batch + 1");
            NodeId node = fixture.node("b");

            CompletableFuture<List<?>> joined = batch.blocks(() -> after.join(node, 1));
            batch.commit();

            assertThat(joined.join()).hasSize(1);
        }
    }

    @Test
    @DisplayName("F56: a store that waited for another migration sees its result, under every default isolation")
    void migratingSeesWhatWasMigrated() throws SQLException {
        PGSimpleDataSource database = server.emptyDatabase();
        try (Connection other = database.getConnection();
                Statement migrates = other.createStatement()) {
            other.setAutoCommit(false);
            migrates.execute("select pg_advisory_xact_lock(8099840374862407)");
            CompletableFuture<Void> migrating =
                    CompletableFuture.runAsync(() -> PostgresMigrations.run(strict(database)), Doubts::onThread);
            Doubts.awaitWaiting(server, name(database), "advisory");
            migrates.execute(PostgresSql.of("migration.schema").text());
            migrates.execute(PostgresSql.of("migration.history").text());
            migrates.execute(SqlFile.text(PostgresSql.class, "migration/V0001__foundation.sql"));
            migrates.execute("""
                    insert into reeve.schema_history
                    values (1, '0001', 'foundation', 'SQL', 'V0001__foundation.sql', null, 'other', now(), 1, true)""");
            other.commit();

            migrating.join();
        }
        assertThat(server.query(name(database), "select version from reeve.schema_history"))
                .hasSize(PostgresMigrations.versions().size());
    }
}
