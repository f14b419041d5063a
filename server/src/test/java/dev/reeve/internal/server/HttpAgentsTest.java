package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The action http of a server")
@Timeout(120)
final class HttpAgentsTest {

    private static final String CANARY = "canary-4711-of-the-bank";
    private static final Path GUIDE = Path.of("../docs/guide/http-action.md");

    private record Received(String line, String key, String authorization, String body) {}

    @TempDir
    private Path directory;

    private HttpServer bank;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final HttpClient client = HttpClient.newHttpClient();
    private String authorization = "";

    @BeforeEach
    void open() throws IOException {
        bank = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        bank.createContext("/", this::answer);
        bank.start();
    }

    @AfterEach
    void close() {
        bank.stop(0);
    }

    private String origin() {
        return "http://127.0.0.1:" + bank.getAddress().getPort();
    }

    /** Fails as often as the test says; refuses an amount of 13; repeats the credentials, which it should not. */
    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String sent = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        received.add(new Received(
                exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")),
                sent,
                body));
        int status = failures.getAndDecrement() > 0 ? 500 : body.contains("13") ? 422 : 201;
        String answer =
                "{\"payment\":\"p-1\",\"for\":%s,\"you\":\"%s\"}".formatted(body.isEmpty() ? "null" : body, sent);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private interface Use {
        void with(URI server, Reeve reeve) throws Exception;
    }

    private void serve(Map<String, String> more, Use use) throws Exception {
        Map<String, String> settings = new HashMap<>(Map.of("authentication", "none"));
        settings.putAll(more);
        try (ServedEngine served = ServedEngine.open(
                directory, directory.resolve("data"), Map.of("REEVE_SECRET_BANK", CANARY), settings)) {
            if ("keys".equals(settings.get("authentication"))) {
                Path admin = served.server().adminKey().orElseThrow();
                authorization = "Bearer " + Files.readString(admin).strip();
            }
            use.with(served.address(), served.reeve());
        }
    }

    private String send(String method, URI uri, String type, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofMinutes(1))
                .header("Content-Type", type)
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return answer.body();
    }

    /** Deploys, starts and awaits by the API, and returns the result. */
    private String run(URI server, String definition, String input) throws Exception {
        String unused = send("POST", server.resolve("/v1/definitions"), "application/yaml", definition);
        String started = send(
                "POST",
                server.resolve("/v1/executions"),
                "application/json",
                "{\"workflow\": \"pay\", \"input\": %s}".formatted(input));
        Matcher id = Pattern.compile("\"id\":\"([^\"]+)\"").matcher(started);
        assertThat(id.find()).as(started).isTrue();
        String result =
                send("GET", server.resolve("/v1/executions/" + id.group(1) + "/result?wait=50s"), "text/plain", "");
        String history = send("GET", server.resolve("/v1/executions/" + id.group(1) + "/history"), "text/plain", "");
        assertThat(result + history).doesNotContain(CANARY);
        return result;
    }

    /** The first definition of the guide, with the destination of this test. */
    private String definition() throws IOException {
        Matcher block = Pattern.compile("<!-- a test runs this block -->\n```yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(GUIDE));
        assertThat(block.find()).isTrue();
        return block.group(1).replace("https://api.example.org", origin());
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "keys"})
    @DisplayName(
            "The guide's workflow calls a service, repeats the call with its key, and has the answer as its output")
    void callsAService(String authentication) throws Exception {
        failures.set(1);
        serve(
                Map.of(
                        "authentication",
                        authentication,
                        "http.destinations",
                        origin(),
                        "http.secrets",
                        "bank=" + origin()),
                (server, reeve) -> {
                    String result = run(server, definition(), "{\"order\": \"o 7\", \"amount\": 120}");

                    assertThat(result).contains("\"status\":\"COMPLETED\"", "\"output\":\"p-1\"");
                    assertThat(received).hasSize(2);
                    assertThat(received.stream().distinct()).singleElement().satisfies(request -> {
                        assertThat(request.line()).isEqualTo("POST /v1/payments?order=o%207");
                        assertThat(request.authorization()).isEqualTo("Bearer " + CANARY);
                        assertThat(request.body()).isEqualTo("{\"amount\":120}");
                        assertThat(request.key()).isNotEqualTo("null").isNotEmpty();
                    });
                });
        assertThat(everythingStored()).doesNotContain(CANARY);
    }

    /** All files of the server and its store. */
    private String everythingStored() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    @Test
    @DisplayName("A refusal of the service is a business error with its answer as details, without the secret")
    void refusal() throws Exception {
        serve(
                Map.of("http.destinations", origin(), "http.secrets", "bank=" + origin()),
                (server, reeve) -> assertThat(run(server, definition(), "{\"order\": \"o\", \"amount\": 13}"))
                        .contains("HTTP_422", "answered with status 422")
                        .doesNotContain("COMPLETED"));
        assertThat(received).hasSize(1);
        assertThat(everythingStored()).contains("HTTP_422").doesNotContain(CANARY);
    }

    @Test
    @DisplayName("A mistake in the input is a business error that names the member, and nothing is called")
    void mistake() throws Exception {
        serve(
                Map.of("http.destinations", origin()),
                (server, reeve) -> assertThat(run(
                                server, "workflow: pay\nsteps:\n  call: { action: http, input: { ulr: x } }\n", "{}"))
                        .contains("HTTP_INPUT_INVALID", "unknown member 'ulr': did you mean 'url'?"));
        assertThat(received).isEmpty();
    }

    @Test
    @DisplayName("Secrets are files, too, which are read at each use; the named namespaces have the action")
    void filesAndNamespaces() throws Exception {
        Path secrets = Files.createDirectories(directory.resolve("data/secrets"));
        Files.writeString(secrets.resolve("bank.eu"), "first-value\n");
        String text = definition().replace("secret://bank", "secret://bank.eu");
        serve(
                Map.of(
                        "http.privateDestinations",
                        origin(),
                        "http.secrets",
                        "bank.eu=" + origin(),
                        "http.namespaces",
                        "default, billing"),
                (server, reeve) -> {
                    String unused = run(server, text, "{\"order\": \"o\", \"amount\": 1}");
                    Files.writeString(secrets.resolve("bank.eu"), "second-value\n");
                    Reeve billing = reeve.namespace("billing");
                    billing.deploy(Workflow.parse(text));
                    assertThat(billing.start("pay", Map.of("order", "o", "amount", 1))
                                    .await(String.class, Duration.ofMinutes(1)))
                            .isEqualTo("p-1");
                    assertThat(received)
                            .extracting(Received::authorization)
                            .containsExactly("Bearer first-value", "Bearer second-value");
                });
    }

    @Test
    @DisplayName("Without destinations nobody offers the action")
    void notOffered() throws Exception {
        ServerSettings none = ServerSettings.of(Map.of(), Map.of(), Map.of());
        assertThat(none.http().options()).isEmpty();
        serve(
                Map.of("http.destinations", origin()),
                (server, reeve) -> await().untilAsserted(() ->
                        assertThat(reeve.health().agents().toString()).contains("reeve-http")));
    }

    @Test
    @DisplayName("A secret that is nowhere keeps the server from starting")
    void missingSecret() {
        assertThatThrownBy(() -> serve(
                        Map.of("http.destinations", origin(), "http.secrets", "shop=" + origin()),
                        (server, reeve) -> {}))
                .isInstanceOf(ReeveException.class)
                .hasMessageContainingAll("there is no secret shop", "REEVE_SECRET_SHOP", "secrets/shop");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http.destinations | https://api.example.org/v1 | expected an origin such as",
                "http.destinations | http://169.254.169.254 | is an address that no service has",
                "http.privateDestinations | stock | expected an origin such as",
                "http.secrets | bank | expected pairs such as payments=https://api.example.org",
                "http.secrets | bank=https://api.example.org | which is not among the destinations",
                "http.timeout | soon | http.timeout: 'soon' is not a duration",
                "http.timeout | 0s | timeout: expected more than nothing",
                "http.maxResponse | 2000000 | expected a number from 1024 to 1048576",
                "http.slots | 0 | http.slots: expected a number from 1 to 1000",
                "http.namespaces | A B | http.namespaces: "
            })
    @DisplayName("Settings that are wrong are refused, without a server")
    void wrongSettings(String name, String value, String message) {
        assertThatThrownBy(() -> ServerSettings.of(Map.of(), Map.of(), Map.of(name, value)))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining(message);
    }

    @Test
    @DisplayName("Destinations that no namespace may call are refused")
    void nowhere() {
        assertThatThrownBy(() -> ServerSettings.of(
                        Map.of(), Map.of(), Map.of("http.destinations", origin(), "http.namespaces", "")))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("http.namespaces is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "", "two lines\nof text"})
    @DisplayName("A secret that cannot be sent keeps the server from starting, and is not told")
    void unusableSecret(String value) throws IOException {
        Path secrets = Files.createDirectories(directory.resolve("data/secrets"));
        Files.writeString(secrets.resolve("shop"), value);
        assertThatThrownBy(() -> serve(
                        Map.of("http.destinations", origin(), "http.secrets", "shop=" + origin()),
                        (server, reeve) -> {}))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("the secret shop has ")
                .hasMessageNotContaining("two lines");
    }

    @Test
    @DisplayName("Secrets of the environment are no unknown settings, and are not shown")
    void environment() {
        ServerSettings settings = ServerSettings.of(Map.of(), Map.of("REEVE_SECRET_BANK", CANARY), Map.of());
        assertThat(settings.warnings()).isEmpty();
        assertThat(settings.shown().toString()).doesNotContain(CANARY);
    }
}
