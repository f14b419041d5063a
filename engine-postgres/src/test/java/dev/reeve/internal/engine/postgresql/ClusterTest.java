package dev.reeve.internal.engine.postgresql;

import static dev.reeve.internal.engine.postgresql.SharedDatabase.PATIENCE;
import static dev.reeve.internal.engine.postgresql.SharedDatabase.TTL;
import static dev.reeve.internal.engine.postgresql.TestWorkflows.APPROVAL;
import static dev.reeve.internal.engine.postgresql.TestWorkflows.ORDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AlertOptions;
import dev.reeve.ClusterOptions;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionOwner;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.HistoryEntry;
import dev.reeve.JdbcReeve;
import dev.reeve.KeyPolicy;
import dev.reeve.NodeOptions;
import dev.reeve.NodeStatus;
import dev.reeve.NotificationOptions;
import dev.reeve.Ownership;
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.internal.engine.client.KeptMessages;
import dev.reeve.workflow.Workflow;
import java.net.URI;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** H1 to H4: several engines share one database. */
final class ClusterTest {

    private static final ClusterOptions STAND_IN =
            ClusterOptions.defaults().withTtl(TTL).withOwnership(Ownership.STAND_IN);

    private final SharedDatabase database = new SharedDatabase();
    private final OrderAgents agents = new OrderAgents();

    private JdbcReeve open(ClusterOptions cluster) {
        JdbcReeve reeve = database.open(cluster);
        reeve.deploy(ORDER);
        reeve.deploy(APPROVAL);
        return reeve;
    }

    private JdbcReeve node(String name) {
        JdbcReeve reeve = open(ClusterOptions.defaults().withTtl(TTL));
        agents.start(reeve, name, 16);
        return reeve;
    }

    private JdbcReeve alerting(KeptMessages desk, NodeOptions options) {
        JdbcReeve reeve = database.open(options.withLanes(2)
                .withNotification(NotificationOptions.defaults()
                        .withChannel(desk)
                        .withAlerts(AlertOptions.defaults().withReceiver(URI.create("test://desk")))));
        reeve.deploy(ORDER);
        reeve.deploy(APPROVAL);
        return reeve;
    }

    private static void awaitAlert(KeptMessages desk, String kind, String text) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(desk.all())
                        .anySatisfy(
                                alert -> assertThat(alert.data()).contains("\"kind\":\"%s\"".formatted(kind), text)));
    }

    private static void awaitFenced(JdbcReeve reeve) {
        awaitRefused(reeve, ErrorCode.FENCED);
    }

    private static void awaitRefused(JdbcReeve reeve, ErrorCode code) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(() -> reeve.start("order", "refused"))
                        .isInstanceOfSatisfying(
                                ReeveException.class, e -> assertThat(e.code()).isEqualTo(code)));
    }

    private static Map<?, ?> output(Execution execution) {
        return execution.await(Map.class, PATIENCE);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    @DisplayName("H1: a single engine that shares the store owns all shards at once, and runs executions")
    void alone() {
        JdbcReeve reeve = node("a");

        assertThat(output(reeve.start("order", "o-1"))).isEqualTo(Map.of("booked", "o-1"));
        assertThat(database.owners()).isEqualTo(1);
    }

    @Test
    @DisplayName("H1: two engines share the work: each runs executions, and each reaches those of the other")
    void twoShare() {
        JdbcReeve a = node("a");
        JdbcReeve b = node("b");
        database.awaitOwners(2);

        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            executions.add(a.start("order", "k-" + i, Start.key("k-" + i)));
            executions.add(b.start("order", "b-" + i));
        }
        for (Execution execution : executions) {
            Execution elsewhere = a.find(execution.id()).orElseThrow();
            assertThat(elsewhere.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        }
        assertThat(agents.calls("a") + agents.calls("b")).isEqualTo(80);
        assertThat(agents.calls("a")).isPositive();
        assertThat(agents.calls("b")).isPositive();
    }

    @Test
    @DisplayName(
            "H1: each engine lists all engines with their shards and figures, and names the one that handles an execution")
    void whoOwnsWhat() {
        JdbcReeve a = open(ClusterOptions.defaults().withTtl(TTL).withName("a"));
        JdbcReeve b = open(ClusterOptions.defaults().withTtl(TTL).withName("b"));
        JdbcReeve web =
                open(ClusterOptions.defaults().withTtl(TTL).withName("web").withOwns(false));
        database.awaitOwners(2);
        Execution approval = a.start("approval", Map.of("n", 1), Start.key("k-1"));
        a.start("order", "waits for an agent");

        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            for (JdbcReeve reeve : List.of(a, b, web)) {
                List<NodeStatus> nodes = reeve.nodes();
                assertThat(nodes).extracting(NodeStatus::name).containsExactly("a", "b", "web");
                assertThat(nodes).extracting(NodeStatus::owns).containsExactly(true, true, false);
                assertThat(nodes.stream().mapToInt(NodeStatus::shards).sum()).isEqualTo(ExecutionId.SHARDS);
                assertThat(nodes.stream()
                                .mapToInt(node -> Objects.requireNonNull(node.inFlight()))
                                .sum())
                        .isEqualTo(1);
                assertThat(nodes).allSatisfy(node -> {
                    assertThat(node.version()).isNotBlank();
                    assertThat(node.renewed()).isAfterOrEqualTo(node.since());
                    assertThat(node.lag()).isNotNull();
                });
                assertThat(reeve.health().stats().node().nodes()).isEqualTo(3);
            }
        });
        String shard = database.rows("select node from reeve.shard where shard = %d"
                        .formatted(approval.id().shard()))
                .getFirst();
        assertThat(web.find(approval.id()).orElseThrow().explain().owner())
                .isNotNull()
                .satisfies(owner -> {
                    assertThat(owner.state()).isEqualTo(ExecutionOwner.State.OWNED);
                    assertThat(shard).startsWith(owner.node() + "-");
                    assertThat(owner.toString()).contains("handles it (shard ");
                });
    }

    @Test
    @Tag("proof")
    @DisplayName("S7 H1: each signal that callers at two engines send to a key counts once, while its executions end")
    void signalsWithStarts() throws Exception {
        List<JdbcReeve> engines = List.of(node("a"), node("b"));
        database.awaitOwners(2);
        engines.forEach(each -> each.deploy(Workflow.parse("workflow: call\nsteps: { go: { await: go } }")));
        List<Callable<Execution>> callers = new ArrayList<>();
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 48; i++) {
            JdbcReeve engine = engines.get(i % 2);
            Start how = Start.key("k-" + i % 6).keyPolicy(KeyPolicy.RETURN_OPEN);
            Signal signal = Signal.of("go", i).withId("m-" + i);
            sent.add("m-" + i);
            callers.add(() -> engine.signalWithStart("call", Map.of(), how, signal));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Execution> answer : threads.invokeAll(callers)) {
                assertThat(answer.get().awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
            }
        }

        List<String> received = new ArrayList<>();
        for (ExecutionSummary each : engines.get(0).list(ExecutionQuery.all().limit(100))) {
            for (HistoryEntry entry :
                    engines.get(1).find(each.id()).orElseThrow().history()) {
                if (entry.event() instanceof Event.SignalReceived signal) {
                    received.add(signal.id());
                }
            }
        }
        assertThat(received).containsExactlyInAnyOrderElementsOf(sent);
    }

    @Test
    @DisplayName("An explanation says that the shard moves, or that no engine is there to take it")
    void whoHandlesNothing() {
        JdbcReeve a = open(ClusterOptions.defaults().withTtl(TTL).withName("a"));
        ExecutionId id = a.start("approval", Map.of("n", 1)).id();
        a.close();

        try (ReeveReader reader = ReeveReader.open(database.source())) {
            assertThat(reader.nodes()).isEmpty();
            assertThat(reader.explain(id).owner())
                    .isEqualTo(new ExecutionOwner(ExecutionOwner.State.NOBODY, id.shard(), null, null));
            assertThat(reader.explain(id).toString()).contains("No node handles it", "open an engine on this store");

            database.execute(
                    "insert into reeve.node (node, name, incarnation, joined_at, shared) values ('x-1', 'x', 1, now(), true)");
            assertThat(reader.explain(id).owner())
                    .isEqualTo(new ExecutionOwner(ExecutionOwner.State.MOVING, id.shard(), null, null));

            database.execute(
                    "insert into reeve.node (node, name, incarnation, joined_at, shared, owns) values ('y-2', 'y', 2, now(), true, false)");
            database.execute("update reeve.shard set node = 'y-2'");
            assertThat(reader.explain(id).owner())
                    .isEqualTo(new ExecutionOwner(ExecutionOwner.State.MOVING, id.shard(), "y", null));
            assertThat(reader.explain(id).toString()).contains("Node y hands it over");
        }
    }

    @Test
    @DisplayName("An engine that owns the store alone is one node, with all shards")
    void aloneIsOneNode() {
        JdbcReeve alone = database.open(NodeOptions.defaults().withoutCluster().withLanes(2));

        assertThat(alone.nodes()).singleElement().satisfies(node -> {
            assertThat(node.shards()).isEqualTo(ExecutionId.SHARDS);
            assertThat(node.inFlight()).isZero();
            assertThat(node.renewed()).isNull();
        });
        try (ReeveReader reader = ReeveReader.open(database.source())) {
            assertThat(reader.nodes()).singleElement().satisfies(node -> {
                assertThat(node.shards()).isEqualTo(ExecutionId.SHARDS);
                assertThat(node.inFlight()).isNull();
            });
        }
    }

    @Test
    @DisplayName("S3, T6: a key starts one execution over all engines, and the owner answers calls made at any engine")
    void answersOfTheOwner() {
        JdbcReeve a = node("a");
        JdbcReeve b = node("b");
        database.awaitOwners(2);

        for (int i = 0; i < 20; i++) {
            String key = "key-" + i;
            Execution first = a.start("approval", Map.of("n", i), Start.key(key));
            assertThat(b.start("approval", Map.of("n", i), Start.key(key)).id()).isEqualTo(first.id());
            assertThatThrownBy(() -> b.start("approval", Map.of("n", "other"), Start.key(key)))
                    .isInstanceOfSatisfying(
                            ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));

            Execution there = b.find(first.id()).orElseThrow();
            assertThatThrownBy(() -> there.signal("unknown", Map.of()))
                    .isInstanceOfSatisfying(
                            ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
            there.signal("approved", Map.of("limit", i));
            assertThat(output(first)).isEqualTo(Map.of("limit", i));
            assertThatThrownBy(() -> there.cancel("too late"))
                    .isInstanceOfSatisfying(
                            ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED));
        }
    }

    @Test
    @DisplayName("H3: an engine that closes hands its shards over; attempts under way end, and nothing is repeated")
    void handsOver() throws Exception {
        JdbcReeve a = open(ClusterOptions.defaults().withTtl(TTL));
        CountDownLatch begun = new CountDownLatch(8);
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        a.agent("slow")
                .slots(8)
                .action("order.book", String.class, (order, step) -> {
                    attempts.incrementAndGet();
                    begun.countDown();
                    go.await();
                    return order;
                })
                .start();
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            executions.add(a.start("order", "o-" + i));
        }
        begun.await();
        JdbcReeve b = node("b");
        database.awaitOwners(2);

        Thread closing = Thread.ofPlatform().start(a::close);
        database.awaitOwners(1);
        go.countDown();
        closing.join();

        for (Execution execution : executions) {
            Execution there = b.find(execution.id()).orElseThrow();
            assertThat(there.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        }
        assertThat(attempts.get()).isEqualTo(8);
        assertThat(agents.calls("b")).isZero();
    }

    @Test
    @DisplayName("An engine that owns nothing starts executions, and the others run them")
    void ownsNothing() {
        node("a");
        JdbcReeve web = open(ClusterOptions.defaults().withTtl(TTL).withOwns(false));

        Execution execution = web.start("order", "o-1");
        assertThat(output(execution)).isEqualTo(Map.of("booked", "o-1"));
        assertThat(database.owners()).isEqualTo(1);
    }

    @Test
    @DisplayName("S3: a start in the caller's transaction runs wherever its shard is")
    void inATransaction() throws Exception {
        JdbcReeve a = node("a");
        node("b");
        database.awaitOwners(2);

        for (int i = 0; i < 10; i++) {
            Execution execution;
            try (Connection connection = database.source().getConnection()) {
                connection.setAutoCommit(false);
                execution = a.start(connection, "order", "o-" + i, Start.key("tx-" + i));
                connection.commit();
            }
            assertThat(output(execution)).isEqualTo(Map.of("booked", "o-" + i));
        }
    }

    @Test
    @DisplayName(
            "F9, H2: an engine that was removed while it lived raises an alert, registers again, and goes on with the same agents")
    void removedWhileItLives() {
        KeptMessages desk = new KeptMessages();
        JdbcReeve a = alerting(
                desk,
                NodeOptions.defaults()
                        .withCluster(ClusterOptions.defaults().withTtl(TTL).withName("pod-0")));
        agents.start(a, "a", 16);
        Execution approval = a.start("approval", Map.of("n", 1));
        String before = database.rows("select node from reeve.node").getFirst();

        database.execute("""
                begin;
                delete from reeve.lane;
                delete from reeve.node;
                update reeve.shard set node = null, lane = null;
                commit
                """);

        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> !database.rows("select node from reeve.node").contains(before));
        database.awaitOwners(1);
        approval.signal("approved", Map.of("limit", 5));
        assertThat(output(approval)).isEqualTo(Map.of("limit", 5));
        assertThat(output(a.start("order", "o-1"))).isEqualTo(Map.of("booked", "o-1"));
        awaitAlert(desk, "ENGINE_REMOVED", "the registration of engine 'pod-0' is gone");
    }

    @Test
    @DisplayName("F55: an engine that was removed, and whose release may not use the store any more, stops and says so")
    void removedAndTooOld() {
        KeptMessages desk = new KeptMessages();
        JdbcReeve a = alerting(
                desk,
                NodeOptions.defaults().withCluster(ClusterOptions.defaults().withTtl(TTL)));
        database.awaitOwners(1);

        database.execute("""
                begin;
                update reeve.compatibility set least = 99;
                delete from reeve.lane;
                update reeve.shard set node = null, lane = null;
                delete from reeve.node;
                commit
                """);

        awaitRefused(a, ErrorCode.STORE_UNUSABLE);
        awaitAlert(desk, "STORE_UNAVAILABLE", "needs a release that knows format 99");
        assertThat(database.rows("select node from reeve.node")).isEmpty();
    }

    @Test
    @DisplayName("F22: a node whose shards the database has forgotten says so, registers again, and goes on")
    void forgottenShards() {
        KeptMessages desk = new KeptMessages();
        JdbcReeve reeve = alerting(
                desk,
                NodeOptions.defaults().withCluster(ClusterOptions.defaults().withTtl(TTL)));
        agents.start(reeve, "a", 16);
        database.awaitOwners(1);

        database.execute("update reeve.shard set node = null, lane = null where shard < 8");

        awaitAlert(desk, "WORK_LOST", "had acknowledged");
        database.awaitOwners(1);
        assertThat(output(reeve.start("order", "o-1"))).isEqualTo(Map.of("booked", "o-1"));
    }

    @Test
    @DisplayName(
            "F59: an engine with the name of a running one replaces it at once; the older one raises an alert and does not return")
    void sameName() {
        ClusterOptions named =
                ClusterOptions.defaults().withTtl(Duration.ofMinutes(10)).withName("pod-0");
        KeptMessages desk = new KeptMessages();
        JdbcReeve old = alerting(desk, NodeOptions.defaults().withCluster(named));
        Execution approval = old.start("approval", Map.of("n", 1));

        JdbcReeve young = open(named);
        agents.start(young, "young", 16);

        Execution there = young.find(approval.id()).orElseThrow();
        there.signal("approved", Map.of("limit", 5));
        assertThat(output(there)).isEqualTo(Map.of("limit", 5));
        assertThat(output(young.start("order", "o-1"))).isEqualTo(Map.of("booked", "o-1"));
        awaitFenced(old);
        awaitAlert(desk, "STORE_UNAVAILABLE", "another engine was started under the name 'pod-0'");
        assertThat(database.rows("select node from reeve.node")).hasSize(1);
    }

    @Test
    @Tag("proof")
    @DisplayName("H2: the shards of an engine that renews no more are taken over after the time to live")
    void aDeadOne() throws Exception {
        JdbcReeve a = node("a");
        database.execute("""
                insert into reeve.node (node, name, incarnation, joined_at, shared) values ('dead-1', 'dead', 1, now(), true);
                """);
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            executions.add(a.start("approval", Map.of("n", i)));
        }
        database.execute("update reeve.node set beat = 7 where node = 'dead-1'");

        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> database.rows("select node from reeve.node").size() == 1);
        database.awaitOwners(1);
        for (Execution execution : executions) {
            execution.signal("approved", Map.of("limit", 1));
            assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        }
    }

    @Test
    @DisplayName("H1: an engine that stands in owns nothing beside another one, and everything after that has ended")
    void standsIn() {
        JdbcReeve a = open(ClusterOptions.defaults().withTtl(TTL).withName("a"));
        JdbcReeve first = open(STAND_IN.withName("first"));
        open(STAND_IN.withName("second"));
        Execution execution = first.start("approval", Map.of("n", 1));
        assertThat(shards("a", "first", "second")).containsExactly(ExecutionId.SHARDS, 0, 0);

        a.close();

        execution.signal("approved", Map.of("limit", 1));
        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        awaitAllOwned("first", "second");
    }

    @Test
    @Tag("proof")
    @DisplayName("H2: an engine that stands in takes over from an engine that has crashed")
    void standsInForACrashedOne() {
        open(ClusterOptions.defaults()).close();
        database.execute("""
                insert into reeve.node (node, name, incarnation, joined_at, owns, shared, ttl_millis)
                values ('crashed-1', 'crashed', 1, now(), true, true, 3000)
                """);
        database.execute("update reeve.shard set node = 'crashed-1', lane = 0");

        JdbcReeve reeve = open(STAND_IN.withName("first"));
        assertThat(shards("crashed", "first")).containsExactly(ExecutionId.SHARDS, 0);
        Execution execution = reeve.start("approval", Map.of("n", 1), Start.key("k-1"));

        execution.signal("approved", Map.of("limit", 1));
        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        awaitAllOwned("first");
    }

    private void awaitAllOwned(String... names) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shards(names).stream()
                                .mapToInt(Integer::intValue)
                                .sum())
                        .isEqualTo(ExecutionId.SHARDS));
    }

    /** How many shards each of these nodes owns. */
    private List<Integer> shards(String... names) {
        Map<String, Integer> owned =
                database.last().nodes().stream().collect(Collectors.toMap(NodeStatus::name, NodeStatus::shards));
        return Stream.of(names).map(name -> owned.getOrDefault(name, 0)).toList();
    }

    @Test
    @Tag("proof")
    @DisplayName("An engine that does not share the store takes it over, and the others say so and raise an alert")
    void takenOver() {
        KeptMessages desk = new KeptMessages();
        JdbcReeve a = alerting(
                desk,
                NodeOptions.defaults().withCluster(ClusterOptions.defaults().withTtl(TTL)));
        JdbcReeve alone = database.open(NodeOptions.defaults().withoutCluster().withLanes(2));

        awaitFenced(a);
        awaitAlert(desk, "STORE_UNAVAILABLE", "this engine has stopped: an engine that does not share the store");
        agents.start(alone, "alone", 16);
        assertThat(output(alone.start("order", "o-2"))).isEqualTo(Map.of("booked", "o-2"));
    }

    @Test
    @DisplayName("An engine that owned the store alone raises an alert when another one has taken it over")
    void takenOverFromAnAloneOne() {
        KeptMessages desk = new KeptMessages();
        JdbcReeve old = alerting(desk, NodeOptions.defaults().withoutCluster());
        JdbcReeve young = database.open(NodeOptions.defaults().withoutCluster().withLanes(2));

        awaitFenced(old);
        awaitAlert(desk, "STORE_UNAVAILABLE", "this engine has stopped: ");
        agents.start(young, "young", 16);
        assertThat(output(young.start("order", "o-1"))).isEqualTo(Map.of("booked", "o-1"));
    }
}
