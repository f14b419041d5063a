package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.WebhookSignature;
import dev.reeve.agent.Agent;
import dev.reeve.agent.Handler;
import dev.reeve.internal.agent.endpoint.Completions;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.http.agent.CompletionRoutes;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Services that a server calls with attempts")
@Timeout(120)
final class PushAgentsTest {

    private static final String SECRET = "whsec_" + "Q".repeat(32);
    private static final byte[] SHARED = "of the servers of this store".getBytes(StandardCharsets.UTF_8);
    private static final Path GUIDE = Path.of("../docs/guide/push.md");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final Workflow ORDER = Workflow.parse("""
            workflow: order
            steps:
              ship: { action: order.ship, input: "${ input }", completeBy: 1m, retry: { maxAttempts: 2, backoff: 10ms } }
            output: "${ steps.ship.output }"
            """);

    @TempDir
    private Path directory;

    private HttpServer service;
    private final List<Json> received = new CopyOnWriteArrayList<>();
    private final Set<String> ids = ConcurrentHashMap.newKeySet();
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void open() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/reeve", this::answer);
        service.start();
    }

    @AfterEach
    void close() {
        service.stop(0);
    }

    /** Answers as its input says, and refuses a request that is not signed. */
    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var headers = exchange.getRequestHeaders();
        boolean genuine = WebhookSignature.of(SECRET)
                .verify(
                        headers.getFirst("webhook-id"),
                        headers.getFirst("webhook-timestamp"),
                        headers.getFirst("webhook-signature"),
                        body,
                        Instant.now());
        received.add(Json.parse(body));
        ids.add(headers.getFirst("webhook-id"));
        Object wanted = member(Json.parse(body), "input") instanceof Map<?, ?> input ? input.get("answer") : "";
        int status = !genuine
                ? 401
                : "later".equals(wanted) ? 202 : "busy".equals(wanted) && received.size() == 1 ? 503 : 200;
        byte[] bytes = "{\"output\": {\"parcel\": 7}}".getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static @Nullable Object member(Json json, String name) {
        return json.value() instanceof Map<?, ?> map ? map.get(name) : null;
    }

    private interface Use {
        void with(URI server, Reeve reeve) throws Exception;
    }

    private record Order(String manager) {}

    private interface Mail {
        void send(String to, String text);
    }

    private static Handler<Order, Object> approval(Mail mail) {
        Handler<Order, Object> approve = (order, step) -> {
            mail.send(order.manager(), "https://reeve.example.org/v1/completions/" + step.completionToken());
            step.completeLater();
            return null; // ignored
        };
        return approve;
    }

    private Map<String, String> flags() {
        return new HashMap<>(Map.of(
                "listen.port", "0",
                "directory", directory.resolve("data").toString(),
                "authentication", "none",
                "push.targets",
                        "orders=http://127.0.0.1:" + service.getAddress().getPort() + "/reeve",
                "push.actions", "orders=order.ship orders=order.cancel"));
    }

    private void serve(Use use) throws Exception {
        ServerSettings settings = ServerSettings.of(Map.of(), Map.of("REEVE_SECRET_PUSH_ORDERS", SECRET), flags());
        ChangeFeed feed = new ChangeFeed("test");
        try (EmbeddedReeve reeve = (EmbeddedReeve)
                Reeve.open(directory.resolve("reeve.db"), NodeOptions.defaults().withObserver(feed))) {
            Completions completions = new Completions(reeve::transport, SHARED, InstantSource.system());
            try (ReeveServer server = ReeveServer.start(
                    reeve,
                    feed,
                    settings,
                    CompletionRoutes.of(completions, reeve, System::nanoTime),
                    completions::agent)) {
                use.with(server.address(), reeve);
            }
        }
    }

    private int complete(URI server, String token, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.resolve("/v1/completions/" + token))
                .timeout(MINUTE)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    @Test
    @DisplayName("An answer with status 200 is the report, and 503 is retried with the same idempotency key")
    void answered() throws Exception {
        serve((server, reeve) -> {
            reeve.deploy(ORDER);
            assertThat(reeve.start("order", Map.of("answer", "busy")).await(Json.class, MINUTE))
                    .isEqualTo(new Json("{\"parcel\":7}"));
        });
        assertThat(received).hasSize(2);
        assertThat(member(received.getFirst(), "idempotencyKey")).isEqualTo(member(received.get(1), "idempotencyKey"));
        assertThat(member(received.getFirst(), "namespace")).isEqualTo("default");
        assertThat(ids).as("each attempt is another message").hasSize(2);
    }

    @Test
    @DisplayName("After 202 the service completes the attempt by token, also when the server was restarted meanwhile")
    void later() throws Exception {
        ExecutionId[] id = new ExecutionId[1];
        serve((server, reeve) -> {
            reeve.deploy(ORDER);
            Execution execution = reeve.start("order", Map.of("answer", "later"));
            id[0] = execution.id();
            await().atMost(MINUTE).until(() -> execution.history().toString().contains("reeve:leftOpen"));
        });
        String token = String.valueOf(member(received.getFirst(), "completionToken"));
        serve((server, reeve) -> {
            Execution execution = reeve.find(id[0]).orElseThrow();
            assertThat(complete(server, token, "{\"output\": {\"parcel\": 8}}")).isEqualTo(200);
            assertThat(complete(server, token, "{\"output\": {\"parcel\": 8}}")).isEqualTo(200);
            assertThat(complete(server, token, "{\"output\": {\"parcel\": 9}}")).isEqualTo(409);
            assertThat(execution.await(Json.class, MINUTE)).isEqualTo(new Json("{\"parcel\":8}"));
            assertThat(execution.describe().status()).isEqualTo(ExecutionStatus.COMPLETED);
        });
        assertThat(received).as("it was not sent again").hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "push.targets | orders                          | expected pairs",
                "push.targets | Orders=https://a/               | expected a name",
                "push.targets | orders=https://a/ orders=https://b/ | named twice",
                "push.targets | orders=ftp://a/                 | expected a URL",
                "push.actions | other=order.ship                | 'other' is not one of push.targets",
                "push.actions | ``                              | orders has no action",
                "push.actions | orders=order.*                  | the whole name of an action",
                "push.actions | orders=order.ship orders=order.ship | is for orders and for orders",
                "push.private | other                           | is not one of push.targets",
                "push.slots   | 0                               | expected a number from 1",
                "push.slots   | other=2                         | is not one of push.targets",
                "push.slots   | ``                              | expected a value for each",
                "push.timeout | soon                            | push.timeout",
                "push.timeout | orders=0s                       | push.timeout",
                "push.namespaces | ``                           | push.namespaces is empty",
                "push.namespaces | A:B                          | push.namespaces",
                "push.target  | x                               | did you mean 'push.targets'",
            })
    @DisplayName("Wrong settings are refused when they are read")
    void settings(String name, String value, String message) {
        Map<String, String> flags = flags();
        flags.put(name, value);
        assertThatThrownBy(() -> ServerSettings.of(Map.of(), Map.of(), flags))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining(message);
    }

    @Test
    @DisplayName("A server does not start without the secret, with a malformed one, or with clear text to others")
    void unsafe() {
        for (Map<String, String> environment :
                List.of(Map.<String, String>of(), Map.of("REEVE_SECRET_PUSH_ORDERS", "canary-secret"))) {
            ServerSettings settings = ServerSettings.of(Map.of(), environment, flags());
            assertThatThrownBy(() -> settings.push().check())
                    .isInstanceOf(ReeveException.class)
                    .hasMessageContaining("orders")
                    .message()
                    .doesNotContain("canary-secret");
        }
        Map<String, String> flags = flags();
        flags.put("push.targets", "orders=http://orders.example.org/reeve");
        Map<String, String> secret = Map.of("REEVE_SECRET_PUSH_ORDERS", SECRET);
        assertThatThrownBy(
                        () -> ServerSettings.of(Map.of(), secret, flags).push().check())
                .hasMessageContaining("use https");
        flags.put("push.private", "orders");
        ServerSettings.of(Map.of(), secret, flags).push().check();
        assertThat(ServerSettings.of(Map.of(), secret, flags)
                        .push()
                        .targets()
                        .getFirst()
                        .slots())
                .isEqualTo(100);
    }

    @Test
    @DisplayName("A handler in Java leaves its step open in the same way, and its agent may close")
    void handler() throws Exception {
        BlockingQueue<String> mails = new LinkedBlockingQueue<>();
        serve((server, reeve) -> {
            reeve.deploy(Workflow.parse("""
                    workflow: approved
                    steps: { ask: { action: order.approve, input: { manager: eve }, completeBy: 1m } }
                    output: "${ steps.ask.output }"
                    """));
            Completions completions =
                    new Completions(((EmbeddedReeve) reeve)::transport, SHARED, InstantSource.system());
            Execution execution = reeve.start("approved", Map.of());
            String address;
            try (Agent agent = completions
                    .agent("default", "desk")
                    .action("order.approve", Order.class, approval((to, text) -> mails.add(text)))
                    .start()) {
                address = mails.poll(60, TimeUnit.SECONDS);
                assertThat(agent.name()).isEqualTo("desk");
            }
            assertThat(address).isNotNull();
            String token = address.substring(address.lastIndexOf('/') + 1);
            assertThat(complete(server, token, "{\"output\": true}")).isEqualTo(200);
            assertThat(execution.await(Boolean.class, MINUTE)).isTrue();
            assertThat(execution.history().toString()).doesNotContain("AttemptFailed");
        });
    }

    @Test
    @DisplayName("The example of the guide: its settings, its definition, and a person who finishes a step with curl")
    void guide() throws Exception {
        String text = Files.readString(GUIDE);
        String definition = block(text, "yaml");
        String curl = block(text, "sh");
        serve((server, reeve) -> {
            reeve.deploy(Workflow.parse(definition));
            Execution execution = reeve.start("ship_order", Map.of("order", 17, "answer", "later"));
            await().atMost(MINUTE).until(() -> execution.history().toString().contains("reeve:leftOpen"));
            String script = curl.replace("https://reeve.example.org", server.toString())
                    .replace("$TOKEN", String.valueOf(member(received.getFirst(), "completionToken")));
            Process shell = new ProcessBuilder("bash", "-eu", "-c", script)
                    .redirectErrorStream(true)
                    .start();
            String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(shell.waitFor()).as(out).isZero();
            assertThat(execution.await(Json.class, MINUTE)).isEqualTo(new Json("\"p-17\""));
        });
    }

    private static String block(String text, String language) {
        Matcher block = Pattern.compile("a test runs this block -->\n```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(text);
        assertThat(block.find()).isTrue();
        return block.group(1);
    }
}
