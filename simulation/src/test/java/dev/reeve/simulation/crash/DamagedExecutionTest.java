package dev.reeve.simulation.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An execution whose journal is damaged is left alone, and only it. */
final class DamagedExecutionTest {

    private static final int EXECUTIONS = 9;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static Reeve open(Database database) {
        return EmbeddedReeve.on(
                database.open(), NodeOptions.defaults().withLanes(1).withDrain(Duration.ofMillis(200)));
    }

    private static List<ExecutionId> startedAndClosed(Database database) {
        try (Reeve reeve = open(database)) {
            reeve.deploy(DefinitionReader.parse(
                    "workflow: two\nsteps: { a: { action: do.a }, b: { action: do.b, after: [a] } }\n"));
            agent(reeve, "do.a");
            List<ExecutionId> ids = new ArrayList<>();
            for (int i = 0; i < EXECUTIONS; i++) {
                ids.add(reeve.start("two", Map.of(), Start.key("k" + i)).id());
            }
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() ->
                            ids.stream().allMatch(id -> hasDoneA(reeve.find(id).orElseThrow())));
            return ids;
        }
    }

    private static void agent(Reeve reeve, String action) {
        reeve.agent(action)
                .action(action, Object.class, (input, step) -> "done")
                .start();
    }

    private static boolean hasDoneA(Execution execution) {
        return execution.history().stream().anyMatch(entry -> entry.event() instanceof Event.StepCompleted);
    }

    private static void onlyTheDamagedOneStandsStill(Database database) {
        List<ExecutionId> ids = startedAndClosed(database);
        ExecutionId damaged = ids.get(EXECUTIONS / 2);
        database.damage(damaged);

        try (Reeve reeve = open(database)) {
            agent(reeve, "do.b");
            for (ExecutionId id : ids) {
                if (!id.equals(damaged)) {
                    Execution execution = reeve.find(id).orElseThrow();
                    assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
                }
            }
            assertThat(reeve.health().stats().quarantined()).isEqualTo(1);

            assertThatThrownBy(() ->
                            reeve.find(damaged).orElseThrow().actingAs("alice").cancel("it hangs"))
                    .hasMessageContaining("journal")
                    .hasMessageContaining(damaged.toString());
            assertThat(reeve.start("two", Map.of(), Start.key("k" + EXECUTIONS / 2))
                            .id())
                    .as("I2: its key is still taken")
                    .isEqualTo(damaged);
            agent(reeve, "do.a");
            Execution another = reeve.start("two", Map.of());
            assertThat(another.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
            assertThat(reeve.find(damaged).orElseThrow().status()).isEqualTo(ExecutionStatus.RUNNING);
        }
    }

    @Test
    @DisplayName("F43: on SQLite a damaged execution is left alone, and the others of its lane continue")
    void onSqlite() {
        try (Database database = new SqliteDatabase()) {
            onlyTheDamagedOneStandsStill(database);
        }
    }

    @Test
    @DisplayName("F43: on PostgreSQL a damaged execution is left alone, and the others of its lane continue")
    void onPostgres() {
        try (Database database = new PostgresDatabase()) {
            onlyTheDamagedOneStandsStill(database);
        }
    }
}
