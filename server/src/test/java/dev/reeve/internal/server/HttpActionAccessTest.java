package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Requests of a server with its secrets need the right to deploy")
@Timeout(120)
final class HttpActionAccessTest {

    private static final String CANARY = "canary-4711-of-the-bank";

    @TempDir
    private Path directory;

    private HttpServer bank;
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final Map<String, String> keys = new TreeMap<>();
    private ServedEngine served;

    @BeforeEach
    void open() throws IOException {
        bank = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        bank.createContext("/", exchange -> {
            received.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/refused") ? 500 : 204, -1);
            exchange.close();
        });
        bank.start();
        Path data = directory.resolve("data");
        try (ApiKeys all = ApiKeys.in(data, Clock.systemUTC())) {
            for (Role role : Role.values()) {
                keys.put(
                        role.text(),
                        all.create("the-" + role.text(), Map.of(Principal.EVERYWHERE, Set.of(role)), null));
            }
            keys.put(
                    "both",
                    all.create("both", Map.of(Principal.EVERYWHERE, Set.of(Role.OPERATOR, Role.DEPLOYER)), null));
        }
        served = ServedEngine.open(
                directory,
                data,
                Map.of("REEVE_SECRET_BANK", CANARY),
                Map.of("http.destinations", origin(), "http.secrets", "bank=" + origin()));
    }

    @AfterEach
    void close() {
        served.close();
        bank.stop(0);
    }

    private String origin() {
        return "http://127.0.0.1:" + bank.getAddress().getPort();
    }

    private HttpResponse<String> send(String who, String method, String path, String body) throws Exception {
        return served.send(String.valueOf(keys.get(who)), method, path, body);
    }

    private int status(String who, String method, String path, String body) throws Exception {
        return send(who, method, path, body).statusCode();
    }

    private String accepted(String who, String method, String path, String body) throws Exception {
        HttpResponse<String> answer = send(who, method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return answer.body();
    }

    private static String id(String started) {
        Matcher id = Pattern.compile("\"id\":\"([^\"]+)\"").matcher(started);
        assertThat(id.find()).as(started).isTrue();
        return id.group(1);
    }

    private String request(String path) {
        return "{\"url\": \"%s%s\", \"headers\": {\"Authorization\": \"secret://bank\"}}".formatted(origin(), path);
    }

    private String job() {
        return "{\"action\": \"http\", \"input\": %s}".formatted(request("/"));
    }

    @Test
    @DisplayName("A job of the action, or one that asks with it, needs the rights to start and to deploy")
    void jobs() throws Exception {
        String probing = "{\"action\": \"card.charge\", \"options\": {\"probe\": \"http\"}, \"input\": %s}"
                .formatted(request("/"));
        for (Role role : Role.values()) {
            if (role != Role.ADMIN) {
                assertThat(status(role.text(), "POST", "/v1/jobs", job()))
                        .as("%s", role)
                        .isEqualTo(403);
            }
        }
        HttpResponse<String> refused = send("starter", "POST", "/v1/jobs", job());
        assertThat(refused.body()).contains("DENIED", "may not run server action", "DEPLOY");
        HttpResponse<String> asked = send("starter", "POST", "/v1/jobs", probing);
        assertThat(asked.statusCode()).as(asked.body()).isEqualTo(403);
        assertThat(received).isEmpty();

        for (String who : List.of("admin", "both")) {
            String id = id(accepted(who, "POST", "/v1/jobs", job()));
            assertThat(accepted(who, "GET", "/v1/executions/" + id + "/result?wait=50s", ""))
                    .contains("COMPLETED");
        }
        assertThat(received).containsExactly(CANARY, CANARY);
        assertThat(status(
                        "starter",
                        "POST",
                        "/v1/executions",
                        "{\"workflow\": \"reeve_job_http\", \"input\": {\"url\": \"%s\"}}".formatted(origin())))
                .as("the job of another caller, as a workflow")
                .isEqualTo(403);
        assertThat(status("starter", "POST", "/v1/jobs", "{\"action\": \"card.charge\"}"))
                .as("a job of an agent")
                .isEqualTo(201);
    }

    @Test
    @DisplayName("A schedule of such a job needs them, too")
    void schedules() throws Exception {
        String schedule = "{\"action\": \"http\", \"input\": %s, \"every\": \"1h\"}".formatted(request("/"));
        HttpResponse<String> refused = send("operator", "PUT", "/v1/schedules/s", schedule);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
        String unused = accepted("both", "PUT", "/v1/schedules/s", schedule);
    }

    @Test
    @DisplayName("Data of callers who may not deploy brings no reference into an execution")
    void references() throws Exception {
        String unused = accepted("deployer", "POST", "/v1/definitions", """
                workflow: pay
                steps:
                  charge:
                    action: http
                    input: { url: "%s/refused", headers: { Authorization: "${ input.token }" } }
                    retry: { maxAttempts: 1 }
                    onExhausted: escalate
                """.formatted(origin()));
        String token = "{\"token\": \"Bearer secret:\\/\\/bank\"}";
        assertThat(status(
                        "starter", "POST", "/v1/executions", "{\"workflow\": \"pay\", \"input\": %s}".formatted(token)))
                .isEqualTo(403);
        assertThat(send(
                                "starter",
                                "POST",
                                "/v1/executions/batch",
                                "{\"starts\": [{\"workflow\": \"pay\", \"input\": %s}]}".formatted(token))
                        .body())
                .contains("DENIED");
        String signal =
                "{\"workflow\": \"pay\", \"key\": \"k\", \"input\": %s, \"signal\": {\"name\": \"go\", \"data\": %s}}";
        for (String body : new String[] {signal.formatted(token, "1"), signal.formatted("{}", token)}) {
            assertThat(status("starter", "POST", "/v1/executions/signal", body)).isEqualTo(403);
        }
        assertThat(received).isEmpty();

        String id = id(accepted(
                "starter", "POST", "/v1/executions", "{\"workflow\": \"pay\", \"input\": {\"token\": \"plain\"}}"));
        String path = "/v1/executions/" + id;
        String edited = "{\"input\": %s, \"reason\": \"r\"}".formatted(request("/"));
        for (String[] call : new String[][] {
            {"/steps/charge/retry", edited},
            {"/rerun", edited.replace("{\"input", "{\"from\": \"charge\", \"input")},
            {"/steps/charge/resolve", "{\"output\": [{\"secret://bank\": 1}], \"reason\": \"r\"}"},
            {"/signals/go", "{\"by\": \"secret://bank\"}"}
        }) {
            HttpResponse<String> refused = send("operator", "POST", path + call[0], call[1]);
            assertThat(refused.statusCode()).as(call[0] + refused.body()).isEqualTo(403);
            assertThat(refused.body()).contains("may not refer to secret");
        }
        assertThat(status(
                        "operator",
                        "POST",
                        "/v1/bulk-operations",
                        "{\"verb\": \"RETRY\", \"payload\": %s, \"step\": \"charge\", \"reason\": \"r\"}"
                                .formatted(request("/"))))
                .isEqualTo(403);
        await().untilAsserted(
                        () -> assertThat(accepted("operator", "GET", path, "")).contains("ESCALATED"));
        assertThat(received).containsOnly("plain");

        String unusedAnswer = accepted("both", "POST", path + "/steps/charge/retry", edited);
        assertThat(accepted("both", "GET", path + "/result?wait=50s", "")).contains("COMPLETED");
        assertThat(received).contains(CANARY);
    }
}
