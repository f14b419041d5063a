package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ClusterOptions;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.JdbcReeve;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** S8: limits hold over all engines of a database. */
final class SharedLimitTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration TTL = Duration.ofSeconds(3);

    private static final Definition CHARGE = DefinitionReader.parse("""
            workflow: charge
            version: 1
            steps:
              charge: { action: card.charge, input: "${ input }", limit: { concurrency: 3 } }
            """);

    private static final Definition MAIL = DefinitionReader.parse("""
            workflow: mail
            version: 1
            steps:
              mail: { action: mail.send, input: "${ input }", limit: { key: "${ input }", rate: 30/s } }
            """);

    private static final Definition REPORT = DefinitionReader.parse("""
            workflow: report
            version: 1
            steps:
              report: { action: report.make, input: "${ input }", limit: { rate: 5/d } }
            """);

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final List<JdbcReeve> open = new ArrayList<>();
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger reports = new AtomicInteger();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile long callMillis = 10;

    private JdbcReeve node(String name) {
        JdbcReeve reeve = Reeve.open(
                database,
                NodeOptions.defaults()
                        .withLanes(2)
                        .withDrain(Duration.ofSeconds(10))
                        .withCluster(ClusterOptions.defaults().withTtl(TTL)));
        open.add(reeve);
        reeve.deploy(CHARGE);
        reeve.deploy(MAIL);
        reeve.deploy(REPORT);
        reeve.agent(name)
                .slots(16)
                .action("card.charge", String.class, (card, step) -> {
                    most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                    calls.computeIfAbsent(name, key -> new AtomicInteger()).incrementAndGet();
                    gate.await();
                    LockSupport.parkNanos(callMillis * 1_000_000);
                    underWay.decrementAndGet();
                    return card;
                })
                .action("mail.send", String.class, (to, step) -> to)
                .action("report.make", String.class, (about, step) -> reports.incrementAndGet())
                .start();
        return reeve;
    }

    private void awaitOwners(int nodes) {
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(rows("select distinct node from reeve.shard where node is not null"))
                    .hasSize(nodes);
            assertThat(rows("select shard from reeve.shard where node is null")).isEmpty();
        });
    }

    private int calls(String agent) {
        return calls.getOrDefault(agent, new AtomicInteger()).get();
    }

    private List<String> rows(String sql) {
        return server.query(Objects.requireNonNull(database.getDatabaseName()), sql);
    }

    private void execute(String sql) {
        server.execute(Objects.requireNonNull(database.getDatabaseName()), sql);
    }

    private static List<Execution> start(JdbcReeve reeve, String workflow, int count) {
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            executions.add(reeve.start(workflow, "n-" + i));
        }
        return executions;
    }

    private static void awaitEnds(JdbcReeve reeve, List<Execution> executions) {
        for (Execution execution : executions) {
            assertThat(reeve.find(execution.id())
                            .orElseThrow()
                            .awaitEnd(PATIENCE)
                            .status())
                    .isEqualTo(ExecutionStatus.COMPLETED);
        }
    }

    @AfterEach
    void close() {
        gate.countDown();
        open.forEach(JdbcReeve::close);
    }

    @Test
    @DisplayName(
            "S8: three engines together call an action as often at a time as its limit says, and each has its share")
    void concurrency() {
        JdbcReeve a = node("a");
        JdbcReeve b = node("b");
        JdbcReeve c = node("c");
        awaitOwners(3);

        List<Execution> executions = new ArrayList<>();
        executions.addAll(start(a, "charge", 100));
        executions.addAll(start(b, "charge", 100));
        executions.addAll(start(c, "charge", 100));
        awaitEnds(a, executions);

        assertThat(most.get()).isEqualTo(3);
        assertThat(calls).containsOnlyKeys("a", "b", "c");
    }

    @Test
    @DisplayName("S8: an engine that takes a place in the end gets it while another one has more work than places")
    void fairness() {
        JdbcReeve a = node("a");
        JdbcReeve b = node("b");
        awaitOwners(2);
        callMillis = 50;
        List<Execution> many = start(a, "charge", 400);
        Awaitility.await().atMost(PATIENCE).until(() -> calls.containsKey("a"));

        List<Execution> few = start(b, "charge", 3);
        awaitEnds(b, few);

        assertThat(calls("a")).isLessThan(350);
        assertThat(most.get()).isLessThanOrEqualTo(3);
        awaitEnds(a, many.subList(0, 20));
    }

    @Test
    @DisplayName("S8 H3: calls under way count for the next owner of their executions, until they end")
    void handover() throws Exception {
        JdbcReeve a = node("a");
        awaitOwners(1);
        gate = new CountDownLatch(1);
        List<Execution> executions = new ArrayList<>(start(a, "charge", 6));
        Awaitility.await().atMost(PATIENCE).until(() -> underWay.get() == 3);

        JdbcReeve b = node("b");
        awaitOwners(2);
        executions.addAll(start(b, "charge", 10));
        Thread closing = Thread.ofPlatform().start(a::close);
        awaitOwners(1);
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(rows("select shard from reeve.shard where former <> '{}'"))
                        .isEmpty());
        assertThat(underWay.get()).isEqualTo(3);
        assertThat(calls).containsOnlyKeys("a");
        gate.countDown();
        closing.join();

        awaitEnds(b, executions);
        assertThat(most.get()).isEqualTo(3);
        assertThat(calls("a") + calls("b")).isEqualTo(16);
    }

    @Test
    @DisplayName("S8 H2: what an engine had that died is free again only when its executions are with others")
    void aDeadOne() {
        JdbcReeve a = node("a");
        awaitOwners(1);
        execute("""
                begin;
                insert into reeve.node (node, name, incarnation, joined_at, shared) values ('dead-1', 'dead', 1, now(), true);
                insert into reeve.allowance (action, kind, key, node, until, calls, wanted, turn, at)
                values ('card.charge', 'CONCURRENCY', '', 'dead-1', '9999-01-01 00:00:00+00', 2, 0, now(), now());
                commit
                """);
        List<Execution> executions = start(a, "charge", 10);

        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> rows("select node from reeve.node").size() == 1);
        int before = most.get();
        assertThat(before).isEqualTo(1);
        executions.addAll(start(a, "charge", 30));
        awaitEnds(a, executions);
        assertThat(most.get()).isEqualTo(3);
    }

    @Test
    @DisplayName("S8: calls of a rate are counted over all engines")
    void rate() {
        JdbcReeve a = node("a");
        JdbcReeve b = node("b");
        awaitOwners(2);

        long begun = System.nanoTime();
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 45; i++) {
            executions.add(a.start("mail", "one"));
            executions.add(b.start("mail", "one"));
        }
        awaitEnds(a, executions);

        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(20));
        assertThat(rows("select node from reeve.allowance where kind = 'SECOND' and node = ''"))
                .hasSizeLessThan(70);
    }

    @Test
    @DisplayName("S8: calls that began under a rate are counted after a restart of all engines")
    void restart() {
        JdbcReeve a = node("a");
        start(a, "report", 4);
        Awaitility.await().atMost(PATIENCE).until(() -> reports.get() == 4);
        a.close();

        JdbcReeve b = node("b");
        start(b, "report", 4);
        Awaitility.await().atMost(PATIENCE).until(() -> reports.get() == 5);
        awaitEnds(b, start(b, "charge", 3));
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> rows("select node from reeve.allowance where kind = 'DAY' and wanted > 0")
                                .size()
                        == 1);
        assertThat(reports.get()).isEqualTo(5);
    }

    @Test
    @DisplayName("S8: what nobody uses is given back, and an engine without limited work says nothing")
    void idle() {
        JdbcReeve a = node("a");
        awaitEnds(a, start(a, "charge", 5));

        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(rows("select node from reeve.allowance")).isEmpty());
        List<String> before = rows("select number from reeve.allowance_request");
        Awaitility.await()
                .during(Duration.ofSeconds(2))
                .atMost(PATIENCE)
                .until(() -> rows("select number from reeve.allowance_request").equals(before));
    }
}
