package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.faults.engine.Audit;
import dev.reeve.faults.engine.Ledger;
import dev.reeve.faults.engine.Place;
import dev.reeve.faults.engine.Stubborn;
import dev.reeve.faults.engine.Workload;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Handlers that do everything that handlers must not do, next to others that must not be affected. */
final class HandlerFaultsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private Path ledger() {
        return directory.resolve("ledger");
    }

    private Place place() {
        return Place.file(directory.resolve("reeve.db"));
    }

    private static Workflow poison(String action) {
        return Workflow.parse("""
                workflow: %1$s
                version: 1
                steps:
                  before: { action: harmless, compensate: { action: harmless.undo } }
                  poisoned:
                    after: [before]
                    action: %1$s
                    completeBy: 300ms
                    retry: { maxAttempts: 3, backoff: 10ms }
                """.formatted(action));
    }

    @Test
    @DisplayName("F44, F60, I16, I17, L7: handlers that throw, throw Errors, never return, or return garbage or "
            + "too much")
    void poisonousHandlers() throws Exception {
        List<String> poisons = List.of("throws", "overflows", "dies", "interrupts", "hangs", "garbage", "huge");
        CountDownLatch over = new CountDownLatch(1);
        Trial.of(place(), directory, (workload, reeve) -> {
            poisons.forEach(action -> reeve.deploy(poison(action)));
            reeve.agent("poisoner")
                    .action("harmless", JsonNode.class, (input, step) -> Map.of())
                    .action("harmless.undo", JsonNode.class, (input, step) -> Map.of())
                    .action("throws", JsonNode.class, (input, step) -> {
                        throw new IllegalStateException("always");
                    })
                    .action("overflows", JsonNode.class, (input, step) -> deeper(0))
                    .action("dies", JsonNode.class, (input, step) -> {
                        throw new LinkageError("always");
                    })
                    .action("interrupts", JsonNode.class, (input, step) -> {
                        Thread.currentThread().interrupt();
                        throw new InterruptedException("always");
                    })
                    .action("hangs", JsonNode.class, (input, step) -> hang(over))
                    .action("garbage", JsonNode.class, (input, step) -> endless())
                    .action("huge", JsonNode.class, (input, step) -> "x".repeat(2 << 20))
                    .slots(40)
                    .start();
            List<Execution> poisoned = new ArrayList<>();
            for (String action : poisons) {
                poisoned.add(reeve.start(action, Json.EMPTY_OBJECT, Start.key(action)));
            }
            workload.run(20);
            for (Execution execution : poisoned) {
                ExecutionResult result = execution.awaitEnd(PATIENCE);
                assertThat(result.status()).as("%s", execution.describe()).isEqualTo(ExecutionStatus.COMPENSATED);
            }
            over.countDown();
        });
    }

    private static int deeper(int depth) {
        return depth < 0 ? 0 : deeper(depth + 1) + 1;
    }

    /** A list that contains itself is not JSON. */
    private static List<Object> endless() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        return list;
    }

    /** Ignores interrupts. */
    private static Map<String, String> hang(CountDownLatch over) {
        while (true) {
            try {
                over.await();
                return Map.of();
            } catch (InterruptedException e) {
                // ignored: this makes it a bad handler
            }
        }
    }

    @Test
    @DisplayName("F54, I10: a step with an unknown outcome is undone")
    void unknownOutcomeIsUndone() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        AtomicBoolean undone = new AtomicBoolean();
        Trial.of(place(), directory, (workload, reeve) -> {
            reeve.deploy(Workflow.parse("""
                    workflow: unknown
                    version: 1
                    steps:
                      silent:
                        action: silent
                        completeBy: 200ms
                        retry: { maxAttempts: 1 }
                        compensate: { action: silent.undo }
                    """));
            reeve.agent("silent")
                    .action("silent", JsonNode.class, (input, step) -> hang(over))
                    .action("silent.undo", JsonNode.class, (input, step) -> undone.getAndSet(true))
                    .start();
            ExecutionResult result = reeve.start("unknown", Json.EMPTY_OBJECT).awaitEnd(PATIENCE);
            over.countDown();
            assertThat(result.status()).isEqualTo(ExecutionStatus.COMPENSATED);
            assertThat(undone).as("undone").isTrue();
        });
    }

    @Test
    @DisplayName("F53, I10, I17: a compensation fails forever, across restarts: it is listed, and ends when a "
            + "person helps")
    void compensationFails() throws Exception {
        AtomicBoolean willing = new AtomicBoolean();
        try (Ledger ledger = new Ledger(ledger())) {
            for (int life = 0; life < 3; life++) {
                try (Reeve reeve = place().open()) {
                    Workload workload = new Workload(reeve, ledger);
                    Stubborn stubborn = new Stubborn(reeve, ledger, willing::get);
                    stubborn.awaitEscalated();
                    assertThat(reeve.list(ExecutionQuery.all().status(ExecutionStatus.ESCALATED)))
                            .hasSize(1);
                    workload.run(4 * (life + 1));
                    willing.set(life == 2);
                    stubborn.retry();
                    if (willing.get()) {
                        assertThat(stubborn.execution().awaitEnd(PATIENCE).status())
                                .isEqualTo(ExecutionStatus.COMPENSATED);
                    }
                }
            }
        }
        Audit.check(place(), ledger());
    }

    @Test
    @DisplayName("F57: running executions keep their version while a new one is deployed")
    void newVersionWhileRunning() throws Exception {
        String text = """
                workflow: pinned
                version: %d
                steps:
                  wait: { wait: 500ms }
                  act: { after: [wait], action: do }
                output: { version: %d }
                """;
        Trial.of(place(), directory, (workload, reeve) -> {
            reeve.deploy(Workflow.parse(text.formatted(1, 1)));
            Execution old = reeve.start("pinned", Json.EMPTY_OBJECT);
            reeve.deploy(Workflow.parse(text.formatted(2, 2)));
            Execution fresh = reeve.start("pinned", Json.EMPTY_OBJECT);
            assertThat(List.of(
                            old.await(JsonNode.class, PATIENCE).get("version").asInt(),
                            fresh.await(JsonNode.class, PATIENCE).get("version").asInt()))
                    .containsExactly(1, 2);
        });
    }
}
