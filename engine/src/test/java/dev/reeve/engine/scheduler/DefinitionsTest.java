package dev.reeve.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.core.Plan;
import dev.reeve.engine.store.MemoryStore;
import dev.reeve.engine.store.StoredWorkflow;
import dev.reeve.model.Json;
import dev.reeve.model.Workflow;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Definitions cost what is done with them, and not that they were deployed once. */
final class DefinitionsTest {

    private final MemoryStore store = new MemoryStore(() -> Instant.EPOCH);

    private static Workflow workflow(String name, int version) {
        return Workflow.parse("""
                workflow: %s
                version: %d
                retention: %dd
                steps:
                  a: { action: x.y, input: { n: "${ input.n + 1 }" } }
                """.formatted(name, version, version));
    }

    private void deploy(String name, int version) {
        store.deploy(new StoredWorkflow(
                "default", name, version, workflow(name, version).toJson()));
    }

    private static void assertCollected(WeakReference<Plan> plan) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            System.gc();
            return plan.refersTo(null);
        });
    }

    @Test
    @DisplayName("What nobody uses is let go beyond the share, and compiled again when it is used")
    void whatNobodyUses() {
        IntStream.rangeClosed(1, 3).forEach(version -> deploy("w", version));
        Definitions definitions = new Definitions(store, 1);
        definitions.refresh("default");
        WeakReference<Plan> first =
                new WeakReference<>(definitions.find("default", "w", 1).orElseThrow());
        Plan used = definitions.find("default", "w", 2).orElseThrow();
        Plan last = definitions.findLatest("default", "w").orElseThrow();

        assertCollected(first);

        assertThat(last.workflow()).isEqualTo(workflow("w", 3));
        assertThat(definitions.find("default", "w", 1).orElseThrow().workflow()).isEqualTo(workflow("w", 1));
        // an execution that is in memory uses it: all of them have the same one
        assertThat(definitions.find("default", "w", 2)).containsSame(used);
        assertThat(definitions.versions("default", "w").apply(2)).isSameAs(used);
    }

    @Test
    @DisplayName(
            "A start that found a version before it was removed is refused by its lane, also when another has its number")
    void foundBeforeItWasRemoved() {
        deploy("w", 1);
        Definitions definitions = new Definitions(store);
        Plan found = definitions.find("default", "w", 1).orElseThrow();

        definitions.withdraw("default", "w", 1);
        assertThat(definitions.isWithdrawn(found, "default")).isTrue();
        definitions.remove("default", "w", 1);
        assertThat(definitions.isWithdrawn(found, "default")).isTrue();
        definitions.add("default", workflow("w", 1));
        assertThat(definitions.isWithdrawn(found, "default")).isFalse();

        definitions.remove("default", "w", 1);
        Workflow other = Workflow.parse("workflow: w\nversion: 1\nsteps: { other: { action: do.other } }\n");
        definitions.add("default", other);
        assertThat(definitions.isWithdrawn(found, "default")).isTrue();
        assertThat(definitions.isWithdrawn(Plan.of(other), "default")).isFalse();
    }

    @Test
    @DisplayName("The auditor has what the engine has compiled, as long as the store holds the same")
    void sharedWithTheAuditor() {
        deploy("w", 1);
        Definitions definitions = new Definitions(store);
        Plan plan = definitions.find("default", "w", 1).orElseThrow();
        StoredWorkflow same = new StoredWorkflow(
                "default", "w", 1, new Json(new String(workflow("w", 1).toJson().text())));
        StoredWorkflow other =
                new StoredWorkflow("default", "w", 1, workflow("w", 2).toJson());

        assertThat(definitions.compiled(same)).containsSame(plan);
        assertThat(definitions.shared(same).content()).isNotSameAs(same.content());
        assertThat(definitions.compiled(other)).isEmpty();
        assertThat(definitions.shared(other)).isSameAs(other);
    }

    @Test
    @DisplayName("How long executions are kept is known without compiling anything")
    void retention() {
        deploy("w", 3);
        deploy("w", 2);
        Definitions definitions = new Definitions(store);
        definitions.refresh("default");

        assertThat(definitions.shortestRetention()).isEqualTo(Duration.ofDays(2));
        assertThat(definitions.retention("default", "w", 3)).contains(Duration.ofDays(3));
        assertThat(definitions.retention("default", "none", 3)).isEmpty();
    }
}
