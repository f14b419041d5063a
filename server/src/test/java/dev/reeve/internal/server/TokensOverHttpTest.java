package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.agent.Agent;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.agent.endpoint.AgentEndpoints;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.agent.AgentRoutes;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.internal.http.endpoint.HttpApi;
import dev.reeve.internal.server.oidc.Issuer;
import dev.reeve.internal.server.oidc.OidcSettings;
import dev.reeve.internal.server.oidc.Tokens;
import dev.reeve.workflow.Workflow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A server that takes tokens of an issuer beside keys")
@Timeout(180)
final class TokensOverHttpTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String NAMESPACE = "billing";
    private static final Issuer.Key KEY = Issuer.Key.ec("k");
    private static final String ID = "00000000-0000-0000-0000-000000000001";

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ChangeFeed feed = new ChangeFeed("e");
    private Issuer issuer;
    private ApiKeys keys;
    private EmbeddedReeve reeve;
    private List<Endpoint> agents;
    private ReeveServer server;

    @BeforeEach
    void open() throws IOException {
        issuer = Issuer.start(0, KEY);
        keys = ApiKeys.in(directory, Clock.systemUTC());
        reeve = (EmbeddedReeve)
                Reeve.open(directory.resolve("reeve.db"), NodeOptions.defaults().withObserver(feed));
        byte[] secret = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
        agents = AgentRoutes.of(new AgentEndpoints(reeve::transport, secret, System::nanoTime));
        server = start(Map.of());
    }

    private ReeveServer start(Map<String, String> more) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("listen.port", "0");
        settings.put("directory", directory.toString());
        settings.put("oidc.issuer", issuer.address());
        settings.put("oidc.audience", "reeve");
        settings.put("oidc.roles", rolesByName() + ", everywhere=admin:*, agents=agent:*");
        settings.putAll(more);
        settings.values().removeIf(String::isEmpty);
        return ReeveServer.start(reeve, feed, ServerSettings.of(Map.of(), Map.of(), settings), agents);
    }

    /** Each role by its own name. */
    private static String rolesByName() {
        return Arrays.stream(Role.values())
                .map(role -> "%s=%s:%s".formatted(role.text(), role.text(), NAMESPACE))
                .collect(Collectors.joining(", "));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        reeve.close();
        keys.close();
        issuer.close();
    }

    private String token(String subject, String... roles) {
        return KEY.sign(Map.of(
                "iss",
                issuer.address(),
                "sub",
                subject,
                "aud",
                "reeve",
                "exp",
                9_999_999_999L,
                "roles",
                List.of(roles)));
    }

    private HttpResponse<String> get(String path, String credential) throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.address().resolve(path))
                        .timeout(LONG)
                        .header("Authorization", "Bearer " + credential)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String credential, String namespace, String type, String body)
            throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.address().resolve(path))
                        .timeout(LONG)
                        .header("Authorization", "Bearer " + credential)
                        .header("Reeve-Namespace", namespace)
                        .header("Content-Type", type)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String record() throws IOException {
        return Files.readString(directory.resolve("record.jsonl"));
    }

    @Test
    @DisplayName("A token is its subject in its namespace, and the record and the history name it")
    void subject() throws Exception {
        String ada = token("ada", "operator", "deployer");
        assertThat(get("/v1/self", ada).body())
                .contains("\"name\":\"oidc:ada\"", "\"namespace\":\"billing\"", "[\"deployer\",\"operator\"]");

        String definition = "workflow: approval\nsteps:\n  decision: { await: { signal: decision } }\n";
        assertThat(post("/v1/definitions", ada, NAMESPACE, "application/yaml", definition)
                        .statusCode())
                .isLessThan(300);
        assertThat(post("/v1/executions", ada, NAMESPACE, "application/json", "{\"workflow\": \"approval\"}")
                        .statusCode())
                .isLessThan(300);
        assertThat(post("/v1/executions", ada, "default", "application/json", "{\"workflow\": \"approval\"}")
                        .statusCode())
                .isEqualTo(403);
        server.close();
        assertThat(record().lines().filter(line -> line.contains("\"oidc:ada\"")))
                .hasSize(3)
                .anyMatch(line -> line.contains("START_EXECUTION") && line.contains("DENIED"));
    }

    @Test
    @DisplayName("A token that is not valid gets 401 as RFC 6750 says, and is recorded without its text")
    void invalid() throws Exception {
        String token = token("ada", "operator");
        String wrong = token.substring(0, token.length() - 10) + "AAAAAAAAAA";
        HttpResponse<String> answer = get("/v1/self", wrong);

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer error=\"invalid_token\"");
        assertThat(answer.body()).contains("UNAUTHENTICATED", "not signed with a key of the issuer");
        server.close();
        assertThat(record())
                .contains("(unknown)", "GET /v1/self", "not signed with a key of the issuer")
                .doesNotContain(wrong.substring(0, 20))
                .doesNotContain("oidc:ada");
    }

    @Test
    @DisplayName("A token without a role gets 403 with the claim that lacks it, and its subject is recorded")
    void withoutRoles() throws Exception {
        HttpResponse<String> answer = get("/v1/executions", token("eve", "sales"));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("DENIED", "oidc.roles maps no value of its claim 'roles'");
        server.close();
        assertThat(record()).contains("\"oidc:eve\"", "DENIED");
    }

    @Test
    @DisplayName("While the issuer is down, tokens get 503 with a time, and keys work")
    void issuerDown() throws Exception {
        String ada = token("ada", "viewer");
        issuer.close();
        String key = keys.create("shop", Map.of("*", Set.of(Role.VIEWER)), null);

        HttpResponse<String> answer = get("/v1/self", ada);
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("5");
        assertThat(answer.body()).contains("\"retryable\":true");
        assertThat(get("/v1/self", key).statusCode()).isEqualTo(200);
        server.close();
        assertThat(record()).as("nobody was refused").doesNotContain("UNAUTHENTICATED");
    }

    @Test
    @DisplayName("Without an issuer, a token is refused as any text that is no key")
    void off() throws Exception {
        server.close();
        server = start(Map.of("oidc.issuer", "", "oidc.audience", "", "oidc.roles", ""));

        HttpResponse<String> token = get("/v1/self", token("ada", "viewer"));
        HttpResponse<String> text = get("/v1/self", "reeve_0123456789ab_" + "x".repeat(43));
        assertThat(token.statusCode()).isEqualTo(401);
        assertThat(token.body()).isEqualTo(text.body());
        assertThat(token.headers().firstValue("WWW-Authenticate"))
                .isEqualTo(text.headers().firstValue("WWW-Authenticate"))
                .contains("Bearer");
        assertThat(issuer.address()).isNotEmpty();
    }

    @Test
    @DisplayName("The limit of a key holds for all tokens of a subject together")
    void limits() throws Exception {
        server.close();
        server = start(Map.of("limits.perKey", "1"));

        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            statuses.add(get("/v1/self", token("ada", "viewer")).statusCode()); // each one is signed anew
        }
        assertThat(statuses).contains(200, 429);
        assertThat(get("/v1/self", token("bob", "viewer")).statusCode()).isEqualTo(200);
    }

    @Test
    @Tag("proof")
    @DisplayName("On each endpoint, in each namespace, with each role: a token may do what a key may, and no more")
    void sameDoor() throws Exception {
        Map<String, String> settings = new LinkedHashMap<>(OidcSettings.names());
        settings.put("oidc.issuer", issuer.address());
        settings.put("oidc.audience", "reeve");
        settings.put("oidc.roles", rolesByName());
        try (Tokens tokens = Tokens.of(OidcSettings.of(settings).orElseThrow(), Clock.systemUTC(), System::nanoTime);
                HttpHandler handler = HttpApi.handler(
                        reeve, feed, Admission.of(new KeysAndTokens(keys, tokens), Access.byRoles()), agents)) {
            sameDoor(handler);
        }
    }

    private void sameDoor(HttpHandler handler) {
        List<Endpoint> endpoints = handler.router().endpoints();
        assertThat(endpoints).hasSizeGreaterThan(50);
        int refused = 0;
        for (Role role : Role.values()) {
            String key = keys.create("key of a " + role.text(), Map.of(NAMESPACE, Set.of(role)), null);
            String token = token("ada", role.text());
            for (Endpoint endpoint : endpoints) {
                for (String namespace : List.of(NAMESPACE, "other")) {
                    int status = status(handler, endpoint, namespace, token);
                    assertThat(status)
                            .as("%s %s in %s as %s", endpoint.method(), endpoint.path(), namespace, role)
                            .isEqualTo(status(handler, endpoint, namespace, key));
                    Operation operation = endpoint.operation();
                    boolean may = operation == null
                            || (namespace.equals(NAMESPACE)
                                    && !operation.isOfAllNamespaces()
                                    && role.allows(operation.permission()));
                    if (!may) {
                        refused++;
                        assertThat(status)
                                .as("%s %s in %s as %s", endpoint.method(), endpoint.path(), namespace, role)
                                .isEqualTo(403);
                    }
                }
            }
        }
        assertThat(refused).isGreaterThan(500);
    }

    private static int status(HttpHandler handler, Endpoint endpoint, String namespace, String credential) {
        String path = endpoint.path().replace("{id}", ID).replaceAll("\\{[^}]*}", "none");
        Map<String, List<String>> headers = Map.of(
                "host", List.of("127.0.0.1"),
                "authorization", List.of("Bearer " + credential),
                "reeve-namespace", List.of(namespace),
                "content-type", List.of("application/json"));
        var request = new dev.reeve.internal.http.HttpRequest(
                endpoint.method(),
                path,
                "",
                headers,
                "127.0.0.1",
                () -> new ByteArrayInputStream("{}".getBytes(StandardCharsets.US_ASCII)));
        return switch (handler.answer(request).join()) {
            case Answer.Value value -> value.status();
            case Answer.Streamed streamed -> streamed.status();
            case Answer.Events events -> {
                events.events().close();
                yield 200;
            }
        };
    }

    @Test
    @DisplayName("An agent works with tokens that it renews, and another subject cannot use what it claimed")
    void agents() throws Exception {
        Workflow workflow = Workflow.parse("""
                workflow: print
                steps:
                  print: { action: report.print, completeBy: 60s }
                output: "${ steps.print.output }"
                """);
        reeve.deploy(workflow);
        var held = reeve.start("print", Map.of());
        String claimed = "";
        while (claimed.isEmpty() || !claimed.contains("\"token\"")) {
            claimed = post(
                            "/v1/attempts/claim",
                            token("one", "agents"),
                            "default",
                            "application/json",
                            "{\"agent\":\"one\",\"actions\":[\"report.print\"],\"waitMillis\":5000}")
                    .body();
        }
        String attempt = claimed.replaceAll("(?s).*\"token\":\"([^\"]*)\".*", "$1");
        String complete = "/v1/attempts/" + attempt + "/complete";
        String output = "{\"output\":\"done\"}";
        assertThat(post(complete, token("two", "agents"), "default", "application/json", output)
                        .statusCode())
                .isBetween(400, 499);
        HttpResponse<String> own = post(complete, token("one", "agents"), "default", "application/json", output);
        assertThat(own.statusCode()).as(own.body()).isEqualTo(200);
        assertThat(held.await(String.class, LONG)).isEqualTo("done");

        try (Agent agent = Agent.named("printer")
                .action("report.print", (input, step) -> "printed")
                .servers(server.address())
                .apiKey(() -> token("printer", "agents"))
                .start()) {
            assertThat(agent.name()).isEqualTo("printer");
            assertThat(reeve.start("print", Map.of()).await(String.class, LONG)).isEqualTo("printed");
        }
    }
}
