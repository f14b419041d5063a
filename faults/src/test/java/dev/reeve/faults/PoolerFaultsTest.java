package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.agent.jdbc.RememberedResults;
import dev.reeve.faults.engine.Place;
import dev.reeve.faults.server.PgBouncer;
import dev.reeve.faults.server.PostgresServer;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * F31: the real PgBouncer in transaction mode. Skipped where it is not installed; with {@code -Dnothing.skipped=true}
 * that is a failure. {@code PoolerTest} and {@code PoolerContractTest} use a pooler of our own with worse behavior.
 */
@Tag("proof")
final class PoolerFaultsTest {

    private static final int THREADS = 6;
    private static final int ROUNDS = 60;

    /** Transactions of each service: more than the uses after which the driver keeps a statement under a name. */
    private static final int BOOKINGS = 12;

    /** Fewer sessions than clients, so that they are swapped. */
    private static final int SESSIONS = 5;

    @TempDir
    private Path directory;

    private Path executable = Path.of("pgbouncer");

    @BeforeEach
    void find() {
        Optional<Path> found = PgBouncer.executable();
        if (found.isEmpty()) {
            String advice = "PgBouncer is not installed, so nothing was tested behind it: apt-get install pgbouncer";
            System.err.println("LEFT OUT: " + advice);
            Assumptions.abort(advice);
        }
        executable = found.orElseThrow();
    }

    @Test
    @DisplayName("an engine runs behind PgBouncer, and all guarantees hold")
    void anEngineRunsBehindIt() throws Exception {
        PostgresServer server = PostgresServer.shared();
        try (PgBouncer bouncer = PgBouncer.before(executable, server.port(), SESSIONS, directory)) {
            Place direct = PostgresServer.place(server.newDatabase(), bouncer.port());
            // the driver keeps each statement under a name from its first use on
            Place place = new Place(direct.address() + "&prepareThreshold=1");
            Trial.of(place, directory, (workload, reeve) -> workload.run(12));
        }
    }

    @Test
    @DisplayName("several threads use a pool again and again, and each gets its own answers")
    void everybodyGetsWhatTheyAskedFor() throws Exception {
        PostgresServer server = PostgresServer.shared();
        String database = server.newDatabase();
        try (PgBouncer bouncer = PgBouncer.before(executable, server.port(), SESSIONS, directory);
                HikariDataSource pool = pool(bouncer.port(), database);
                Reeve reeve = Reeve.open(pool)) {
            reeve.deploy(Workflow.parse("""
                    workflow: wait
                    version: 1
                    steps:
                      until: { await: go }
                    """));
            List<Execution> executions = IntStream.range(0, THREADS)
                    .mapToObj(i -> reeve.start("wait", Map.of("n", i)))
                    .toList();

            List<CompletableFuture<Void>> asking = executions.stream()
                    .map(execution -> CompletableFuture.runAsync(
                            () -> ask(reeve, execution),
                            task -> Thread.ofVirtual().start(task)))
                    .toList();

            asking.forEach(CompletableFuture::join);
            executions.forEach(execution -> execution.actingAs("test").signal("go", Map.of()));
            for (Execution execution : executions) {
                Awaitility.await()
                        .atMost(30, TimeUnit.SECONDS)
                        .until(() -> execution.status() == ExecutionStatus.COMPLETED);
            }
        }
    }

    @Test
    @DisplayName("A9: a service remembers results behind PgBouncer, each with one effect")
    void resultsAreRemembered() throws Exception {
        PostgresServer server = PostgresServer.shared();
        String database = server.newDatabase();
        try (PgBouncer bouncer = PgBouncer.before(executable, server.port(), SESSIONS, directory);
                HikariDataSource pool = pool(bouncer.port(), database)) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create table booking (room int)");
                statement.execute("""
                        create table reeve_result (
                            idempotency_key varchar(700) not null primary key,
                            result          text,
                            stored_at       bigint       not null
                        )""");
            }
            RememberedResults results = RememberedResults.in(pool);

            List<CompletableFuture<Void>> services = IntStream.range(0, THREADS)
                    .mapToObj(i -> CompletableFuture.runAsync(
                            () -> bookAll(results, i),
                            task -> Thread.ofVirtual().start(task)))
                    .toList();

            services.forEach(CompletableFuture::join);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("select count(*) from booking")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(THREADS * BOOKINGS);
            }
            assertThat(results.forget(Duration.ZERO, 1_000)).isEqualTo(THREADS * BOOKINGS);
        }
    }

    private static void bookAll(RememberedResults results, int service) {
        for (int round = 0; round < BOOKINGS; round++) {
            for (int attempt = 0; attempt < 2; attempt++) {
                try {
                    results.once("%d/%d".formatted(service, round), PoolerFaultsTest::book);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private static int book(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into booking values (?)")) {
            insert.setInt(1, 7);
            return insert.executeUpdate();
        }
    }

    private static HikariDataSource pool(int port, String database) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL("jdbc:postgresql://127.0.0.1:%d/%s?user=postgres".formatted(port, database));
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(12);
        return new HikariDataSource(config);
    }

    private static void ask(Reeve reeve, Execution execution) {
        for (int round = 0; round < ROUNDS; round++) {
            assertThat(execution.history()).isNotEmpty();
            assertThat(execution.status()).isEqualTo(ExecutionStatus.RUNNING);
            assertThat(reeve.list(ExecutionQuery.all()))
                    .hasSize(THREADS)
                    .anySatisfy(found -> assertThat(found.id()).isEqualTo(execution.id()));
        }
    }
}
