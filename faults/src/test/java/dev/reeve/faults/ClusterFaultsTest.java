package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ClusterOptions;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.faults.engine.Child;
import dev.reeve.faults.engine.EngineProcess;
import dev.reeve.faults.engine.Ledger;
import dev.reeve.faults.engine.Nodes;
import dev.reeve.faults.engine.Workload;
import dev.reeve.faults.server.PostgresServer;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three engines in separate processes share a PostgreSQL while they are killed, stopped and closed. This process owns
 * nothing and makes calls to all of them. The longer form with measurements is {@code ./reeve bench cluster}.
 */
@Tag("proof")
final class ClusterFaultsTest {

    private static final int STARTS = 150;
    private static final int SHARDS = 256;
    private static final int TERMINATED = 128 + 15;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Nodes nodes;

    @BeforeEach
    void locate(@TempDir Path directory) {
        nodes = new Nodes(PostgresServer.shared().newPlace(), directory);
    }

    private Child node(String name, int number) {
        return nodes.run(name, number, STARTS, "-Dfaults.slow=20");
    }

    @Test
    @DisplayName(
            "F1, F3, F5, F6, F59, I1 to I11: engines that share a store are killed, stopped and restarted in turn, "
                    + "and the others continue")
    void enginesFailInTurn() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<Child> children = new ArrayList<>();
        try (Ledger ledger = new Ledger(nodes.ledger())) {
            children.add(node("one", 1));
            children.add(node("two", 2));
            children.add(node("three", 3));
            for (int i = 0; i < 3; i++) {
                children.get(i).await("STARTED " + ((i + 1) * 1_000 + 5));
            }
            awaitOwners("one", "two", "three");
            try (Reeve reeve = nodes.place()
                    .join(ClusterOptions.defaults().withTtl(EngineProcess.TTL).withOwns(false))) {
                Workload workload = new Workload(reeve, ledger);
                CompletableFuture<Integer> calling = CompletableFuture.supplyAsync(
                        () -> callAll(reeve, workload, over),
                        task -> Thread.ofPlatform().start(task));

                killAndRestart(children, 1, "two");
                stopAndContinue(children.get(0), "one");
                closeAndRestart(children, 2, "three");
                killAndRestart(children, 1, "four");

                over.set(true);
                assertThat(calling.join()).as("rounds of calls").isPositive();
                for (Child child : children) {
                    child.await("DONE");
                }
                awaitOwners("one", "four", "three");
            }
            for (Child child : children) {
                assertThat(child.shutDown()).as("exit code").isZero();
            }
        } finally {
            children.forEach(Child::close);
        }
        assertThat(query("select i::text from reeve.inbox as i"))
                .as("left in the inbox")
                .isEmpty();
        nodes.audit();
    }

    @Test
    @DisplayName("H2, F1: nodes on the same machine see that a process has ended, and do not wait for its time to live")
    void aProcessHasEnded() throws Exception {
        Duration ttl = Duration.ofMinutes(5);
        try (Ledger ledger = new Ledger(nodes.ledger());
                Child killed = Child.run(
                        nodes.place(), nodes.ledger(), 0, STARTS, "-Dfaults.node=one", "-Dfaults.ttl=" + ttl)) {
            killed.await("STARTED 5");
            awaitOwners("one");
            killed.kill();
            try (Reeve reeve =
                    nodes.place().join(ClusterOptions.defaults().withName("two").withTtl(ttl))) {
                awaitOwners("two");
                new Workload(reeve, ledger).runToEnd();
            }
        }
        nodes.audit();
    }

    /** Starts executions with keys, sends signals and waits for ends, all of other engines. */
    private static int callAll(Reeve reeve, Workload workload, AtomicBoolean over) {
        reeve.deploy(Workflow.parse("""
                workflow: asked
                version: 1
                steps:
                  answer: { await: go }
                """));
        int round = 0;
        for (; !over.get(); round++) {
            Start start = Start.key("asked-" + round);
            Execution asked = workload.persistently(() -> reeve.start("asked", Map.of(), start), "starting");
            workload.persistently(
                    () -> {
                        asked.signalOnce("go", Map.of(), "the only one");
                        return true;
                    },
                    "signalling");
            workload.run(4);
            assertThat(workload.persistently(() -> asked.awaitEnd(PATIENCE), "waiting")
                            .status())
                    .isEqualTo(ExecutionStatus.COMPLETED);
        }
        return round;
    }

    private void killAndRestart(List<Child> children, int index, String name) throws Exception {
        children.get(index).kill();
        children.set(index, node(name, index + 1));
        children.get(index).await("STARTED " + ((index + 1) * 1_000 + 5));
        awaitOwners(index == 1 ? new String[] {"one", name, "three"} : new String[] {"one", "two", name});
    }

    private void stopAndContinue(Child child, String name) {
        child.signal("STOP");
        Awaitility.await().atMost(PATIENCE).until(() -> !owners().containsKey(name));
        child.signal("CONT");
        awaitOwners("one", "two", "three");
    }

    private void closeAndRestart(List<Child> children, int index, String name) throws Exception {
        children.get(index).signal("TERM");
        assertThat(children.get(index).exitCode()).isEqualTo(TERMINATED);
        assertThat(owners()).as("owners after the end of " + name).doesNotContainKey(name);
        children.set(index, node(name, index + 1));
        children.get(index).await("STARTED " + ((index + 1) * 1_000 + 5));
        awaitOwners("one", "two", "three");
    }

    private void awaitOwners(String... names) {
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            Map<String, Integer> owners = owners();
            assertThat(owners).containsOnlyKeys(names);
            assertThat(owners.values().stream().mapToInt(Integer::intValue).sum())
                    .isEqualTo(SHARDS);
        });
    }

    /** The number of shards of each node. */
    private Map<String, Integer> owners() {
        Map<String, Integer> owners = new TreeMap<>();
        query("select name from reeve.shard join reeve.node using (node)")
                .forEach(name -> owners.merge(name, 1, Integer::sum));
        return owners;
    }

    private List<String> query(String sql) {
        return PostgresServer.query(nodes.place(), sql);
    }
}
