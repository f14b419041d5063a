package dev.reeve.spi.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Definitions never change once they are deployed. */
interface DefinitionContract extends StoreUnderTest {

    private static StoredWorkflow workflow(String namespace, String name, int version, String content) {
        return new StoredWorkflow(namespace, name, version, new Json(content));
    }

    @Test
    @DisplayName("the first deployment of a version stays, and a later one gets its text")
    default void theFirstDeploymentStays() {
        StoredWorkflow first = workflow("default", "order", 1, "{\"b\":1.10,\"a\":\"🦭\"}");

        assertThat(store().deploy(first)).isEqualTo(first);
        assertThat(store().deploy(first)).isEqualTo(first);
        assertThat(store().deploy(workflow("default", "order", 1, "{}"))).isEqualTo(first);

        assertThat(reopen().workflows("default")).containsExactly(first);
    }

    @Test
    @DisplayName("definitions are kept by namespace, name and version, and listed in the order of name and version")
    default void definitionsAreListedInOrder() {
        StoredWorkflow b2 = workflow("default", "b", 2, "{\"v\":2}");
        StoredWorkflow b10 = workflow("default", "b", 10, "{\"v\":10}");
        StoredWorkflow a1 = workflow("default", "a", 1, "{\"v\":1}");
        StoredWorkflow other = workflow("other", "a", 1, "{\"v\":\"other\"}");
        for (StoredWorkflow workflow : List.of(b10, other, b2, a1)) {
            assertThat(store().deploy(workflow)).isEqualTo(workflow);
        }

        assertThat(store().workflows("default")).containsExactly(a1, b2, b10);
        assertThat(store().workflows("other")).containsExactly(other);
        assertThat(store().workflows("nobody")).isEmpty();
    }

    @Test
    @DisplayName("I15: the namespaces are those with definitions, each once, in the order of their names")
    default void namespacesAreThoseWithDefinitions() {
        assertThat(store().namespaces()).isEmpty();

        store().deploy(workflow("shipping", "b", 1, "{}"));
        store().deploy(workflow("default", "a", 1, "{}"));
        store().deploy(workflow("billing", "a", 1, "{}"));
        store().deploy(workflow("billing", "a", 2, "{}"));
        store().deploy(workflow("billing-2", "a", 2, "{}"));

        assertThat(store().namespaces()).containsExactly("billing", "billing-2", "default", "shipping");
        assertThat(reopen().namespaces()).containsExactly("billing", "billing-2", "default", "shipping");
        assertThat(store().newWorkflows(0))
                .extracting(StoredWorkflow::namespace)
                .contains("billing", "shipping", "default");
    }

    @Test
    @DisplayName("D13: a definition of 1 MiB is stored unchanged")
    default void aLargeDefinitionIsKept() {
        StoredWorkflow large = workflow("default", "large", 1, "{\"description\":\"" + "né🦭".repeat(150_000) + "\"}");

        assertThat(store().deploy(large)).isEqualTo(large);
        assertThat(store().workflows("default")).containsExactly(large);
    }

    @Test
    @DisplayName("of concurrent deployments one wins, and all get its text")
    default void ofDeploymentsAtTheSameTimeOneWins() throws InterruptedException, ExecutionException {
        List<Callable<StoredWorkflow>> deployers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            StoredWorkflow mine = workflow("default", "order", 1, "{\"by\":" + i + "}");
            deployers.add(() -> store().deploy(mine));
        }

        List<StoredWorkflow> told = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<StoredWorkflow> answer : threads.invokeAll(deployers)) {
                told.add(answer.get());
            }
        }

        assertThat(told).hasSize(8).containsOnly(store().workflows("default").getFirst());
    }

    @Test
    @DisplayName("deployment works while a lane writes")
    default void deployingGoesOnWhileALaneWrites() throws InterruptedException, ExecutionException {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            batches.add(Fixture.startAll(fixture().ids(20)));
        }

        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<?> writer = threads.submit(() -> Lanes.commitAll(lane, batches.toArray(Batch[]::new)));
            for (int i = 1; i <= 20; i++) {
                store().deploy(workflow("default", "order", i, "{}"));
            }
            writer.get();
        }

        assertThat(store().workflows("default")).hasSize(20);
    }
}
