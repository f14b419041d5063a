package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.AlertOptions;
import dev.reeve.Execution;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.Reeve;
import dev.reeve.Situation;
import dev.reeve.UnofferedAction;
import dev.reeve.agent.Agent;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.runtime.Surroundings;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.SessionId;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A step whose action nobody offers does not wait in silence. */
final class UnofferedTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final KeptMessages alerts = new KeptMessages();
    private final MemoryStore store = new MemoryStore(Instant::now);
    private @Nullable Reeve reeve;
    private @Nullable Node node;

    private Reeve open(MemoryStore opened, Duration unofferedAfter) {
        Node running = Node.open(
                opened,
                NodeOptions.defaults()
                        .withUnofferedAfter(unofferedAfter)
                        .withNotification(NotificationOptions.defaults()
                                .withChannel(alerts)
                                .withAlerts(AlertOptions.defaults().withReceiver(URI.create("test://desk")))),
                Surroundings.machine());
        Reeve made = EmbeddedReeve.over(running);
        node = running;
        made.deploy(DefinitionReader.parse("""
                workflow: one
                version: 1
                steps:
                  only: { action: test.only, completeBy: 1h }
                """));
        reeve = made;
        return made;
    }

    @AfterEach
    void close() {
        if (reeve != null) {
            reeve.close();
        }
    }

    @Test
    @DisplayName("An action without agents is listed in the inbox, explained and alerted of, until an agent offers it")
    void anIncidentUntilSomebodyOffersIt() {
        Reeve opened = open(store, Duration.ofMillis(1));
        Execution execution = opened.start("one", Map.of());

        await().atMost(PATIENCE).until(() -> !opened.inbox().unoffered().isEmpty());
        assertThat(opened.inbox().unoffered()).singleElement().satisfies(incident -> {
            assertThat(incident.action()).isEqualTo("test.only");
            assertThat(incident.waiting()).isEqualTo(1);
            assertThat(incident.agent()).isNull();
        });
        assertThat(execution.explain().toString()).contains("for an agent that offers this action, and there is none");
        await().atMost(PATIENCE).until(() -> !alerts.all().isEmpty());
        assertThat(alerts.all())
                .singleElement()
                .satisfies(alert -> assertThat(alert.data())
                        .contains("\"kind\":\"ACTION_UNOFFERED\"", "\"group\":\"test.only\"", "1 step waits"));
        await().atMost(PATIENCE).until(() -> !store.unoffered().isEmpty());

        EngineFixture.echo(opened, "test.only");

        execution.awaitEnd(PATIENCE);
        await().atMost(PATIENCE).until(() -> opened.inbox().unoffered().isEmpty());
        await().atMost(PATIENCE).until(() -> store.unoffered().isEmpty());
    }

    @Test
    @DisplayName(
            "V3: an attempt that is slower than expected raises an alert if its step has onSlow: alert, and goes on")
    void aSlowAttempt() throws InterruptedException {
        Reeve opened = open(store, Duration.ofDays(1));
        opened.deploy(DefinitionReader.parse("""
                workflow: slow
                steps:
                  a: { action: test.slow, expected: 10ms, onSlow: alert }
                  b: { after: [a], action: test.slow, expected: 10ms }
                """));
        CountDownLatch release = new CountDownLatch(1);
        opened.agent("slow")
                .action("test.slow", Map.class, (input, step) -> {
                    release.await();
                    return input;
                })
                .start();
        Execution execution = opened.start("slow", Map.of());

        await().atMost(PATIENCE).until(() -> !alerts.all().isEmpty());
        release.countDown();

        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(alerts.all())
                .singleElement()
                .satisfies(alert -> assertThat(alert.data())
                        .contains(
                                "\"kind\":\"ATTEMPT_SLOW\"",
                                "\"group\":\"test.slow\"",
                                "step a is slow",
                                execution.id().toString()));
    }

    @Test
    @DisplayName("Before the time is over explain names the missing agent, and no alert is sent")
    void explainedAtOnce() {
        Reeve opened = open(store, Duration.ofDays(1));
        Execution execution = opened.start("one", Map.of());

        await().atMost(PATIENCE)
                .until(() -> execution.explain().steps().getFirst().situation() instanceof Situation.Unoffered);
        assertThat(execution.explain().steps().getFirst().situation())
                .isInstanceOfSatisfying(
                        Situation.Unoffered.class,
                        alone -> assertThat(alone.unoffered()).isNull());
        assertThat(opened.inbox().unoffered()).isEmpty();
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    @DisplayName(
            "An agent that goes offline during work raises an alert, and an incident if no other offers its action")
    void anAgentGoesOfflineWithWork() {
        Reeve opened = open(store, Duration.ofDays(1));
        // An agent that takes work and is never heard of again.
        SessionId session = Objects.requireNonNull(node)
                .transport()
                .register(new Registration("frail", Set.of("test.only"), 1))
                .toCompletableFuture()
                .join();
        opened.start("one", Map.of());
        Objects.requireNonNull(node)
                .transport()
                .exchange(session, Exchange.NOTHING, Duration.ofSeconds(10))
                .toCompletableFuture()
                .join();
        Objects.requireNonNull(node).transport().leave(session);

        await().atMost(PATIENCE).until(() -> !opened.inbox().unoffered().isEmpty());
        assertThat(opened.inbox().unoffered())
                .singleElement()
                .extracting(UnofferedAction::agent)
                .isEqualTo("frail");
        await().atMost(PATIENCE).until(() -> alerts.all().size() == 2);
        assertThat(alerts.all())
                .extracting(OutgoingMessage::data)
                .anyMatch(data -> data.contains("\"kind\":\"AGENT_OFFLINE\""));
        assertThat(alerts.all())
                .extracting(OutgoingMessage::data)
                .anyMatch(data -> data.contains("\"kind\":\"ACTION_UNOFFERED\"") && data.contains("frail"));
    }

    @Test
    @DisplayName("A step waits no longer than its startBy, and a later agent does not get it")
    void startByBoundsTheWait() {
        Reeve opened = open(store, Duration.ofDays(1));
        opened.deploy(DefinitionReader.parse("""
                workflow: hurried
                version: 1
                steps:
                  only: { action: test.late, startBy: 100ms }
                """));
        Execution execution = opened.start("hurried", Map.of());

        ExecutionResult result = execution.awaitEnd(PATIENCE);

        assertThat(result.status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(Objects.requireNonNull(result.failure()).code()).isEqualTo("START_BY_PASSED");
        assertThat(opened.services().list())
                .filteredOn(service -> service.action().equals("test.late"))
                .allSatisfy(service -> assertThat(service.queued()).isZero());
    }

    @Test
    @DisplayName("An incident survives a restart of the engine")
    void incidentsGoOnWithTheNextEngine() {
        UnofferedAction incident = new UnofferedAction("test.only", Instant.parse("2026-01-01T00:00:00Z"), 7, null);
        store.keepUnoffered(List.of(incident), Set.of());

        Reeve opened = open(store, Duration.ofDays(1));
        assertThat(opened.inbox().unoffered()).containsExactly(incident);

        try (Agent agent = opened.agent("one")
                .action("test.only", Map.class, (input, step) -> null)
                .start()) {
            await().atMost(PATIENCE).until(() -> opened.inbox().unoffered().isEmpty());
            assertThat(agent).isNotNull();
        }
    }
}
