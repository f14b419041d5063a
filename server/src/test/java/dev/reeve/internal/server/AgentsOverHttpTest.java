package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.AgentHealth;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.agent.Agent;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.agent.endpoint.AgentEndpoints;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Authentication;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.Router;
import dev.reeve.internal.http.agent.AgentRoutes;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Agents in other processes, on a server with an engine and a file")
@Timeout(180)
final class AgentsOverHttpTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final byte[] SECRET = "of this store".getBytes(StandardCharsets.UTF_8);

    private static final Workflow WORKFLOW = Workflow.parse("""
            workflow: buy
            version: 1
            steps:
              reserve: { action: stock.reserve, compensate: stock.release, heartbeat: 3s, completeBy: 40s }
              charge: { action: card.charge, after: [reserve], completeBy: 40s }
            output: "${ steps.charge.output }"
            """);

    private static final Workflow PRINTED = Workflow.parse("""
            workflow: printed
            version: 1
            steps:
              print: { action: report.print, completeBy: 40s }
            output: "${ steps.print.output.bytes }"
            """);

    @TempDir
    private Path directory;

    private EmbeddedReeve reeve;
    private HttpHandler handler;
    private JettyServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void open() {
        open(0);
        reeve.deploy(WORKFLOW);
        reeve.deploy(PRINTED);
    }

    private void open(int port) {
        reeve = (EmbeddedReeve) Reeve.open(directory.resolve("reeve.db"));
        AgentEndpoints agents = new AgentEndpoints(reeve::transport, SECRET, System::nanoTime);
        Authentication keys = request -> switch (request.header("authorization").orElse("")) {
            case "Bearer agent" -> Principal.everywhere("agent", Role.AGENT);
            case "Bearer other" -> Principal.everywhere("other", Role.AGENT);
            case "Bearer viewer" -> Principal.everywhere("viewer", Role.VIEWER);
            default -> throw ReeveException.of(ErrorCode.UNAUTHENTICATED, "unknown key");
        };
        handler = new HttpHandler(new Router(AgentRoutes.of(agents)), Admission.of(keys, Access.byRoles()));
        server = JettyServer.start(handler, ListenOptions.loopback(port));
    }

    @AfterEach
    void close() {
        server.close();
        reeve.close();
    }

    private Agent.Builder shop() {
        return Agent.named("shop")
                .action("stock.release", (input, step) -> null)
                .servers(server.address())
                .apiKey("agent");
    }

    @Test
    @DisplayName("An agent performs a workflow, and undoes it after a business error")
    void performs() {
        AtomicInteger released = new AtomicInteger();
        try (Agent agent = Agent.named("shop")
                .action("stock.reserve", (input, step) -> Map.of("reserved", input.path("id")))
                .action("stock.release", (input, step) -> released.incrementAndGet())
                .action("card.charge", (input, step) -> {
                    if (input.path("id").asInt() == 13) {
                        throw StepFailure.businessError("CARD_DECLINED", "over the limit");
                    }
                    return input.path("id").asInt() + " paid";
                })
                .servers(server.address())
                .apiKey("agent")
                .start()) {
            assertThat(agent.name()).isEqualTo("shop");
            List<Execution> executions = IntStream.range(0, 200)
                    .mapToObj(i -> reeve.start("buy", Map.of("id", i)))
                    .toList();
            for (int i = 0; i < 200; i++) {
                ExecutionResult result = executions.get(i).awaitEnd(MINUTE);
                assertThat(result.status())
                        .isEqualTo(i == 13 ? ExecutionStatus.COMPENSATED : ExecutionStatus.COMPLETED);
            }
        }
        assertThat(released).hasValue(1);
        assertThat(reeve.health().agents())
                .singleElement()
                .satisfies(status -> assertThat(status.health()).isEqualTo(AgentHealth.OFFLINE));
    }

    @Test
    @Tag("proof")
    @DisplayName("The server restarts while a handler runs: the execution completes, with the same idempotency key")
    void restart() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        List<String> keys = new ArrayList<>();
        int port = server.port();
        try (Agent agent = shop().action("card.charge", (input, step) -> "paid")
                .action("stock.reserve", (input, step) -> {
                    synchronized (keys) {
                        keys.add(step.idempotencyKey());
                    }
                    began.countDown();
                    go.await();
                    return "reserved";
                })
                .start()) {
            assertThat(agent.name()).isEqualTo("shop");
            Execution execution = reeve.start("buy", Map.of("id", 1));
            assertThat(began.await(30, TimeUnit.SECONDS)).isTrue();

            server.close();
            reeve.close();
            open(port);
            go.countDown();

            Execution found = reeve.find(execution.id()).orElseThrow();
            assertThat(found.await(String.class, MINUTE)).isEqualTo("paid");
        }
        assertThat(keys).isNotEmpty().allMatch(keys.getFirst()::equals);
    }

    /** The threads of the process, without those of clients, which have as many as they like. */
    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("HttpClient-"))
                .count();
    }

    @Test
    @Tag("proof")
    @DisplayName("Three hundred idle agents: their polls wait without threads, and each is answered at the first item")
    void idleAgents() throws Exception {
        List<String> sessions = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            String answer = post(
                            "agent", "/v1/agents", "{\"agent\":\"idle\",\"actions\":[\"report.print\"],\"slots\":1}")
                    .body();
            sessions.add(field(answer, "session"));
        }
        long threads = threads();
        var polls = sessions.stream()
                .map(session -> client.sendAsync(
                        request("agent", "/v1/agents/" + session + "/exchange", "{\"waitMillis\":50000}"),
                        HttpResponse.BodyHandlers.ofString()))
                .toList();
        await().atMost(MINUTE).until(() -> handler.waiting() == 300);
        assertThat(threads()).isLessThan(threads + 60);

        for (int i = 0; i < 300; i++) {
            reeve.start("printed", Map.of("id", i));
        }

        for (var poll : polls) {
            assertThat(poll.get(60, TimeUnit.SECONDS).body()).contains("\"action\":\"report.print\"");
        }
        assertThat(handler.waiting()).isZero();
    }

    @Test
    @DisplayName("Only agents may ask, and the tokens of one credential are of no use to another one")
    void permissions() throws Exception {
        String claim = "{\"agent\":\"shell\",\"actions\":[\"report.print\"]}";
        assertThat(post("nobody", "/v1/attempts/claim", claim).statusCode()).isEqualTo(401);
        assertThat(post("viewer", "/v1/attempts/claim", claim).statusCode()).isEqualTo(403);
        assertThat(post("agent", "/v1/attempts/claim", "{}").statusCode()).isEqualTo(400);
        Execution execution = reeve.start("printed", Map.of());
        String token = field(post("agent", "/v1/attempts/claim", claim).body(), "token");

        assertThat(post("other", "/v1/attempts/" + token + "/complete", "{\"output\":{\"bytes\":1}}")
                        .statusCode())
                .isEqualTo(404);
        HttpResponse<String> accepted =
                post("agent", "/v1/attempts/" + token + "/complete", "{\"output\":{\"bytes\":7}}");
        assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(200);
        assertThat(execution.await(Integer.class, MINUTE)).isEqualTo(7);
        assertThat(post("agent", "/v1/attempts/" + token + "/complete", "{\"output\":{\"bytes\":8}}")
                        .statusCode())
                .isIn(200, 409);
        assertThat(execution.await(Integer.class, MINUTE)).isEqualTo(7);
    }

    @Test
    @Tag("proof")
    @DisplayName("A caller that leaves its claim gets no work, and the next one does")
    void leftClaims() throws Exception {
        String claim = "{\"agent\":\"shell\",\"actions\":[\"report.print\"],\"waitMillis\":3000}";
        try (HttpClient leaving = HttpClient.newHttpClient()) {
            var waiting = leaving.sendAsync(
                    request("agent", "/v1/attempts/claim", claim), HttpResponse.BodyHandlers.ofString());
            await().until(() -> handler.waiting() == 1);
            leaving.shutdownNow();
            await().until(waiting::isDone);
        }
        await().atMost(MINUTE).until(() -> handler.waiting() == 0);
        Execution execution = reeve.start("printed", Map.of());

        String token = field(post("agent", "/v1/attempts/claim", claim).body(), "token");
        post("agent", "/v1/attempts/" + token + "/complete", "{\"output\":{\"bytes\":1}}");

        assertThat(execution.await(Integer.class, MINUTE)).isEqualTo(1);
        assertThat(execution.history().toString()).doesNotContain("AttemptLost");
    }

    @Test
    @DisplayName("The shell agent of the reference performs steps with curl, where curl is installed")
    void shell() throws Exception {
        require("curl");
        Matcher script = Pattern.compile("(?s)<!-- shell -->\\s*```sh\\n(.*?)```")
                .matcher(Files.readString(Path.of("../docs/reference/agent-protocol.md")));
        assertThat(script.find()).isTrue();
        Path file = directory.resolve("agent.sh");
        Files.writeString(file, script.group(1));

        try (Program agent = new Program("sh", file.toString())) {
            Execution first = reeve.start("printed", Map.of("id", 1));
            Execution second = reeve.start("printed", Map.of("id", 2));
            assertThat(first.await(Integer.class, MINUTE)).isGreaterThan(100);
            assertThat(second.await(Integer.class, MINUTE)).isGreaterThan(100);
            assertThat(agent.isAlive()).isTrue();
        }
    }

    @Test
    @DisplayName("An agent in JavaScript performs a workflow, where node is installed")
    void javaScript() throws Exception {
        require("node");
        Path file = directory.resolve("agent.mjs");
        Files.writeString(file, """
                import { Agent } from '%s';
                new Agent('shop', { server: process.env.REEVE_SERVER, apiKey: process.env.REEVE_API_KEY })
                  .action('stock.reserve', (input) => ({ reserved: input.id }))
                  .action('stock.release', () => null)
                  .action('card.charge', (input, step) => `${input.id} paid by ${step.step}`)
                  .start();
                """.formatted(Path.of("../clients/javascript/src/index.js")
                .toAbsolutePath()
                .normalize()
                .toUri()));
        try (Program agent = new Program("node", file.toString())) {
            for (int i = 0; i < 20; i++) {
                assertThat(reeve.start("buy", Map.of("id", i)).await(String.class, MINUTE))
                        .isEqualTo(i + " paid by charge");
            }
            assertThat(agent.isAlive()).isTrue();
        }
    }

    /** A process with the address and the key of the server. */
    private final class Program implements AutoCloseable {

        private final Process process;

        private Program(String... command) throws IOException {
            ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
            builder.environment().put("REEVE_SERVER", server.address().toString());
            builder.environment().put("REEVE_API_KEY", "agent");
            process = builder.start();
        }

        private boolean isAlive() {
            return process.isAlive();
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().orTimeout(20, TimeUnit.SECONDS).join();
        }
    }

    private static void require(String program) throws InterruptedException {
        boolean found;
        try {
            found = new ProcessBuilder(program, "--version").start().waitFor() == 0;
        } catch (IOException e) {
            found = false;
        }
        if (!found) {
            System.out.println("SKIPPED: %s is not installed".formatted(program));
        }
        Assumptions.assumeTrue(found, program + " is not installed");
    }

    private HttpRequest request(String key, String path, String body) {
        String base = server.address().toString().replaceAll("/$", "");
        return HttpRequest.newBuilder(URI.create(base + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .timeout(MINUTE)
                .build();
    }

    private HttpResponse<String> post(String key, String path, String body) throws Exception {
        return client.send(request(key, path, body), HttpResponse.BodyHandlers.ofString());
    }

    private static String field(String json, String name) {
        Matcher found = Pattern.compile("\"%s\":\"([^\"]*)\"".formatted(name)).matcher(json);
        assertThat(found.find()).as(json).isTrue();
        return found.group(1);
    }
}
