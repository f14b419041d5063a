package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Situation;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: limits of calls per action and key, on every store. */
public abstract class LimitContract extends StartContract {

    private static final String TRANSFER = """
            workflow: transfer
            steps:
              move:
                action: bank.move
                limit: { key: "${ input.account }", concurrency: 2 }
                retry: { maxAttempts: 3, backoff: 10ms }
            """;

    private final Map<String, AtomicInteger> open = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> most = new ConcurrentHashMap<>();

    private void bank(CountDownLatch gate) {
        reeve().agent("bank")
                .action("bank.move", Map.class, (input, step) -> {
                    String account = String.valueOf(input.get("account"));
                    int now = open.computeIfAbsent(account, a -> new AtomicInteger())
                            .incrementAndGet();
                    most.computeIfAbsent(account, a -> new AtomicInteger()).accumulateAndGet(now, Math::max);
                    calls.add(account);
                    try {
                        gate.await();
                    } finally {
                        open.getOrDefault(account, new AtomicInteger()).decrementAndGet();
                    }
                    return null;
                })
                .slots(50)
                .start();
    }

    private List<Execution> start(String account, int count) {
        List<Execution> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            started.add(reeve().start("transfer", Map.of("account", account)));
        }
        return started;
    }

    private int mostAt(String account) {
        return most.getOrDefault(account, new AtomicInteger()).get();
    }

    private static void awaitEnds(List<Execution> executions) {
        for (Execution execution : executions) {
            assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        }
    }

    @Test
    @DisplayName("S8: a key has at most as many open calls as its concurrency; other keys do not wait; explain says so")
    void concurrency() {
        reeve().deploy(DefinitionReader.parse(TRANSFER));
        CountDownLatch gate = new CountDownLatch(1);
        bank(gate);
        List<Execution> all = start("flooded", 20);
        all.addAll(start("other", 1));

        await().atMost(PATIENCE).until(() -> calls.size() == 3);
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(reeve().services().list().getFirst().limited())
                                .isEqualTo(18));
        Situation waits = all.subList(0, 20).stream()
                .map(execution -> execution.explain().steps().getFirst().situation())
                .filter(Situation.Limited.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertThat(waits).isInstanceOfSatisfying(Situation.Limited.class, limited -> {
            assertThat(limited.limit().key()).isEqualTo("flooded");
            assertThat(limited.running()).isEqualTo(2);
            assertThat(limited.waiting()).isEqualTo(18);
        });
        assertThat(calls).containsOnly("flooded", "other");
        gate.countDown();
        awaitEnds(all);
        assertThat(mostAt("flooded")).isEqualTo(2);
        assertThat(reeve().services().list().getFirst().limited()).isZero();
    }

    @Test
    @DisplayName("S8 F1: after a restart open calls count until they are settled, and waiting ones respect the limit")
    void acrossARestart() {
        reeve().deploy(DefinitionReader.parse(TRANSFER));
        bank(new CountDownLatch(1));
        List<Execution> before = start("a", 10);
        await().atMost(PATIENCE).until(() -> calls.size() == 2);

        reopened();
        open.clear();
        calls.clear();
        CountDownLatch gate = new CountDownLatch(1);
        bank(gate);
        await().atMost(PATIENCE).until(() -> calls.size() == 2);
        List<Execution> all = new ArrayList<>(start("a", 3));
        gate.countDown();
        before.forEach(execution -> all.add(reeve().find(execution.id()).orElseThrow()));
        awaitEnds(all);
        assertThat(calls).hasSize(13);
        assertThat(mostAt("a")).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "S8: a step that waits for its limit uses up neither attempts nor its complete-by, and can be cancelled")
    void waitsForNothing() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: transfer
                steps:
                  move:
                    action: bank.move
                    completeBy: 5s
                    limit: { key: "${ input.account }", rate: 1/s }
                """));
        CountDownLatch gate = new CountDownLatch(1);
        gate.countDown();
        bank(gate);
        List<Execution> all = start("a", 3);
        Execution unwanted = start("a", 1).getFirst();
        unwanted.actingAs("ada").cancel("no longer");

        awaitEnds(all);
        assertThat(unwanted.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(all)
                .allMatch(execution -> execution.describe().steps().getFirst().attempts() == 1);
        assertThat(calls).hasSize(3);
    }

    @Test
    @DisplayName("S8: items of one step wait for each other's limit")
    void items() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: payroll
                steps:
                  pay:
                    forEach: "${ input }"
                    action: bank.move
                    input: { account: "${ item }" }
                    limit: { key: "${ item }", concurrency: 1 }
                """));
        CountDownLatch gate = new CountDownLatch(1);
        bank(gate);
        List<String> accounts = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            accounts.add("k" + i % 3);
        }
        Execution execution = reeve().start("payroll", accounts);
        await().atMost(PATIENCE).until(() -> calls.size() == 3);
        assertThat(calls).containsExactlyInAnyOrder("k0", "k1", "k2");
        gate.countDown();
        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(most.values()).allMatch(count -> count.get() == 1);
        assertThat(calls).hasSize(30);
    }
}
