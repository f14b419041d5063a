package dev.reeve.internal.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.JdbcReeve;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.agent.Agent;
import dev.reeve.agent.Handler;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.postgresql.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** I5: steps whose effect and output are one transaction of the agent happen exactly once. */
final class TransactionalStepTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Definition WORKFLOW = DefinitionReader.parse("""
            workflow: book_order
            version: 1
            steps:
              book:
                action: order.book
                transactional: true
                completeBy: 2s
                retry: { maxAttempts: 5, backoff: 100ms }
            output: "${ steps.book.output }"
            """);

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final AtomicInteger attempts = new AtomicInteger();
    private JdbcReeve reeve;

    @BeforeEach
    void open() throws SQLException {
        reeve = open(database);
        reeve.deploy(WORKFLOW);
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table booking (attempt int)");
        }
    }

    private static JdbcReeve open(PGSimpleDataSource database) {
        return Reeve.open(database, NodeOptions.defaults().withLanes(2).withDrain(Duration.ZERO));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
        reeve.close();
    }

    private Agent agent(Handler<Object, ?> handler) {
        Agent agent = reeve.agent("books")
                .action("order.book", Object.class, (input, step) -> {
                    attempts.incrementAndGet();
                    return handler.handle(input, step);
                })
                .drain(Duration.ZERO)
                .start();
        open.add(agent);
        return agent;
    }

    private Connection book(StepContext step) throws SQLException {
        Connection connection = database.getConnection();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("insert into booking values (%d)".formatted(step.attempt()));
        }
        return connection;
    }

    private long count(String table) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from " + table)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static void assertOutput(Execution execution, int attempt) {
        Map<?, ?> output = execution.await(Map.class, PATIENCE);
        assertThat(output).isEqualTo(Map.of("attempt", attempt));
    }

    private void assertBookedOnceBy(Execution execution, int attempt) throws SQLException {
        assertOutput(execution, attempt);
        assertThat(count("booking")).as("effects").isEqualTo(1);
        assertThat(count("reeve.permit")).as("permits").isZero();
        assertThat(reeve.health().verify(done -> {}).isSound()).isTrue();
    }

    /** Ignores the interrupt at complete-by, as a handler in a driver's call does. */
    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(10_000_000);
            Thread.interrupted();
        }
    }

    private static Map<String, Integer> output(StepContext step) {
        return Map.of("attempt", step.attempt());
    }

    @Test
    @DisplayName("I5: the effect and the output of a transactional step are one transaction")
    void commits() throws SQLException {
        agent((input, step) -> {
            try (Connection connection = book(step)) {
                step.complete(connection, output(step));
                connection.commit();
            }
            return "does not matter";
        });

        assertBookedOnceBy(reeve.start("book_order", "o-1"), 1);
    }

    @Test
    @DisplayName("R50: completing steps again and again leaves no statement in the session of their agent")
    void leavesNoStatementBehind() throws SQLException {
        try (Connection shared = database.getConnection()) {
            shared.setAutoCommit(false);
            agent((input, step) -> {
                step.complete(shared, output(step));
                shared.commit();
                return null;
            });

            for (int i = 0; i < 8; i++) {
                assertOutput(reeve.start("book_order", "o-" + i), 1);
            }

            try (Statement statement = shared.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "select count(*) from pg_prepared_statements where statement like '%complete%'")) {
                rows.next();
                assertThat(rows.getInt(1)).isZero();
            }
            shared.rollback();
        }
        assertThat(attempts).hasValue(8);
    }

    @Test
    @DisplayName("I5: a transaction that rolls back leaves nothing, and the step is retried")
    void rollsBack() throws SQLException {
        agent((input, step) -> {
            try (Connection connection = book(step)) {
                step.complete(connection, output(step));
                if (step.attempt() == 1) {
                    connection.rollback();
                    throw StepFailure.transientError("ROLLED_BACK", "not this time");
                }
                connection.commit();
            }
            return null;
        });

        assertBookedOnceBy(reeve.start("book_order", "o-1"), 2);
    }

    @Test
    @DisplayName("F8: an agent that falls silent after its commit has done the step: no other attempt follows")
    void silentAfterCommit() throws SQLException {
        agent((input, step) -> {
            try (Connection connection = book(step)) {
                step.complete(connection, output(step));
                connection.commit();
            }
            pass(Duration.ofSeconds(4));
            return null;
        });

        assertBookedOnceBy(reeve.start("book_order", "o-1"), 1);
        assertThat(attempts).hasValue(1);
    }

    @Test
    @DisplayName("I5: an exception after the commit does not undo it: the stored output counts")
    void failsAfterCommit() throws SQLException {
        agent((input, step) -> {
            try (Connection connection = book(step)) {
                step.complete(connection, output(step));
                connection.commit();
            }
            throw new IllegalStateException("after the commit");
        });

        assertBookedOnceBy(reeve.start("book_order", "o-1"), 1);
    }

    @Test
    @DisplayName("F1: an engine that dies between the commit and the report finds the stored output when it is back")
    void engineDiesAfterCommit() throws Exception {
        CountDownLatch committed = new CountDownLatch(1);
        agent((input, step) -> {
            try (Connection connection = book(step)) {
                step.complete(connection, output(step));
                connection.commit();
            }
            committed.countDown();
            pass(Duration.ofSeconds(2));
            return null;
        });
        Execution before = reeve.start("book_order", "o-1");
        assertThat(committed.await(30, TimeUnit.SECONDS)).isTrue();

        try (JdbcReeve next = open(database)) {
            Execution execution = next.find(before.id()).orElseThrow();
            assertOutput(execution, 1);
        }
        assertThat(count("booking")).isEqualTo(1);
        assertThat(count("reeve.permit")).isZero();
    }

    @Test
    @Tag("proof")
    @DisplayName("I8: an attempt that was given up cannot complete any more, so its effect is rolled back")
    void tooLate() throws SQLException {
        List<String> refused = new ArrayList<>();
        agent((input, step) -> {
            if (step.attempt() == 1) {
                pass(Duration.ofSeconds(4));
            }
            try (Connection connection = book(step)) {
                step.complete(connection, output(step));
                connection.commit();
            } catch (StepFailure e) {
                refused.add(e.code());
                throw e;
            }
            return null;
        });

        assertBookedOnceBy(reeve.start("book_order", "o-1"), 2);
        Awaitility.await().atMost(PATIENCE).until(() -> refused.equals(List.of("ATTEMPT_GIVEN_UP")));
        assertThat(count("booking")).isEqualTo(1);
    }

    @Test
    @Tag("proof")
    @DisplayName("I8: while the agent's transaction is open, complete-by decides nothing: its commit counts")
    void openAtCompleteBy() throws SQLException {
        agent((input, step) -> {
            try (Connection connection = book(step)) {
                step.complete(connection, output(step));
                pass(Duration.ofSeconds(5));
                connection.commit();
            }
            return null;
        });

        assertBookedOnceBy(reeve.start("book_order", "o-1"), 1);
        assertThat(attempts).hasValue(1);
    }

    @Test
    @DisplayName("I5: an agent that reports a result without having stored it has failed permanently")
    void forgets() throws SQLException {
        agent((input, step) -> "done, I think");

        Execution execution = reeve.start("book_order", "o-1");

        Awaitility.await().atMost(PATIENCE).until(() -> execution.status().isTerminal());
        assertThat(execution.status()).isNotEqualTo(ExecutionStatus.COMPLETED);
        assertThat(execution.describe().toString()).contains("OUTPUT_NOT_STORED");
        assertThat(attempts).hasValue(1);
        assertThat(count("reeve.permit")).isZero();
    }

    @Test
    @DisplayName("I5: any language completes a step by calling the SQL function in its own transaction")
    void plainSql() throws SQLException {
        agent((input, step) -> {
            try (Connection connection = book(step);
                    PreparedStatement call = connection.prepareStatement("select reeve.complete(?, ?::json)")) {
                call.setString(1, step.token().text());
                call.setString(2, "{\"attempt\": 1}");
                call.execute();
                connection.commit();
            }
            return null;
        });

        assertBookedOnceBy(reeve.start("book_order", "o-1"), 1);
    }
}
