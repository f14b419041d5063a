package dev.reeve.internal.engine.client;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.AlertOptions;
import dev.reeve.Execution;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.MessageChannel;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.Receipt;
import dev.reeve.spi.store.MemoryStore;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The messages to the caller of a start, through an engine and a channel of the test (S10). */
final class NotificationTest {

    private static final Duration PATIENCE = ofSeconds(20);
    private static final URI SHOP = URI.create("test://shop/orders");

    private static final String FLOW = """
            workflow: order
            version: 1
            steps:
              take: { action: test.take, compensate: test.release }
              pay: { action: test.pay, after: [take], onExhausted: escalate, retry: { maxAttempts: 1 } }
            output: { paid: "${ steps.pay.output }" }
            """;

    private final Recorder channel = new Recorder();
    private NotificationOptions options = NotificationOptions.defaults().withChannel(channel);
    private final MemoryStore store = new MemoryStore(Instant::now);
    private final Queue<String> answers = new ConcurrentLinkedQueue<>();
    private @Nullable Reeve reeve;

    /** A channel into a list. */
    private static final class Recorder implements MessageChannel {
        final Queue<OutgoingMessage> messages = new ConcurrentLinkedQueue<>();
        volatile Receipt answer = Receipt.DELIVERED;
        volatile Duration delay = Duration.ZERO;

        @Override
        public Set<String> schemes() {
            return Set.of("test");
        }

        @Override
        public void check(URI replyTo) {
            if (!"shop".equals(replyTo.getHost())) {
                throw new IllegalArgumentException("only the shop is allowed");
            }
        }

        @Override
        public CompletionStage<Receipt> send(OutgoingMessage message) {
            messages.add(message);
            return delay.isZero()
                    ? CompletableFuture.completedFuture(answer)
                    : new CompletableFuture<Receipt>()
                            .completeOnTimeout(answer, delay.toMillis(), TimeUnit.MILLISECONDS);
        }

        List<String> types() {
            return messages.stream()
                    .filter(message -> message.replyTo().equals(SHOP))
                    .map(message -> message.type().replace("dev.reeve.execution.", ""))
                    .toList();
        }
    }

    private Reeve open(MemoryStore opened) {
        Reeve made = EmbeddedReeve.on(opened, NodeOptions.defaults().withNotification(options));
        made.deploy(DefinitionReader.parse(FLOW));
        reeve = made;
        return made;
    }

    private void agent(Reeve opened) {
        opened.agent("tests")
                .action("test.take", Map.class, (input, step) -> "taken")
                .action("test.release", Map.class, (input, step) -> "released")
                .action("test.pay", Map.class, (input, step) -> {
                    String answer = answers.poll();
                    if ("declined".equals(answer)) {
                        throw StepFailure.businessError("DECLINED", "no money", Map.of("left", 3));
                    }
                    if ("down".equals(answer)) {
                        throw StepFailure.transientError("DOWN", "no bank");
                    }
                    return 42;
                })
                .start();
    }

    @AfterEach
    void close() {
        if (reeve != null) {
            reeve.close();
        }
    }

    private void awaitTypes(String... types) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(channel.types()).containsExactly(types));
    }

    @Test
    @DisplayName("S10: messages received, running and completed arrive in order, with correlation id and contents")
    void completed() {
        Reeve opened = open(store);
        agent(opened);
        Execution execution = opened.start(
                "order", Map.of(), Start.key("order-1").replyTo(SHOP).correlationId("basket 7"));
        opened.start("order", Map.of(), Start.key("order-2")).awaitEnd(PATIENCE);

        awaitTypes("received", "running", "completed");
        List<OutgoingMessage> messages = List.copyOf(channel.messages);
        assertThat(messages).allSatisfy(message -> {
            assertThat(message.subject()).isEqualTo(execution.id().toString());
            assertThat(message.correlationId()).isEqualTo("basket 7");
            assertThat(message.replyTo()).isEqualTo(SHOP);
        });
        assertThat(messages.stream().map(OutgoingMessage::id)).doesNotHaveDuplicates();
        assertThat(messages.stream().map(OutgoingMessage::sequence)).isSorted();
        assertThat(messages.getLast().data())
                .contains("\"workflow\":\"order\",\"version\":1,\"key\":\"order-1\",\"status\":\"COMPLETED\"")
                .endsWith("\"output\":{\"paid\":42}}");
    }

    @Test
    @DisplayName("S10: a message reports that an execution is being undone, and why")
    void compensated() {
        answers.add("declined");
        Reeve opened = open(store);
        opened.deploy(DefinitionReader.parse(
                FLOW.replace("version: 1", "version: 2").replace("onExhausted: escalate, ", "")));
        agent(opened);
        opened.start("order", Map.of(), Start.plain().replyTo(SHOP));

        awaitTypes("received", "running", "compensating", "compensated");
        assertThat(channel.messages.stream().skip(3).findFirst().orElseThrow().data())
                .contains("\"error\":{\"cause\":\"BUSINESS\",\"code\":\"DECLINED\",\"message\":\"no money\","
                        + "\"details\":{\"left\":3},\"step\":\"pay\"}");
    }

    @Test
    @DisplayName("S10 S6: messages report an escalation and its end, and none is repeated after a restart")
    void escalatedAndOn() {
        answers.add("down");
        Reeve opened = open(store);
        agent(opened);
        Execution execution = opened.start("order", Map.of(), Start.key("k").replyTo(SHOP));
        awaitTypes("received", "running", "escalated");

        opened.close();
        Reeve again = open(store.reopened());
        agent(again);
        again.find(execution.id()).orElseThrow().actingAs("ann").recovery().retry("pay");

        awaitTypes("received", "running", "escalated", "running", "completed");
    }

    @Test
    @DisplayName("S10: the definition can compute replyTo from the input; the start's own replyTo wins")
    void replyToOfDefinition() {
        Reeve opened = open(store);
        opened.deploy(DefinitionReader.parse(
                FLOW.replace("version: 1", "version: 2\nreplyTo: 'test://${ input.host }/orders'")));
        agent(opened);
        opened.start("order", Map.of("host", "shop"), Start.plain());

        awaitTypes("received", "running", "completed");
        URI elsewhere = URI.create("test://shop/elsewhere");
        opened.start("order", Map.of("host", "shop"), Start.plain().replyTo(elsewhere));
        await().atMost(PATIENCE)
                .until(() -> channel.messages.stream()
                        .anyMatch(message -> message.replyTo().equals(elsewhere)));
        assertThat(channel.types()).hasSize(3);
        assertThatThrownBy(() -> opened.start("order", Map.of("host", "evil"), Start.key("k")))
                .hasMessageStartingWith("replyTo: ");
        assertThat(opened.find("k")).isEmpty();
    }

    @Test
    @DisplayName("S10: a bad replyTo is refused before anything is stored, with what to do")
    void refusedAtStart() {
        Reeve opened = open(store);
        for (URI bad : List.of(URI.create("test://evil/"), URI.create("https://shop/"), URI.create("/orders"))) {
            assertThatThrownBy(
                            () -> opened.start("order", Map.of(), Start.key("k").replyTo(bad)))
                    .isInstanceOf(ReeveException.class)
                    .hasMessageStartingWith("replyTo: ");
        }
        assertThatThrownBy(() -> opened.start("order", Map.of(), Start.plain().correlationId("")))
                .hasMessageContaining("correlationId");
        assertThat(opened.find("k")).isEmpty();
    }

    @Test
    @DisplayName("S10: undeliverable messages are listed, and sent again on request")
    void undeliverable() {
        channel.answer = new Receipt.Refused("it wants no more");
        Reeve opened = open(store);
        agent(opened);
        Execution execution = opened.start("order", Map.of(), Start.plain().replyTo(SHOP));
        execution.awaitEnd(PATIENCE);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(opened.messages().undeliverable(10))
                        .hasSize(1)
                        .first()
                        .satisfies(lost -> assertThat(lost.error()).isEqualTo("it wants no more")));
        assertThat(channel.types()).containsExactly("received");

        channel.answer = Receipt.DELIVERED;
        assertThat(opened.messages().redeliver(execution.id())).isPositive();

        awaitTypes("received", "received", "running", "completed");
        assertThat(opened.messages().undeliverable(10)).isEmpty();
        assertThat(opened.health().stats().courier().givenUp()).isEqualTo(1);
    }

    @Test
    @DisplayName("O1: an alert is sent once for all escalations of the same kind")
    void alerted() {
        URI desk = URI.create("test://shop/alerts");
        options = options.withAlerts(AlertOptions.defaults().withReceiver(desk));
        Reeve opened = open(store);
        agent(opened);
        for (int i = 0; i < 20; i++) {
            answers.add("down");
        }
        for (int i = 0; i < 20; i++) {
            opened.start("order", Map.of());
        }
        await().atMost(PATIENCE).until(() -> opened.inbox().executions() == 20);

        await().atMost(PATIENCE).until(() -> channel.messages.size() >= 2);
        assertThat(channel.messages)
                .filteredOn(alert -> alert.data().contains("\"kind\":\"SERVICE_FAILING\""))
                .as("the breaker opened, once")
                .hasSize(1);
        assertThat(channel.messages)
                .filteredOn(alert -> !alert.data().contains("\"kind\":\"SERVICE_FAILING\""))
                .hasSize(1)
                .allSatisfy(alert -> {
                    assertThat(alert.type()).isEqualTo("dev.reeve.alert");
                    assertThat(alert.replyTo()).isEqualTo(desk);
                    assertThat(alert.data())
                            .contains(
                                    "\"kind\":\"EXECUTION_ESCALATED\"",
                                    "test.pay",
                                    "DOWN",
                                    "no bank",
                                    "\"group\":\"test.pay DOWN");
                });
    }

    @Test
    @DisplayName("If undoing a step fails, the alert names the action that was to undo it")
    void alertsNameTheActionThatFailed() {
        options = options.withAlerts(AlertOptions.defaults().withReceiver(URI.create("test://shop/alerts")));
        Reeve opened = open(store);
        opened.deploy(DefinitionReader.parse("""
                workflow: undone
                version: 1
                steps:
                  take: { action: test.take, compensate: { action: test.keep, retry: { maxAttempts: 1 } } }
                  pay: { action: test.pay, after: [take], retry: { maxAttempts: 1 } }
                """));
        agent(opened);
        opened.agent("keeper")
                .action("test.keep", Map.class, (input, step) -> {
                    throw StepFailure.businessError("KEPT", "it stays");
                })
                .start();
        answers.add("declined");

        opened.start("undone", Map.of());

        await().atMost(PATIENCE).until(() -> !channel.messages.isEmpty());
        assertThat(channel.messages)
                .first()
                .satisfies(alert -> assertThat(alert.data())
                        .contains("\"group\":\"test.keep KEPT", "needs a person to be undone: action test.keep failed")
                        .doesNotContain("test.take"));
    }

    @Test
    @DisplayName("S10: a message in delivery when the engine closes does not delay later ones")
    void closedInBetween() {
        Reeve first = open(store);
        channel.delay = Duration.ofMillis(300);
        first.start("order", Map.of(), Start.plain().replyTo(SHOP));
        awaitTypes("received");
        first.close();

        channel.delay = Duration.ZERO;
        agent(open(store.reopened()));
        awaitTypes("received", "running", "completed");
    }
}
