package dev.reeve.internal.engine.postgresql;

import static dev.reeve.internal.engine.postgresql.SharedDatabase.PATIENCE;
import static dev.reeve.internal.engine.postgresql.SharedDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ClusterOptions;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.JdbcReeve;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** S8: limits hold over all engines of a database. */
final class SharedLimitTest {

    private static final long CALL_NANOS = Duration.ofMillis(10).toNanos();
    private static final int PLENTY = 1_000_000;

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

    private final SharedDatabase database = new SharedDatabase();
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger reports = new AtomicInteger();

    /** Each call takes a permit before it ends, in the order in which the calls began. */
    private volatile Semaphore ends = new Semaphore(PLENTY);

    private JdbcReeve node(String name) {
        JdbcReeve reeve = database.open(ClusterOptions.defaults().withTtl(TTL));
        reeve.deploy(CHARGE);
        reeve.deploy(MAIL);
        reeve.deploy(REPORT);
        reeve.agent(name)
                .slots(16)
                .action("card.charge", String.class, (card, step) -> {
                    most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                    calls.computeIfAbsent(name, key -> new AtomicInteger()).incrementAndGet();
                    ends.acquire();
                    LockSupport.parkNanos(CALL_NANOS);
                    underWay.decrementAndGet();
                    return card;
                })
                .action("mail.send", String.class, (to, step) -> to)
                .action("report.make", String.class, (about, step) -> reports.incrementAndGet())
                .start();
        return reeve;
    }

    private int calls(String agent) {
        return calls.getOrDefault(agent, new AtomicInteger()).get();
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
        ends.release(PLENTY);
        database.close();
    }

    @Test
    @DisplayName(
            "S8: three engines together call an action as often at a time as its limit says, and each has its share")
    void concurrency() {
        JdbcReeve a = node("a");
        JdbcReeve b = node("b");
        JdbcReeve c = node("c");
        database.awaitOwners(3);

        ends = new Semaphore(0);
        List<Execution> executions = new ArrayList<>();
        executions.addAll(start(a, "charge", 40));
        executions.addAll(start(b, "charge", 40));
        executions.addAll(start(c, "charge", 40));
        Awaitility.await().atMost(PATIENCE).until(() -> underWay.get() == 3);
        ends.release(PLENTY);
        awaitEnds(a, executions);

        assertThat(most.get()).isEqualTo(3);
        assertThat(calls).containsOnlyKeys("a", "b", "c");
    }

    @Test
    @Tag("proof")
    @DisplayName("S8: an engine that waits for a limit gets its share of the next calls beside a busy one")
    void fairness() {
        ends = new Semaphore(0, true);
        JdbcReeve a = node("a");
        JdbcReeve b = node("b");
        database.awaitOwners(2);
        List<Execution> many = start(a, "charge", 100);
        Awaitility.await().atMost(PATIENCE).until(() -> calls("a") == 3);
        List<Execution> few = start(b, "charge", 3);
        awaitAllKnowWhoWaits();

        int ended = 0;
        while (calls("b") < 3 && ended < 50) {
            ends.release();
            ended++;
            int begun = 3 + ended;
            Awaitility.await().atMost(PATIENCE).until(() -> calls("a") + calls("b") == begun);
        }

        // one of three places at least: b begins when the first call of a ends, and then when its own calls end
        assertThat(ended).isLessThanOrEqualTo(7);
        assertThat(most.get()).isEqualTo(3);
        ends.release(PLENTY);
        awaitEnds(b, few);
        awaitEnds(a, many);
    }

    /** Waits until two engines wait for calls, and each has asked again after that. */
    private void awaitAllKnowWhoWaits() {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> database.rows("select node from reeve.allowance where kind = 'CONCURRENCY' and wanted > 0")
                                .size()
                        == 2);
        List<String> before = requests();
        Awaitility.await().atMost(PATIENCE).until(() -> {
            List<String> now = requests();
            return IntStream.range(0, before.size())
                    .allMatch(i -> Long.parseLong(now.get(i)) > Long.parseLong(before.get(i)) + 1);
        });
    }

    private List<String> requests() {
        return database.rows("select number from reeve.allowance_request order by node");
    }

    @Test
    @Tag("proof")
    @DisplayName("S8 H3: calls under way count for the next owner of their executions, until they end")
    void handover() throws Exception {
        JdbcReeve a = node("a");
        database.awaitOwners(1);
        ends = new Semaphore(0);
        List<Execution> executions = new ArrayList<>(start(a, "charge", 6));
        Awaitility.await().atMost(PATIENCE).until(() -> underWay.get() == 3);

        JdbcReeve b = node("b");
        database.awaitOwners(2);
        executions.addAll(start(b, "charge", 10));
        Thread closing = Thread.ofPlatform().start(a::close);
        database.awaitOwners(1);
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(database.rows("select shard from reeve.shard where former <> '{}'"))
                        .isEmpty());
        assertThat(underWay.get()).isEqualTo(3);
        assertThat(calls).containsOnlyKeys("a");
        ends.release(PLENTY);
        closing.join();

        awaitEnds(b, executions);
        assertThat(most.get()).isEqualTo(3);
        assertThat(calls("a") + calls("b")).isEqualTo(16);
    }

    @Test
    @Tag("proof")
    @DisplayName("S8 H2: what an engine had that died is free again only when its executions are with others")
    void aDeadOne() {
        JdbcReeve a = node("a");
        database.awaitOwners(1);
        database.execute("""
                begin;
                insert into reeve.node (node, name, incarnation, joined_at, shared) values ('dead-1', 'dead', 1, now(), true);
                insert into reeve.allowance (action, kind, key, node, until, calls, wanted, turn, at)
                values ('card.charge', 'CONCURRENCY', '', 'dead-1', '9999-01-01 00:00:00+00', 2, 0, now(), now());
                commit
                """);
        ends = new Semaphore(0);
        List<Execution> executions = start(a, "charge", 10);

        Awaitility.await().atMost(PATIENCE).until(() -> {
            // read before the nodes: the limit is free for others once the dead engine is no node any more
            int begun = most.get();
            boolean dead = database.rows("select node from reeve.node").size() == 2;
            assertThat(begun).isLessThanOrEqualTo(dead ? 1 : 3);
            return !dead;
        });
        // no call ends, so all places are free only if those of the dead engine are
        Awaitility.await().atMost(PATIENCE).until(() -> underWay.get() == 3);
        ends.release(PLENTY);
        awaitEnds(a, executions);
        assertThat(most.get()).isEqualTo(3);
    }

    @Test
    @DisplayName("S8: calls of a rate are counted over all engines")
    void rate() {
        JdbcReeve a = node("a");
        JdbcReeve b = node("b");
        database.awaitOwners(2);

        long begun = System.nanoTime();
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 45; i++) {
            executions.add(a.start("mail", "one"));
            executions.add(b.start("mail", "one"));
        }
        awaitEnds(a, executions);

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofSeconds(2));
        assertThat(database.rows("select node from reeve.allowance where kind = 'SECOND' and node = ''"))
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
                .until(() -> database.rows("select node from reeve.allowance where kind = 'DAY' and wanted > 0")
                                .size()
                        == 1);
        assertThat(reports.get()).isEqualTo(5);
    }

    @Test
    @Tag("proof")
    @DisplayName("S8: unused calls are returned, and an engine without limited work sends no statement about limits")
    void idle() {
        JdbcReeve a = node("a");
        awaitEnds(a, start(a, "charge", 5));

        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(database.rows("select node from reeve.allowance"))
                        .isEmpty());
        List<String> before = database.rows("select number from reeve.allowance_request");
        Awaitility.await()
                .during(Duration.ofSeconds(2))
                .atMost(PATIENCE)
                .until(() -> database.rows("select number from reeve.allowance_request")
                        .equals(before));
    }
}
