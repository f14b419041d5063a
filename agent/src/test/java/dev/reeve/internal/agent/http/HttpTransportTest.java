package dev.reeve.internal.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.InvalidException;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.agent.Agent;
import dev.reeve.agent.Handler;
import dev.reeve.agent.StepContext;
import dev.reeve.internal.agent.endpoint.LoopbackServer;
import dev.reeve.internal.agent.endpoint.LoopbackServer.Fault;
import dev.reeve.internal.agent.endpoint.MiniNode;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.BusyNodeException;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Report;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

@DisplayName("An agent that is connected by HTTP")
@Timeout(90)
final class HttpTransportTest {

    private final MiniNode node = new MiniNode();
    private LoopbackServer server;

    HttpTransportTest() throws IOException {
        server = new LoopbackServer(node, 0);
    }

    @BeforeEach
    void listensOnLoopbackOnly() {
        assertThat(server.address().getHost()).isEqualTo("127.0.0.1");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static AttemptToken token(int number) {
        return new AttemptToken(
                new ExecutionId(new UUID(7, number)), StepPath.parse("step"), Purpose.FORWARD, 1, 1_000 + number);
    }

    private static AttemptRequest request(int number, String action) {
        return new AttemptRequest(
                token(number),
                "workflow",
                action,
                new Json("{\"n\":" + number + "}"),
                Duration.ofMinutes(1),
                null,
                null,
                null);
    }

    private Agent.Builder agent(URI... servers) {
        return Agent.named("payments")
                .action("echo", (input, step) -> input)
                .slots(20)
                .servers(servers)
                .apiKey("key-a");
    }

    private List<Integer> acceptedNumbers() {
        return node.accepted().stream()
                .map(report -> (int) report.token().execution().value().getLeastSignificantBits())
                .sorted()
                .toList();
    }

    private void untilReported(int count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> node.accepted().size() >= count);
    }

    @Test
    void performsWhatItIsGivenAndLeaves() {
        try (Agent agent = agent(server.address()).start()) {
            assertThat(agent.name()).isEqualTo("payments");
            node.submit(request(1, "echo"));
            untilReported(1);
        }

        assertThat(node.accepted()).containsExactly(new Report.Completed(token(1), new Json("{\"n\":1}")));
        assertThat(node.sessions()).isZero();
    }

    @Test
    @DisplayName("A thousand attempts: each is performed once, in far fewer requests than attempts")
    void manyAttempts() {
        AtomicInteger performed = new AtomicInteger();
        try (Agent agent = Agent.named("payments")
                .action("count", (input, step) -> performed.incrementAndGet())
                .slots(100)
                .servers(server.address())
                .apiKey("key-a")
                .start()) {
            assertThat(agent.name()).isEqualTo("payments");
            node.submit(
                    IntStream.range(0, 1_000).mapToObj(i -> request(i, "count")).toArray(AttemptRequest[]::new));
            untilReported(1_000);
        }

        assertThat(performed).hasValue(1_000);
        assertThat(acceptedNumbers())
                .isEqualTo(IntStream.range(0, 1_000).boxed().toList());
        assertThat(server.requests.get()).isLessThan(700);
    }

    @ParameterizedTest
    @Tag("proof")
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @DisplayName("With each kind of fault on a third of the requests, everything is reported once")
    void survivesFaults(Fault fault) {
        SplittableRandom random = new SplittableRandom(fault.name().length());
        server.faulty(path -> {
            synchronized (random) {
                return random.nextInt(3) == 0 ? fault : Fault.NONE;
            }
        });
        AtomicInteger submitted = new AtomicInteger();
        Set<String> performed = ConcurrentHashMap.newKeySet();
        AtomicInteger repeated = new AtomicInteger();
        try (Agent agent = Agent.named("payments")
                .action("once", (input, step) -> {
                    if (!performed.add(step.idempotencyKey())) {
                        repeated.incrementAndGet();
                    }
                    return input;
                })
                .slots(5)
                .servers(server.address())
                .apiKey("key-a")
                .start()) {
            assertThat(agent.name()).isEqualTo("payments");
            for (int i = 0; i < 20; i++) {
                node.submit(request(submitted.getAndIncrement(), "once"));
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> {
                        node.offerAgain();
                        boolean done = node.accepted().size() == submitted.get();
                        if (done && server.faults.get() < 3) {
                            node.submit(request(submitted.getAndIncrement(), "once"));
                        }
                        return done && server.faults.get() >= 3;
                    });
            server.faulty(path -> Fault.NONE);
        }

        assertThat(repeated).hasValue(0);
        assertThat(performed).hasSize(submitted.get());
    }

    /** Works on one attempt until it is released. */
    private static final class HeldHandler implements Handler<JsonNode, String> {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        @Override
        public String handle(JsonNode input, StepContext step) throws InterruptedException {
            begun.countDown();
            released.await();
            return "done";
        }

        void release() {
            released.countDown();
        }
    }

    private void submitTo(Agent agent, HeldHandler held) throws InterruptedException {
        assertThat(agent.name()).isEqualTo("payments");
        node.submit(request(1, "wait"));
        assertThat(held.begun.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName(
            "The server restarts while a handler runs: the agent registers again, lists the attempt, and reports it")
    void serverRestarts() throws Exception {
        HeldHandler held = new HeldHandler();
        int port = server.port();
        try (Agent agent = agent(server.address()).action("wait", held).start()) {
            submitTo(agent, held);

            server.close();
            node.restart();
            server = new LoopbackServer(node, port);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> node.registrations() == 2);
            Awaitility.await()
                    .until(() ->
                            node.beats().stream().anyMatch(beat -> beat.token().equals(token(1))));
            held.release();
            untilReported(1);
        }

        assertThat(node.accepted()).containsExactly(new Report.Completed(token(1), new Json("\"done\"")));
    }

    @Test
    @DisplayName("One of two servers ends permanently: the agent goes on at the other one, and delivers there")
    void anotherServerAnswers() throws Exception {
        HeldHandler held = new HeldHandler();
        try (LoopbackServer other = new LoopbackServer(node, 0);
                Agent agent = agent(server.address(), other.address())
                        .action("wait", held)
                        .start()) {
            submitTo(agent, held);
            boolean firstIsUsed = server.requests.get() > 0;

            (firstIsUsed ? server : other).close();
            held.release();
            untilReported(1);

            assertThat((firstIsUsed ? other : server).requests.get()).isPositive();
        }
        assertThat(node.accepted()).hasSize(1);
    }

    @Test
    @DisplayName("An agent whose key is refused goes on trying, and works once the key is right")
    void theKeyIsRenewed() {
        String[] key = {"wrong"};
        try (Agent agent = agent(server.address()).apiKey(() -> key[0]).start()) {
            assertThat(agent.name()).isEqualTo("payments");
            node.submit(request(1, "echo"));
            Awaitility.await().until(() -> server.requests.get() >= 2);
            assertThat(node.registrations()).isZero();

            key[0] = "key-a";
            untilReported(1);
        }
        assertThat(node.accepted()).hasSize(1);
    }

    @Test
    @DisplayName("The agent keeps the text of a token until its verdict, and no longer")
    void tokensAreForgotten() throws Exception {
        HttpTransport transport = new HttpTransport(List.of(server.address()), () -> "key-a", 0);
        try (Agent agent = Agent.named("payments")
                .action("echo", (input, step) -> input)
                .transport(transport)
                .start()) {
            assertThat(agent.name()).isEqualTo("payments");
            node.submit(request(1, "echo"), request(2, "echo"));
            untilReported(2);
            Awaitility.await().until(() -> transport.kept() == 0);
        }
    }

    @Test
    @DisplayName("A busy server says how long to wait")
    void busyServers() {
        server.faulty(path -> Fault.BUSY);
        HttpTransport transport = new HttpTransport(List.of(server.address()), () -> "key-a", 0);

        assertThatThrownBy(() -> transport
                        .register(new Registration("a", Set.of("echo"), 1))
                        .toCompletableFuture()
                        .get(20, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        BusyNodeException.class,
                        busy -> assertThat(busy.retryAfter()).isEqualTo(Duration.ofSeconds(1)));
    }

    @Test
    @DisplayName("Addresses that are no servers are refused when the agent is built")
    void addresses() {
        for (String bad :
                List.of("ftp://host", "https:///path", "https://host?q=1", "https://user:secret@host", "host")) {
            assertThatThrownBy(() -> Agent.named("a").servers(URI.create(bad)))
                    .as(bad)
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("servers: expected")
                    .hasMessageNotContaining("secret");
        }
        assertThatThrownBy(() -> Agent.named("a").action("x", (i, s) -> 1).start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("servers(…)");
    }

    @Test
    @DisplayName("Fifty agents reconnect at once after a restart of the server, and everything is reported")
    void manyAgents() {
        Function<Integer, Agent> start = i -> Agent.named("agent" + i)
                .action("echo", (input, step) -> input)
                .slots(1)
                .servers(server.address())
                .apiKey("key-a")
                .start();
        List<Agent> agents = IntStream.range(0, 50).mapToObj(start::apply).toList();
        try {
            node.submit(
                    IntStream.range(0, 500).mapToObj(i -> request(i, "echo")).toArray(AttemptRequest[]::new));
            untilReported(500);
            node.restart();
            node.submit(IntStream.range(500, 1_000)
                    .mapToObj(i -> request(i, "echo"))
                    .toArray(AttemptRequest[]::new));
            untilReported(1_000);
        } finally {
            agents.forEach(agent -> agent.close(Duration.ZERO));
        }
        assertThat(node.registrations()).isGreaterThanOrEqualTo(100);
    }
}
