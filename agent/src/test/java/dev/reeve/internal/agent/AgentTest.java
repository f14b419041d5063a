package dev.reeve.internal.agent;

import static dev.reeve.internal.agent.Harness.request;
import static dev.reeve.internal.agent.Harness.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.InvalidException;
import dev.reeve.Json;
import dev.reeve.agent.Agent;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("The agent as users have it, with its own threads and clock")
@Timeout(60)
final class AgentTest {

    record Charge(String card, int amount) {}

    record Receipt(String id) {}

    private final List<Report> reports = Collections.synchronizedList(new ArrayList<>());

    private final LiveNode node = new LiveNode(reports::add);

    @Test
    void performsWhatItIsGiven() {
        try (Agent agent = Agent.named("payments")
                .action("payment.charge", Charge.class, (charge, step) -> new Receipt(charge.card() + charge.amount()))
                .transport(node)
                .start()) {
            assertThat(agent.name()).isEqualTo("payments");
            node.submit(List.of(request(token("s", 1), "payment.charge", "{\"card\":\"c\",\"amount\":7}")));
            Awaitility.await().until(() -> reports.size() == 1);
        }

        assertThat(reports).containsExactly(new Report.Completed(token("s", 1), new Json("{\"id\":\"c7\"}")));
        assertThat(node.left()).isTrue();
    }

    @Test
    @Tag("proof")
    @DisplayName("Ten thousand attempts through ten slots: each is run and reported once, in far fewer exchanges")
    void manyAttempts() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(10_000);
        LiveNode counting = new LiveNode(report -> done.countDown());
        try (Agent agent = Agent.named("many")
                .action("nothing", (input, step) -> null)
                .slots(100)
                .transport(counting)
                .start()) {
            assertThat(agent.name()).isEqualTo("many");
            counting.submit(IntStream.range(0, 10_000)
                    .mapToObj(i -> request(token("s" + i, 1), "nothing", "{}"))
                    .toList());
            assertThat(done.await(50, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(counting.exchanges()).isLessThan(5_000);
    }

    @Test
    void aHandlerIsInterruptedAtCompleteBy() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        try (Agent agent = Agent.named("slow")
                .action("wait", (input, step) -> {
                    try {
                        return new CountDownLatch(1).await(1, TimeUnit.MINUTES);
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                })
                .transport(node)
                .start()) {
            assertThat(agent.name()).isEqualTo("slow");
            node.submit(List.of(request(token("s", 1), "wait", "{}", Duration.ofSeconds(2))));

            assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(reports).isEmpty();
    }

    @Test
    void closingWaitsForHandlersAndCanBeRepeated() throws InterruptedException {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Agent agent = Agent.named("drains")
                .action("wait", (input, step) -> {
                    began.countDown();
                    go.await();
                    return "done";
                })
                .transport(node)
                .start();
        node.submit(List.of(request(token("s", 1), "wait", "{}")));
        began.await();
        Thread closer = Thread.ofVirtual().start(agent::close);
        assertThat(closer.join(Duration.ofMillis(100)))
                .as("waits for the handler")
                .isFalse();

        go.countDown();
        closer.join();
        agent.close();
        agent.close(Duration.ZERO);

        assertThat(reports).hasSize(1);
        assertThat(node.left()).isTrue();
    }

    @Test
    void anInterruptedCloserKeepsItsFlagAndTheAgentClosesAllTheSame() throws InterruptedException {
        Agent agent = Agent.named("idle")
                .action("any", (input, step) -> 1)
                .transport(node)
                .start();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread closer = Thread.ofVirtual().start(() -> {
            Thread.currentThread().interrupt();
            agent.close();
            flag.set(Thread.currentThread().isInterrupted());
        });
        closer.join();

        assertThat(flag).hasValue(true);
        agent.close();
    }

    /** Breaks on every exchange. */
    private record Broken(AgentTransport way, Error error) implements AgentTransport {
        @Override
        public CompletionStage<SessionId> register(Registration registration) {
            return way.register(registration);
        }

        @Override
        public CompletionStage<Reply> exchange(SessionId session, Exchange exchange, Duration wait) {
            throw error;
        }

        @Override
        public CompletionStage<Void> leave(SessionId session) {
            return way.leave(session);
        }
    }

    @Test
    @DisplayName("R45, F60: an Error in the agent's own thread ends the whole agent")
    void errorsEndTheAgent() throws Exception {
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> seen.complete(error));
        Agent agent = Agent.named("broken")
                .action("any", (input, step) -> 1)
                .transport(new Broken(node, new InternalError("planted")))
                .start();
        try {
            assertThat(seen.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(InternalError.class)
                    .hasMessage("planted");
        } finally {
            agent.close();
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void mistakesInTheDescriptionAreSaidAtOnce() {
        Agent.Builder builder = Agent.named("a");
        assertThatThrownBy(builder::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no action");
        builder.action("x.y", (input, step) -> 1);
        assertThatThrownBy(builder::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has no server");
        assertThatThrownBy(() -> builder.action("x.y", (input, step) -> 1))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("two handlers for action x.y");
        assertThatThrownBy(() -> builder.slots(0)).hasMessageContaining("found 0");
        assertThatThrownBy(() -> builder.slots(1_000_000)).hasMessageContaining("found 1000000");
        assertThatThrownBy(() -> builder.drain(Duration.ofSeconds(-1))).hasMessageContaining("drain");
        assertThatThrownBy(() -> builder.action(" ", (input, step) -> 1)).hasMessageContaining("action: expected 1");
        assertThatThrownBy(() -> Agent.named("")).hasMessageContaining("agent's name");
        assertThatThrownBy(() -> Agent.named("x".repeat(256))).hasMessageContaining("found 256");
    }
}
