package dev.reeve.internal.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ClusterOptions;
import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Schedule;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.postgresql.Pools;
import dev.reeve.internal.postgresql.TestServer;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Namespaces of several engines. */
@Tag("proof")
final class NamespaceClusterTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Workflow GREET = DefinitionReader.parse("""
            workflow: greet
            version: 1
            steps:
              say: { action: greeting.say }
            output: "${ steps.say.output }"
            """);

    private final PGSimpleDataSource database = TestServer.shared().database();

    @AutoClose
    private final Pools pools = new Pools();

    private final List<Reeve> open = new ArrayList<>();

    private Reeve open(boolean owns) {
        ClusterOptions cluster =
                ClusterOptions.defaults().withTtl(Duration.ofSeconds(3)).withOwns(owns);
        Reeve reeve = Reeve.open(
                pools.open(database),
                NodeOptions.defaults().withLanes(2).withDrain(Duration.ZERO).withCluster(cluster));
        open.add(reeve);
        return reeve;
    }

    @AfterEach
    void close() {
        open.forEach(Reeve::close);
    }

    private static void says(Reeve reeve, String word) {
        reeve.agent(word)
                .action("greeting.say", Object.class, (input, step) -> word)
                .start();
    }

    @Test
    @DisplayName("I15, V6: steps reach the agents of their namespace at other engines, and no others")
    void agentsElsewhere() {
        Reeve owner = open(true);
        Reeve host = open(false);
        Reeve billing = owner.namespace("billing");
        owner.deploy(GREET);
        billing.deploy(GREET);
        says(host, "hello");
        says(host.namespace("billing"), "pay");

        List<Execution> greeted = new ArrayList<>();
        List<Execution> billed = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            greeted.add(owner.start("greet", Map.of()));
            billed.add(billing.start("greet", Map.of()));
        }

        greeted.forEach(each -> assertThat(each.await(String.class, PATIENCE)).isEqualTo("hello"));
        billed.forEach(each -> assertThat(each.await(String.class, PATIENCE)).isEqualTo("pay"));
    }

    @Test
    @DisplayName("a namespace that one engine begins is known to the others: its definitions, pauses and schedules")
    void knownToOthers() {
        Reeve first = open(true);
        Reeve second = open(true);
        says(first.namespace("billing"), "first");
        says(second.namespace("billing"), "second");

        second.namespace("billing").deploy(GREET);
        Execution started = first.namespace("billing").start("greet", Map.of());
        assertThat(started.await(String.class, PATIENCE)).isIn("first", "second");

        second.namespace("billing").schedules().put("often", Map.of(), Schedule.every("greet", Duration.ofSeconds(1)));
        await().atMost(PATIENCE)
                .until(() -> first.namespace("billing")
                                .list(ExecutionQuery.all().label("schedule", "often"))
                                .size()
                        > 1);
        first.namespace("billing").schedules().delete("often", "enough");
    }
}
