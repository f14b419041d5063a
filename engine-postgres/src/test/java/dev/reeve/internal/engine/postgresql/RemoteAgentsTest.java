package dev.reeve.internal.engine.postgresql;

import static dev.reeve.internal.engine.postgresql.SharedDatabase.PATIENCE;
import static dev.reeve.internal.engine.postgresql.SharedDatabase.TTL;
import static dev.reeve.internal.engine.postgresql.TestWorkflows.ORDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ClusterOptions;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.JdbcReeve;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.postgresql.SwappingPooler;
import dev.reeve.internal.postgresql.TestServer;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A step whose action only the agents of other engines offer reaches them. */
final class RemoteAgentsTest {

    private static final Definition ONCE = DefinitionReader.parse("""
            workflow: once
            version: 1
            steps:
              pay: { action: order.pay, transactional: true, completeBy: 20s, retry: { maxAttempts: 5, backoff: 100ms } }
            output: "${ steps.pay.output }"
            """);

    private static final Definition CHARGE = DefinitionReader.parse("""
            workflow: charge
            version: 1
            steps:
              charge: { action: card.charge, input: "${ input }", limit: { concurrency: 2, rate: 100/s } }
            """);

    private final SharedDatabase database = new SharedDatabase();
    private final OrderAgents agents = new OrderAgents();

    private JdbcReeve open(boolean owns) {
        return open(database.source(), owns);
    }

    private JdbcReeve open(DataSource source, boolean owns) {
        JdbcReeve reeve =
                database.open(source, ClusterOptions.defaults().withTtl(TTL).withOwns(owns));
        reeve.deploy(ORDER);
        return reeve;
    }

    private static void allComplete(List<Execution> executions) {
        for (Execution execution : executions) {
            assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        }
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    @DisplayName("an engine without agents has its steps done by the agents of one that owns nothing")
    void agentsElsewhere() {
        JdbcReeve owner = open(true);
        JdbcReeve service = open(false);
        agents.start(service, "service", 4);

        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            executions.add(owner.start("order", "o-" + i));
        }

        allComplete(executions);
        assertThat(agents.calls("service")).isEqualTo(50);
        assertThat(database.rows("select 1 from reeve.journal where events::text like '%AttemptFailed%'"))
                .isEmpty();
    }

    @Test
    @Tag("proof")
    @DisplayName("two owners share the only slot of an agent elsewhere, and an agent that comes late is found")
    void oneSlotForTwo() {
        JdbcReeve a = open(true);
        JdbcReeve b = open(true);
        database.awaitOwners(2);
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            executions.add(a.start("order", "a-" + i));
            executions.add(b.start("order", "b-" + i));
        }
        agents.start(open(false), "late", 1);

        allComplete(executions);
        assertThat(agents.calls("late")).isEqualTo(30);
    }

    @Test
    @DisplayName("an engine with an agent for the action writes no letter, even while another one has free agents")
    void ownAgentsFirst() {
        JdbcReeve owner = open(true);
        agents.start(owner, "own", 2);
        agents.start(open(false), "other", 16);
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            executions.add(owner.start("order", "o-" + i));
        }

        allComplete(executions);
        assertThat(agents.calls("own")).isEqualTo(20);
        assertThat(agents.calls("other")).isZero();
        assertThat(database.rows("select pg_stat_get_tuples_inserted('reeve.mail'::regclass)::text"))
                .containsExactly("0");
    }

    @Test
    @DisplayName("an execution that is cancelled tells the agent elsewhere that performs its step")
    void cancellationArrives() throws Exception {
        JdbcReeve owner = open(true);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        open(false)
                .agent("slow")
                .action("order.book", String.class, (order, step) -> {
                    begun.countDown();
                    Awaitility.await().atMost(PATIENCE).until(step::cancelled);
                    told.countDown();
                    return order;
                })
                .start();
        Execution execution = owner.start("order", "o-1");
        begun.await();
        assertThat(execution.explain().toString()).contains("at agent 'slow@", "' of node " + nodeThatOwnsNothing());

        execution.cancel("not wanted");

        told.await();
        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    private String nodeThatOwnsNothing() {
        return database.rows("select name from reeve.node where not owns").getFirst();
    }

    @Test
    @Tag("proof")
    @DisplayName("F31: behind a pooler there are no notifications, and steps reach agents elsewhere within seconds")
    void withoutNotifications() throws Exception {
        try (SwappingPooler pooler = new SwappingPooler(TestServer.shared().port(), 4)) {
            DataSource pooled = database.through(pooler);
            JdbcReeve owner = open(pooled, true);
            agents.start(open(pooled, false), "service", 4);
            for (int i = 0; i < 3; i++) {
                allComplete(List.of(owner.start("order", "o-" + i)));
            }
            assertThat(agents.calls("service")).isEqualTo(3);
            database.close();
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("S8: limits hold for two owners and an engine with agents, which all use the same agent")
    void limitedElsewhere() {
        limited(List.of(open(true), open(true)), open(true));
    }

    @Test
    @Tag("proof")
    @DisplayName("S8 F31: without notifications, owners that share a limit do not keep each other from borrowed slots")
    void limitedWithoutNotifications() throws Exception {
        try (SwappingPooler pooler = new SwappingPooler(TestServer.shared().port(), 6)) {
            DataSource pooled = database.through(pooler);
            limited(List.of(open(pooled, true), open(pooled, true)), open(pooled, false));
            database.close();
        }
    }

    private void limited(List<JdbcReeve> owners, JdbcReeve service) {
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        service.deploy(CHARGE);
        database.awaitOwners(
                database.rows("select 1 from reeve.node where owns").size());
        service.agent("bank")
                .slots(8)
                .action("card.charge", String.class, (card, step) -> {
                    most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                    LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
                    underWay.decrementAndGet();
                    return card;
                })
                .start();
        List<Execution> executions = new ArrayList<>();
        for (JdbcReeve owner : owners) {
            owner.deploy(CHARGE);
            for (int i = 0; i < 10; i++) {
                executions.add(owner.start("charge", "c-" + i));
            }
        }
        executions.add(service.start("charge", "elsewhere"));

        allComplete(executions);
        assertThat(most.get()).isBetween(1, 2);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> database.rows("select 1 from reeve.allowance where kind = 'CONCURRENCY'")
                        .isEmpty());
    }

    @Test
    @DisplayName("I5: a transactional step at an agent elsewhere happens exactly once, after a rollback, too")
    void transactionalElsewhere() throws Exception {
        JdbcReeve owner = open(true);
        owner.deploy(ONCE);
        try (Connection connection = database.source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table payment (attempt int)");
        }
        open(false)
                .agent("payments")
                .action("order.pay", String.class, (order, step) -> {
                    try (Connection connection = database.source().getConnection();
                            Statement statement = connection.createStatement()) {
                        connection.setAutoCommit(false);
                        statement.execute("insert into payment values (%d)".formatted(step.attempt()));
                        step.complete(connection, step.attempt());
                        if (step.attempt() == 1) {
                            connection.rollback();
                            throw StepFailure.transientError("ROLLED_BACK", "not this time");
                        }
                        connection.commit();
                    }
                    return 0;
                })
                .start();

        for (int i = 0; i < 5; i++) {
            assertThat(owner.start("once", "o-" + i).await(Integer.class, PATIENCE))
                    .isEqualTo(2);
        }

        assertThat(database.rows("select attempt::text from payment"))
                .containsOnly("2")
                .hasSize(5);
        assertThat(database.rows("select 1 from reeve.permit")).isEmpty();
    }

    @Test
    @DisplayName("an owner that closes hands over while an agent elsewhere works, and the result counts")
    void theOwnerCloses() throws Exception {
        JdbcReeve first = open(true);
        CountDownLatch begun = new CountDownLatch(4);
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        JdbcReeve service = open(false);
        service.agent("service")
                .slots(4)
                .action("order.book", String.class, (order, step) -> {
                    attempts.incrementAndGet();
                    begun.countDown();
                    go.await();
                    return order;
                })
                .action("order.ship", Object.class, (nothing, step) -> "shipped")
                .start();
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            executions.add(service.find(first.start("order", "o-" + i).id()).orElseThrow());
        }
        begun.await();
        open(true);
        database.awaitOwners(2);

        first.close();
        database.awaitOwners(1);
        go.countDown();

        allComplete(executions);
        assertThat(attempts).hasValue(4);
    }
}
