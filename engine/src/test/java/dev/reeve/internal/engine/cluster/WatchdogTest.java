package dev.reeve.internal.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.AlertOptions;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.engine.client.KeptMessages;
import dev.reeve.internal.engine.scheduler.decision.DecidingHook;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.MemoryStore;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads that do not come back from deciding about executions. */
@Tag("proof")
final class WatchdogTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Duration patienceBefore = Watchdog.patience;
    private final MemoryStore store = new MemoryStore(() -> Instant.now().truncatedTo(ChronoUnit.MICROS));
    private final KeptMessages alerts = new KeptMessages();
    private final Set<ExecutionId> hostile = ConcurrentHashMap.newKeySet();
    private final Set<Thread> hanging = ConcurrentHashMap.newKeySet();
    private final CountDownLatch release = new CountDownLatch(1);

    @BeforeEach
    void shorten() {
        Watchdog.patience = Duration.ofSeconds(2);
        DecidingHook.set(this::block);
    }

    @AfterEach
    void letGo() throws InterruptedException {
        Watchdog.patience = patienceBefore;
        DecidingHook.set(null);
        release.countDown();
        for (Thread thread : hanging) {
            thread.join();
        }
    }

    /** Really blocks: an interrupt does not end it. */
    private void block(ExecutionId execution) {
        if (!hostile.contains(execution)) {
            return;
        }
        hanging.add(Thread.currentThread());
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException e) {
                // the case under test
            }
        }
    }

    private Reeve open(MemoryStore opened) {
        Reeve reeve = EmbeddedReeve.on(
                opened,
                NodeOptions.defaults()
                        .withoutCluster()
                        .withLanes(1)
                        .withDrain(Duration.ZERO)
                        .withNotification(NotificationOptions.defaults()
                                .withChannel(alerts)
                                .withAlerts(AlertOptions.defaults().withReceiver(URI.create("test://desk")))));
        reeve.deploy(DefinitionReader.parse("""
                workflow: one
                version: 1
                steps:
                  only: { await: go }
                """));
        return reeve;
    }

    /** An execution whose decision about a signal does not end; its lane continues with another thread. */
    private Execution hang(Reeve reeve) {
        Execution execution = reeve.start("one", Map.of());
        hostile.add(execution.id());
        assertThatThrownBy(() -> execution.signal("go", 1)).isInstanceOf(ReeveException.class);
        return execution;
    }

    private static void assertOthersEnd(Reeve reeve) {
        Execution other = reeve.start("one", Map.of());
        other.signal("go", 1);
        assertThat(other.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("F60: two threads may fail to return from a decision; the third one ends the engine, which says why")
    void theThirdThreadEndsTheEngine() {
        List<Execution> left;
        try (Reeve reeve = open(store)) {
            assertOthersEnd(reeve);
            Execution first = hang(reeve);
            assertOthersEnd(reeve);
            Execution second = hang(reeve);
            assertOthersEnd(reeve);
            assertThat(hanging).hasSize(Watchdog.HANGING_MAX);
            assertThat(reeve.health().stats().quarantined()).isEqualTo(2);
            assertThat(ended()).isZero();

            Execution third = hang(reeve);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThatThrownBy(() -> reeve.health().agents())
                            .isInstanceOfSatisfying(
                                    ReeveException.class,
                                    e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
                            .hasMessageContaining("3 threads do not come back from deciding about executions")
                            .hasMessageContaining("restart this process"));
            assertThatThrownBy(() -> reeve.start("one", Map.of())).hasMessageContaining("restart this process");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(ended()).isEqualTo(1));
            assertThat(hanging).hasSize(3);
            left = List.of(first, second, third);
        }

        hostile.clear();
        try (Reeve reeve = open(store.reopened())) {
            for (Execution execution : left) {
                Execution found = reeve.find(execution.id()).orElseThrow();
                found.signal("go", 1);
                assertThat(found.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
            }
        }
    }

    /** How many alerts tell that the engine has stopped. */
    private long ended() {
        return alerts.all().stream()
                .filter(alert -> alert.data().contains("this engine has stopped: 3 threads"))
                .count();
    }
}
