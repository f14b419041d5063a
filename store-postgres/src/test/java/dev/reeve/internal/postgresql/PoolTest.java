package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import dev.reeve.spi.store.StoredWorkflow;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** F32: the connections are the application's, and it needs some for itself. */
final class PoolTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Timeouts HASTY = new Timeouts(
            Duration.ofSeconds(20),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofSeconds(2),
            Duration.ofSeconds(30));

    private static final Timeouts IMPATIENT = new Timeouts(
            Duration.ofMillis(200),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30));

    private final TestServer server = TestServer.shared();
    private final Fixture fixture = new Fixture(32);

    /** @param patience the longest wait for a connection of the pool; zero for no limit */
    private HikariDataSource pool(int size, Duration patience) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(server.database());
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(patience.toMillis());
        return new HikariDataSource(config);
    }

    private static void assertTooSmall(Store store, Fixture fixture, int lanes, int got) {
        assertThatThrownBy(() -> store.join(fixture.node("b"), lanes))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE))
                .hasMessageContaining("did not give %d connections, only %d".formatted(lanes + 1, got))
                .hasMessageContaining("at least " + (lanes + 1))
                .hasMessageContaining("maximumPoolSize");
    }

    @Test
    @DisplayName("a pool with too few connections is refused before any owner is fenced, and one more is enough")
    void aPoolOfExactlyTheLanesIsRefused() throws SQLException {
        try (HikariDataSource pool = pool(4, Duration.ofSeconds(2));
                Store before = Doubts.open(pool.getDataSource(), HASTY);
                Store store = Doubts.open(pool, HASTY)) {
            LaneStore owner = before.join(fixture.node("a"), 1).getFirst();

            assertTooSmall(store, fixture, 4, 4);

            assertThat(Doubts.commit(owner, Fixture.startAll(fixture.ids(1)))).isEqualTo(CommitOutcome.COMMITTED);
            assertThat(store.join(fixture.node("b"), 3)).hasSize(3);
            assertThat(store.now()).isNotNull();
            try (Connection own = pool.getConnection()) {
                assertThat(own.isValid(5)).isTrue();
            }
        }
    }

    @Test
    @DisplayName("an engine that shares the store says how many connections it needs, with those of its cluster")
    void aPoolThatIsTooSmallForACluster() {
        try (HikariDataSource pool = pool(4, Duration.ofSeconds(2));
                Store store = Doubts.open(pool, HASTY)) {
            assertThat(store.cluster().hints()).isNotNull();
            Registration registration = new Registration(fixture.node("a"), false, true, Duration.ofSeconds(10));

            assertThatThrownBy(() -> store.cluster().join(registration, 2))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("did not give 5 connections, only 4")
                    .hasMessageContaining("2 lanes and 2 for its cluster")
                    .hasMessageContaining("at least 5");
            assertThat(store.cluster().join(registration, 1)).hasSize(1);
        }
    }

    @Test
    @DisplayName("a store that is closed while a node joins gives all connections back")
    void closedWhileJoining() throws SQLException {
        try (LendingDataSource pool = new LendingDataSource(server.database())) {
            AtomicReference<@Nullable Store> closing = new AtomicReference<>();
            DataSource hooked = (DataSource) Proxy.newProxyInstance(
                    PoolTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                        Store store = closing.get();
                        if (store != null && method.getName().equals("getConnection")) {
                            store.close();
                        }
                        return method.invoke(pool, arguments);
                    });
            Store store = Doubts.open(hooked, Timeouts.DEFAULT);
            closing.set(store);

            assertThatThrownBy(() -> store.join(fixture.node("a"), 2)).isInstanceOf(StoreException.class);

            assertThat(pool.idle()).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("a pool that blocks forever is abandoned, and loses no connection")
    void aPoolThatWaitsForEverIsNotWaitedFor() throws SQLException {
        try (HikariDataSource pool = pool(3, Duration.ZERO);
                Store store = Doubts.open(pool, HASTY)) {
            assertTooSmall(store, fixture, 5, 3);

            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
            List<Connection> all = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                all.add(pool.getConnection());
            }
            for (Connection connection : all) {
                connection.close();
            }
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("F32: at run time lanes keep their connections and continue, and readers get an error while "
            + "none is free")
    void thePoolIsExhaustedAtRunTime() throws SQLException {
        try (HikariDataSource pool = pool(10, Duration.ofSeconds(2));
                Reeve reeve = Reeve.open(pool, NodeOptions.defaults())) {
            reeve.deploy(DefinitionReader.parse("""
                    workflow: one
                    version: 1
                    steps: { only: { wait: 100ms } }
                    """));
            reeve.start("one", Json.EMPTY_OBJECT).awaitEnd(PATIENCE);
            List<Connection> taken = new ArrayList<>();
            exhaust(pool, taken);

            Execution meanwhile = reeve.start("one", Json.EMPTY_OBJECT);
            assertThat(meanwhile.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
                // what the engine had borrowed in the background comes back, and is taken as well
                exhaust(pool, taken);
                assertThatThrownBy(() -> reeve.list(ExecutionQuery.all()))
                        .isInstanceOfSatisfying(
                                ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE));
            });

            taken.removeLast().close();
            Awaitility.await()
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .untilAsserted(
                            () -> assertThat(reeve.list(ExecutionQuery.all())).hasSize(2));
            for (Connection connection : taken) {
                connection.close();
            }
        }
    }

    /** Takes what there is, until there was nothing for the pool's longest wait. */
    private static void exhaust(HikariDataSource pool, List<Connection> taken) {
        try {
            while (true) {
                taken.add(pool.getConnection());
            }
        } catch (SQLException e) {
            assertThat((Throwable) e).isInstanceOf(SQLTransientConnectionException.class);
        }
    }

    @Test
    @DisplayName("related reads share a connection, which is always returned")
    void readingsThatGoTogetherShareAConnection() throws SQLException {
        try (LendingDataSource pool = new LendingDataSource(server.database());
                Store store = Doubts.open(pool, HASTY)) {
            ExecutionFilter all = new ExecutionFilter("default", null, Set.of(), Map.of(), null, null, null, 10);
            int before = pool.loans();

            Instant last = store.together(() -> {
                store.list(all);
                store.together(() -> store.list(all));
                return store.now();
            });

            assertThat(pool.loans() - before).isEqualTo(1);
            assertThat(store.now()).isAfterOrEqualTo(last);
            assertThat(pool.loans() - before).isEqualTo(2);
            assertThatThrownBy(() -> store.together(() -> {
                        throw new IllegalStateException("the reader's own");
                    }))
                    .hasMessage("the reader's own");
            assertThat(pool.idle()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("The server cancels slow statements on a borrowed connection, and forgets the limit")
    void whatTakesTooLongIsBrokenOff() throws SQLException {
        PGSimpleDataSource database = server.database();
        try (LendingDataSource pool = new LendingDataSource(database);
                Store store = Doubts.open(pool, IMPATIENT);
                Connection other = database.getConnection();
                Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            lock.execute("lock table reeve.workflow in access exclusive mode");

            assertThatThrownBy(() -> store.workflows("default")).hasMessageContaining("57014");
            assertThatThrownBy(() -> store.deploy(new StoredWorkflow("default", "w", 1, new Json("{}"))))
                    .hasMessageContaining("57014");

            other.rollback();
            assertThat(store.workflows("default")).isEmpty();
            try (Connection back = pool.getConnection();
                    Statement statement = back.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "select current_setting('statement_timeout'), current_setting('search_path')")) {
                rows.next();
                assertThat(rows.getString(1)).isEqualTo("0");
                assertThat(rows.getString(2)).isEqualTo("\"$user\", public");
            }
        }
    }

    @Test
    @DisplayName("a full server is named as the problem, not the pool")
    void aServerThatIsFullIsNamed() {
        server.execute("create role crowd login connection limit 3 in role pg_monitor");
        PGSimpleDataSource database = server.database();
        server.execute(
                Objects.requireNonNull(database.getDatabaseName()),
                "grant all on schema reeve to crowd; grant all on all tables in schema reeve to crowd");
        database.setUser("crowd");
        try (Store store = Doubts.open(database, HASTY)) {
            assertThatThrownBy(() -> store.join(fixture.node("a"), 3))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("give 4 connections, only 3")
                    .hasMessageContaining("53300")
                    .hasMessageContaining("max_connections");
        }
    }

    @Test
    @DisplayName("the default number of lanes fits a pool of ten connections, a common default")
    void theDefaultLeavesRoomInAPoolOfTen() {
        try (Store store = Doubts.open(server.database(), HASTY)) {
            assertThat(store.lanesByDefault()).isLessThanOrEqualTo(5).isLessThan(store.lanesMax());
        }
    }
}
