package dev.reeve.internal.engine.client;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.HistoryEntry;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.StepStatus;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** An engine on the database of the test that is running, and what its tests share. */
public abstract class EngineFixture {

    protected record Order(String id, int amount) {}

    static final Duration PATIENCE = ofSeconds(20);

    static final String TWO_STEPS = """
            workflow: two
            version: 1
            steps:
              first: { action: test.first, retry: { maxAttempts: 3, backoff: 10ms }, compensate: test.unfirst }
              second: { action: test.second, after: [first], retry: { maxAttempts: 3, backoff: 10ms }, input: { got: "${ steps.first.output }" } }
            output: "${ steps.second.output }"
            """;

    @Nullable Reeve reeve;

    protected final Queue<String> calls = new ConcurrentLinkedQueue<>();

    /** Opens the database of the test that is running: empty at first, later with what is in it. */
    protected abstract Store open();

    @AfterEach
    final void closeReeve() {
        if (reeve != null) {
            try {
                assertThat(reeve.health().verify(done -> {}).incidents())
                        .as("what the auditor found")
                        .isEmpty();
            } finally {
                reeve.close();
            }
        }
    }

    protected final Reeve reeve() {
        if (reeve == null) {
            reeve = opened();
        }
        return reeve;
    }

    /** Opens an engine, or a client of one, on the database of the test. */
    Reeve opened() {
        return EmbeddedReeve.on(open(), optionsOfTest());
    }

    final Reeve reopened() {
        reeve().close();
        reeve = null;
        return reeve();
    }

    NodeOptions optionsOfTest() {
        return options();
    }

    static NodeOptions options() {
        return NodeOptions.defaults().withDrain(ofMillis(500));
    }

    void twoSteps() {
        reeve().deploy(DefinitionReader.parse(TWO_STEPS));
    }

    /** A workflow that books, and waits until it is cancelled. */
    void slowChild() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: slow_child
                version: 1
                steps: { book: { action: test.book, compensate: test.free }, wait: { after: [book], await: never } }
                """));
    }

    void honestAgent() {
        reeve().agent("tests")
                .action("test.first", Order.class, (order, step) -> {
                    calls.add("first " + step.idempotencyKey());
                    return Map.of("amount", order.amount());
                })
                .action("test.second", Map.class, (input, step) -> {
                    calls.add("second " + step.idempotencyKey());
                    return input;
                })
                .action("test.unfirst", Map.class, (input, step) -> {
                    calls.add("unfirst " + step.idempotencyKey());
                    return null;
                })
                .start();
    }

    /** An agent that returns its input. */
    public static void echo(Reeve reeve, String action) {
        reeve.agent("echo").action(action, Object.class, (input, step) -> input).start();
    }

    /** The output, if it is an object. */
    static Object object(Execution execution) {
        return execution.await(Map.class, PATIENCE);
    }

    public static void refused(
            ErrorCode code, String message, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ReeveException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e).hasMessageContaining(message);
        });
    }

    static ExecutionId unknown() {
        return new ExecutionId(new UUID(1, 2));
    }

    static StepStatus status(Execution execution, String step) {
        return execution.describe().steps().stream()
                .filter(description -> description.step().toString().equals(step))
                .findFirst()
                .orElseThrow()
                .status();
    }

    static <E extends Event> List<E> events(Execution execution, Class<E> type) {
        return execution.history().stream()
                .map(HistoryEntry::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
