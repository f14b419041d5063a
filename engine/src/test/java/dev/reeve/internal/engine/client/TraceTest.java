package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.agent.StepContext;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.values.TraceContext;
import dev.reeve.spi.store.MemoryStore;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The trace of a start goes on in all that the execution causes. */
final class TraceTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final URI SHOP = URI.create("test://shop/orders");

    private final Map<String, String> seen = new ConcurrentHashMap<>();
    private final Map<String, ExecutionId> executions = new ConcurrentHashMap<>();
    private final KeptMessages messages = new KeptMessages();
    private Reeve reeve;

    @BeforeEach
    void open() {
        reeve = EmbeddedReeve.on(
                new MemoryStore(Instant::now),
                NodeOptions.defaults()
                        .withNotification(NotificationOptions.defaults().withChannel(messages)));
        reeve.deploy(DefinitionReader.parse("""
                workflow: parcel
                version: 1
                steps:
                  pack: { action: test.pack }
                """));
        reeve.deploy(DefinitionReader.parse("""
                workflow: order
                version: 1
                steps:
                  take: { action: test.take, input: { traceparent: "a payload" } }
                  ship: { workflow: parcel, after: [take] }
                output: { traceparent: "not a span" }
                """));
        reeve.agent("tests")
                .action("test.take", Map.class, (input, step) -> kept(step))
                .action("test.pack", Map.class, (input, step) -> kept(step))
                .start();
    }

    private String kept(StepContext step) {
        seen.put(step.step().toString(), step.traceparent().orElse("none"));
        executions.put(step.step().toString(), step.execution());
        return "done";
    }

    @AfterEach
    void close() {
        reeve.close();
    }

    private Event.ExecutionStarted started(ExecutionId id) {
        return (Event.ExecutionStarted)
                reeve.find(id).orElseThrow().history().getFirst().event();
    }

    @Test
    @DisplayName("Attempts, children and status messages get spans of the trace, whose ids follow from their names")
    void goesOn() {
        Execution order = reeve.start(
                "order", Map.of(), Start.key("order-1").traceparent(SPAN).replyTo(SHOP));
        order.awaitEnd(PATIENCE);

        assertThat(started(order.id()).traceparent()).isEqualTo(SPAN);
        assertThat(seen)
                .hasSize(2)
                .allSatisfy((step, span) -> assertThat(span)
                        .matches("00-" + TRACE + "-[0-9a-f]{16}-01")
                        .isNotEqualTo(SPAN));
        // the child began in the attempt of its parent's step, and no agent has seen that one
        ExecutionId child = Objects.requireNonNull(executions.get("pack"));
        assertThat(started(child).traceparent())
                .startsWith("00-" + TRACE)
                .isNotEqualTo(SPAN)
                .isNotEqualTo(seen.get("pack"));
        String whole = TraceContext.ofExecution(SPAN, order.id());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(messages.all())
                        .hasSize(3)
                        .allSatisfy(message -> assertThat(message.traceparent()).isEqualTo(whole))
                        .allSatisfy(message -> assertThat(message.cloudEvent())
                                .contains(",\"traceparent\":\"" + whole + "\",\"data\":")));
    }

    @Test
    @DisplayName("Without a trace nothing has one, even if a payload has such a member")
    void none() {
        Execution order = reeve.start("order", Map.of(), Start.key("order-2").replyTo(SHOP));
        order.awaitEnd(PATIENCE);

        assertThat(started(order.id()).traceparent()).isNull();
        assertThat(seen).containsOnlyKeys("take", "pack").containsValue("none").doesNotContainValue(SPAN);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(messages.all()).hasSize(3).allSatisfy(message -> {
                    assertThat(message.traceparent()).isNull();
                    assertThat(message.cloudEvent()).doesNotContain("traceparent\":\"00");
                }));
    }

    @Test
    @DisplayName("A malformed one refuses the start, with the rule")
    void malformed() {
        Start wrong = Start.key("order-3").traceparent("00-4bf9-00f0-01");

        assertThatThrownBy(() -> reeve.start("order", Map.of(), wrong))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("traceparent: expected 55 characters such as 00-")
                .hasMessageContaining("found '00-4bf9-00f0-01'");
    }
}
