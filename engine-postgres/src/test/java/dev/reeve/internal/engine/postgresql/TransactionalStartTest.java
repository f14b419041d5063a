package dev.reeve.internal.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ConflictException;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.JdbcReeve;
import dev.reeve.JobOptions;
import dev.reeve.KeyPolicy;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.Start;
import dev.reeve.SupervisorOptions;
import dev.reeve.internal.engine.client.EngineFixture;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.postgresql.TestServer;
import dev.reeve.workflow.Retry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** S3: starts that are part of a transaction of the caller's. */
final class TransactionalStartTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Definition WORKFLOW = DefinitionReader.parse("""
            workflow: place_order
            version: 1
            steps:
              book: { action: order.book, input: "${ input }" }
            output: { booked: "${ steps.book.output }" }
            """);

    private static final JobOptions ONCE = JobOptions.defaults().withRetry(Retry.NONE);

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private JdbcReeve reeve;

    @BeforeEach
    void open() throws SQLException {
        reeve = open(Duration.ofSeconds(5));
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table orders (id text primary key)");
        }
    }

    private JdbcReeve open(Duration sweepInterval) {
        SupervisorOptions usual = SupervisorOptions.defaults();
        SupervisorOptions supervisor =
                new SupervisorOptions(usual.interval(), sweepInterval, usual.agentSilenceMax(), usual.wakesMax());
        JdbcReeve opened = Reeve.open(
                database,
                NodeOptions.defaults().withLanes(2).withSupervisor(supervisor).withDrain(Duration.ZERO));
        opened.deploy(WORKFLOW);
        EngineFixture.echo(opened, "order.book");
        return opened;
    }

    @AfterEach
    void close() {
        reeve.close();
    }

    private Connection begin() throws SQLException {
        Connection connection = database.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static void insert(Connection connection, String order) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("insert into orders values ('%s')".formatted(order));
        }
    }

    private long orders() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from orders")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static void awaitBooked(Execution execution, String order) {
        Map<?, ?> output = execution.await(Map.class, PATIENCE);
        assertThat(output).isEqualTo(Map.of("booked", order));
    }

    @Test
    @DisplayName(
            "A start whose key is held by an open transaction is answered in bounded time, and the lane goes on with others")
    void aKeyThatIsHeldHoldsUpNobodyForLong() throws SQLException {
        try (Connection connection = begin()) {
            reeve.start(connection, "place_order", "held", Start.key("held"));
            CompletableFuture<Execution> waits =
                    reeve.startAsync("place_order", "held", Start.key("held")).toCompletableFuture();

            assertThatThrownBy(() -> waits.get(30, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(
                            ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE))
                    .hasMessageContaining("held by a transaction that has not ended");
            // Of both lanes, so of that one, too.
            for (int i = 0; i < 8; i++) {
                awaitBooked(reeve.start("place_order", "o-" + i), "o-" + i);
            }
            connection.commit();
        }
        awaitBooked(reeve.start("place_order", "held", Start.key("held")), "held");
    }

    @Test
    @DisplayName("A client that repeats the start of a held key twenty times does not make a lane reload")
    void aHeldKeyThatIsAskedForAgainAndAgain() throws SQLException {
        List<String> before = incarnations();
        try (Connection connection = begin()) {
            reeve.start(connection, "place_order", "held", Start.key("held"));
            List<CompletionStage<Execution>> waiting = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                waiting.add(reeve.startAsync("place_order", "held", Start.key("held")));
                awaitBooked(reeve.start("place_order", "plain-" + i), "plain-" + i);
                awaitBooked(reeve.start("place_order", "keyed-" + i, Start.key("keyed-" + i)), "keyed-" + i);
            }
            for (CompletionStage<Execution> start : waiting) {
                assertThat(start.toCompletableFuture())
                        .failsWithin(PATIENCE)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOfSatisfying(
                                ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE));
            }
            connection.commit();
        }
        awaitBooked(reeve.start("place_order", "held", Start.key("held")), "held");
        assertThat(incarnations()).as("no lane was taken again").isEqualTo(before);
    }

    private List<String> incarnations() {
        return server.query(
                String.valueOf(database.getDatabaseName()),
                "select lane || ' ' || incarnation from reeve.lane order by lane");
    }

    @Test
    @DisplayName("the order and its execution are stored together, and it runs by itself")
    void commits() throws SQLException {
        Execution execution;
        try (Connection connection = begin()) {
            insert(connection, "o-1");
            execution = reeve.start(connection, "place_order", "o-1", Start.key("o-1"));
            assertThat(reeve.find("o-1")).as("before the commit").isEmpty();
            connection.commit();
        }

        Awaitility.await().atMost(PATIENCE).until(() -> execution.status().isTerminal());
        awaitBooked(execution, "o-1");
        assertThat(reeve.health().verify(done -> {}).isSound()).isTrue();
    }

    @Test
    @DisplayName("after a rollback both are absent, and the key is free")
    void rollsBack() throws SQLException {
        try (Connection connection = begin()) {
            insert(connection, "o-1");
            reeve.start(connection, "place_order", "o-1", Start.key("o-1"));
            connection.rollback();
        }

        assertThat(orders()).isZero();
        assertThat(reeve.find("o-1")).isEmpty();
        awaitBooked(reeve.start("place_order", "another", Start.key("o-1")), "another");
    }

    @Test
    @DisplayName("A job in the caller's transaction is there after the commit, and was never there after a rollback")
    void jobs() throws SQLException {
        try (Connection connection = begin()) {
            insert(connection, "o-1");
            reeve.run(connection, "order.book", "o-1", Start.key("o-1"), JobOptions.defaults());
            connection.rollback();
        }
        assertThat(orders()).isZero();
        assertThat(reeve.find("o-1")).isEmpty();

        Execution job;
        try (Connection connection = begin()) {
            insert(connection, "o-1");
            job = reeve.run(connection, "order.book", "o-1", Start.key("o-1"), JobOptions.defaults());
            assertThatThrownBy(
                            () -> reeve.run(connection, "order.cancel", "o-1", Start.key("o-1"), JobOptions.defaults()))
                    .isInstanceOfSatisfying(
                            ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
            connection.commit();
        }
        assertThat(job.await(String.class, PATIENCE)).isEqualTo("o-1");
        assertThat(orders()).isEqualTo(1);
        assertThat(job.summary().version()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "A job whose definition was stored after the snapshot of the transaction is to be repeated with the transaction")
    void jobsInASnapshot() throws SQLException {
        for (int isolation : List.of(Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE)) {
            String action = "order.book" + isolation;
            EngineFixture.echo(reeve, action);
            Execution job;
            try (Connection connection = begin()) {
                connection.setTransactionIsolation(isolation);
                insert(connection, action);

                assertThatThrownBy(() -> reeve.run(connection, action, "o-1", Start.key(action), JobOptions.defaults()))
                        .isInstanceOfSatisfying(
                                ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE))
                        .hasMessageContaining("stored after your transaction began")
                        .hasMessageContaining("repeat the transaction");
                connection.rollback();
                insert(connection, action);
                job = reeve.run(connection, action, "o-1", Start.key(action), JobOptions.defaults());
                connection.commit();
            }
            assertThat(job.await(String.class, PATIENCE)).isEqualTo("o-1");
            // as the first statement, it begins the snapshot after the definition is stored
            try (Connection connection = begin()) {
                connection.setTransactionIsolation(isolation);
                job = reeve.run(connection, action, "o-2", Start.plain(), ONCE);
                connection.commit();
            }
            assertThat(job.await(String.class, PATIENCE)).isEqualTo("o-2");
        }
    }

    /** An input that does something while it is converted. */
    public static final class Acting {

        private final Runnable action;

        Acting(Runnable action) {
            this.action = action;
        }

        /** Read by the conversion. */
        public String getOrder() {
            action.run();
            return "o-1";
        }
    }

    @Test
    @DisplayName("S9: a definition that is removed at the same moment: a job stores it again, a workflow is unknown")
    void theDefinitionIsRemovedMeanwhile() throws SQLException {
        reeve.schedules()
                .putJob(
                        "later",
                        "o-1",
                        Schedule.at("order.book", Instant.parse("2100-01-01T00:00:00Z")),
                        JobOptions.defaults());
        reeve.schedules().delete("later", "not needed");
        Execution job;
        try (Connection connection = begin()) {
            job = reeve.run(
                    connection,
                    "order.book",
                    new Acting(() -> reeve.actingAs("ann").undeploy("reeve_job_order_book", 1, "old")),
                    Start.key("o-1"),
                    JobOptions.defaults());
            Acting removing = new Acting(() -> reeve.actingAs("ann").undeploy("place_order", 1, "old"));
            assertThatThrownBy(() -> reeve.start(connection, "place_order", removing, Start.key("o-2")))
                    .isInstanceOfSatisfying(
                            ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WORKFLOW_UNKNOWN));
            connection.commit();
        }
        assertThat(job.await(Object.class, PATIENCE)).isEqualTo(Map.of("order", "o-1"));
    }

    @Test
    @DisplayName("A job on a connection without a transaction stores nothing, not even its definition")
    void jobsWithoutATransaction() throws SQLException {
        Connection connection = database.getConnection();
        assertRefused(
                "setAutoCommit(false)",
                () -> reeve.run(connection, "order.other", "o-1", Start.plain(), JobOptions.defaults()));
        connection.close();
        assertRefused(
                "is closed", () -> reeve.run(connection, "order.other", "o-1", Start.plain(), JobOptions.defaults()));

        assertThatThrownBy(() -> reeve.actingAs("ann").undeploy("reeve_job_order_other", 1, "old"))
                .hasMessageContaining("has no version 1");
    }

    @Test
    @DisplayName("S2: the same key is the same execution, another input a conflict that leaves the transaction usable")
    void repeats() throws SQLException {
        Execution first = reeve.start("place_order", "o-1", Start.key("o-1"));
        try (Connection connection = begin()) {
            assertThat(reeve.start(connection, "place_order", "o-1", Start.key("o-1")))
                    .isEqualTo(first);
            assertThatThrownBy(() -> reeve.start(connection, "place_order", "o-2", Start.key("o-1")))
                    .isInstanceOfSatisfying(
                            ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
            insert(connection, "o-1");
            connection.commit();
        }

        assertThat(orders()).isEqualTo(1);
        awaitBooked(first, "o-1");
        assertThat(first.describe().steps().getFirst().attempts()).isEqualTo(1);
    }

    @Test
    @DisplayName("S2: a start that refuses known keys is refused, and the transaction stays usable")
    void refusesAKnownKey() throws SQLException {
        Execution first = reeve.start("place_order", "o-1", Start.key("o-1"));
        try (Connection connection = begin()) {
            Start refusing = Start.key("o-1").keyPolicy(KeyPolicy.REFUSE);
            assertThatThrownBy(() -> reeve.start(connection, "place_order", "o-1", refusing))
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining(first.id().toString());
            Execution other = reeve.start(
                    connection, "place_order", "o-2", Start.key("o-2").keyPolicy(KeyPolicy.REFUSE));
            connection.commit();
            awaitBooked(other, "o-2");
        }
    }

    @Test
    @DisplayName("I2 S2: a start in a transaction begins another execution of a key, and others wait for it")
    void beginsAnother() throws SQLException {
        Start anew = Start.key("o-1").keyPolicy(KeyPolicy.RETURN_OPEN);
        Execution first = reeve.start("place_order", "o-1", anew);
        awaitBooked(first, "o-1");
        first.result().toCompletableFuture().join();
        Execution second;
        CompletionStage<Execution> other;
        try (Connection connection = begin()) {
            second = reeve.start(connection, "place_order", "o-2", anew);
            assertThat(second).isNotEqualTo(first);
            assertThat(reeve.start(connection, "place_order", "o-2", anew)).isEqualTo(second);
            assertThat(reeve.start(connection, "place_order", "o-2", Start.key("o-1")))
                    .isEqualTo(second);
            assertThat(reeve.find("o-1")).contains(first);
            other = reeve.startAsync("place_order", "o-2", anew);
            assertThat(other.toCompletableFuture()).isNotDone();
            connection.commit();
        }

        assertThat(other.toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(second);
        awaitBooked(second, "o-2");
        assertThat(reeve.find("o-1")).contains(second);
        try (Connection connection = begin()) {
            assertThat(reeve.start(connection, "place_order", "o-2", Start.key("o-1")))
                    .isEqualTo(second);
        }
    }

    @Test
    @DisplayName("a concurrent start with the same key waits for the transaction, and finds its execution")
    void waitsForTheOther() throws SQLException {
        Execution execution;
        CompletionStage<Execution> other;
        try (Connection connection = begin()) {
            execution = reeve.start(connection, "place_order", "o-1", Start.key("o-1"));
            other = reeve.startAsync("place_order", "o-1", Start.key("o-1"));
            assertThat(other.toCompletableFuture()).isNotDone();
            connection.commit();
        }

        assertThat(other.toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(execution);
        awaitBooked(execution, "o-1");
    }

    @Test
    @DisplayName("a caller that waits for a transaction continues after its rollback")
    void waitsForTheOtherInVain() throws SQLException {
        CompletableFuture<Execution> other;
        try (Connection connection = begin()) {
            reeve.start(connection, "place_order", "o-1", Start.key("o-1"));
            other = reeve.startAsync("place_order", "o-2", Start.key("o-1")).toCompletableFuture();
            connection.rollback();
        }

        assertThat(other).succeedsWithin(PATIENCE);
        awaitBooked(other.join(), "o-2");
    }

    @Test
    @DisplayName("S6: executions that were committed without a running engine are found by the next one")
    void survivesTheEngine() throws SQLException {
        try (Connection connection = begin()) {
            insert(connection, "o-1");
            reeve.start(connection, "place_order", "o-1", Start.key("o-1"));
            reeve.close();
            connection.commit();
        }
        reeve = open(Duration.ofSeconds(5));

        awaitBooked(reeve.find("o-1").orElseThrow(), "o-1");
    }

    @Test
    @DisplayName("the execution of a long transaction is found by the sweep")
    void lastsLong() throws SQLException {
        reeve.close();
        reeve = open(Duration.ofMillis(50));
        Execution execution;
        JdbcReeve starting = reeve;
        try (Connection connection = begin()) {
            execution = starting.start(connection, "place_order", "o-1", Start.key("o-1"));
            // The engine is another one when it commits, which expects nothing.
            reeve = open(Duration.ofMillis(50));
            connection.commit();
        } finally {
            starting.close();
        }

        Execution found = reeve.find(execution.id()).orElseThrow();
        Awaitility.await().atMost(PATIENCE).until(() -> found.status().isTerminal());
    }

    @Test
    @DisplayName("a connection without transaction, a closed one, and one to another database are refused")
    void refuses() throws SQLException {
        Connection connection = database.getConnection();
        assertRefused(connection, "setAutoCommit(false)");
        connection.close();
        assertRefused(connection, "is closed");
        try (Connection elsewhere = server.database().getConnection()) {
            elsewhere.setAutoCommit(false);
            assertRefused(elsewhere, "leads to a database in which node");
            elsewhere.commit();
        }
        assertThat(reeve.find("o-1")).isEmpty();
    }

    private void assertRefused(Connection connection, String why) {
        assertRefused(why, () -> reeve.start(connection, "place_order", "o-1", Start.key("o-1")));
    }

    private static void assertRefused(String why, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT))
                .hasMessageContaining(why);
    }
}
