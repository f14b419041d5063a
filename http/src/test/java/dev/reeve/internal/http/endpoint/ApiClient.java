package dev.reeve.internal.http.endpoint;

import dev.reeve.NodeOptions;
import dev.reeve.agent.Agent;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.agent.endpoint.AgentEndpoints;
import dev.reeve.internal.agent.endpoint.Completions;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.HttpRequest;
import dev.reeve.internal.http.agent.AgentRoutes;
import dev.reeve.internal.http.agent.CompletionRoutes;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An engine with its API, called without a network. Checks each answer, and the body of each accepted request, against
 * the description.
 */
final class ApiClient implements AutoCloseable {

    static final JsonMapper MAPPER = new JsonMapper();
    private static final Description DESCRIPTION = new Description();
    static final byte[] SECRET = "of these tests".getBytes(StandardCharsets.UTF_8);

    /** Each of its starts is accepted or refused on its own. */
    private static final String BATCH = "POST /v1/executions/batch";

    final List<AccessRecord.Entry> record = new CopyOnWriteArrayList<>();
    final EmbeddedReeve reeve;
    final HttpHandler handler;
    Principal caller;

    /** How far the wall clock of the server is ahead. */
    volatile Duration ahead = Duration.ZERO;

    private final ChangeFeed feed = new ChangeFeed("e1");

    ApiClient(ApiStore store, Path directory, Principal caller) {
        this(store, directory, caller, Access.byRoles());
    }

    ApiClient(ApiStore store, Path directory, Principal caller, Access access) {
        this.caller = caller;
        reeve = (EmbeddedReeve)
                store.open(directory, NodeOptions.defaults().withObserver(feed).withDrain(Duration.ZERO));
        Admission admission = Admission.of(request -> this.caller, access).recordedIn(new ListedRecord(record));
        handler = HttpApi.handler(reeve, feed, () -> true, admission, more(admission));
    }

    /** The endpoints that a server adds to the API. */
    private List<Endpoint> more(Admission admission) {
        InstantSource clock = () -> Instant.now().plus(ahead);
        Completions completions = new Completions(reeve::transport, SECRET, clock);
        List<Endpoint> more = new ArrayList<>(
                AgentRoutes.of(new AgentEndpoints(reeve::transport, SECRET, System::nanoTime, completions)));
        more.addAll(CompletionRoutes.of(completions, reeve, System::nanoTime));
        more.addAll(SignalLinkEndpoints.of(reeve, admission, SECRET, clock, System::nanoTime));
        more.add(MetricsEndpoint.of(() -> "# TYPE reeve_nodes gauge\nreeve_nodes 1.0\n"));
        return more;
    }

    /** An agent of the engine behind the API. */
    Agent.Builder agent(String name) {
        return reeve.agent(name);
    }

    Description description() {
        return DESCRIPTION;
    }

    CompletableFuture<Answer.Ready> send(String method, String target, Map<String, String> headers, String body) {
        Map<String, List<String>> all = new TreeMap<>(Map.of("host", List.of("127.0.0.1")));
        headers.forEach((name, value) -> all.put(name, List.of(value)));
        int question = target.indexOf('?');
        String path = question < 0 ? target : target.substring(0, question);
        return handler.answer(new HttpRequest(
                method,
                path,
                question < 0 ? "" : target.substring(question + 1),
                all,
                "127.0.0.9",
                () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))));
    }

    private static boolean isJson(Map<String, String> headers, String body) {
        return body.isEmpty() || "application/json".equals(headers.get("content-type"));
    }

    /** Sends a request, and checks both sides against the description of the operation. */
    Answer.Value call(String operation, String target, Map<String, String> headers, String body) {
        Answer.Value answer = (Answer.Value) send(operation.replaceFirst(" .*", ""), target, headers, body)
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
        DESCRIPTION.check(operation, answer);
        if (answer.status() < 300 && !operation.equals(BATCH) && isJson(headers, body)) {
            DESCRIPTION.checkAccepted(operation, body);
        }
        return answer;
    }

    JsonNode json(int status, String operation, String target, String body) {
        Map<String, String> headers = body.isEmpty() ? Map.of() : Map.of("content-type", "application/json");
        return json(status, call(operation, target, headers, body));
    }

    static JsonNode json(int status, Answer.Value answer) {
        if (answer.status() != status) {
            throw new AssertionError("expected %d, got %d: %s".formatted(status, answer.status(), answer.body()));
        }
        return answer.body().isEmpty() ? MAPPER.createObjectNode() : MAPPER.readTree(answer.body());
    }

    JsonNode get(String operation, String target) {
        return json(200, operation, target, "");
    }

    void deploy(String yaml) {
        json(201, call("POST /v1/definitions", "/v1/definitions", Map.of("content-type", "application/yaml"), yaml));
    }

    String start(String workflow, String input) {
        return json(
                        201,
                        "POST /v1/executions",
                        "/v1/executions",
                        "{\"workflow\": \"%s\", \"input\": %s}".formatted(workflow, input))
                .get("id")
                .asString();
    }

    JsonNode result(String id) {
        return get("GET /v1/executions/{id}/result", "/v1/executions/" + id + "/result?wait=50s");
    }

    @Override
    public void close() {
        handler.close();
        reeve.close();
    }
}
