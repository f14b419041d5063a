package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.access.Subject;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Endpoint;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Hostile values in the requests of a caller who may do everything")
final class HostileRequestsTest {

    private static final Principal ADMIN = Principal.everywhere("ada", Role.ADMIN);
    private static final String UNKNOWN_ID = "01890000-0000-7000-8000-000000000000";
    private static final Map<String, String> JSON = Map.of("content-type", "application/json");

    private static final List<String> VALUES = List.of(
            "-1",
            "0",
            "2147483648",
            "99999999999999999999",
            "x".repeat(3_000),
            UNKNOWN_ID,
            UNKNOWN_ID.replace('0', 'g'),
            "------------------------------------",
            "a[",
            "a[1]#2#3",
            "a#x",
            "*",
            "../etc",
            "a/b",
            "%2e%2e",
            "'; DROP TABLE execution; --",
            "{}",
            "\ud83d\ude80",
            "\u202e",
            "+1000000000-12-31T23:59:59Z",
            "-1000000000-01-01T00:00:00Z",
            "2026-11-25T12:00:00Z~x",
            "P999999999999D",
            "0s",
            "RUNNING");

    /** The parameters of the query that an endpoint reads, or the members of its body. */
    private static final Map<String, String> READS = Map.ofEntries(
            Map.entry("GET /v1/executions", "limit cursor workflow status label startedFrom startedBefore"),
            Map.entry("GET /v1/executions/{id}", "asOf"),
            Map.entry("GET /v1/executions/{id}/explanation", "asOf"),
            Map.entry("GET /v1/executions/{id}/history", "asOf after before limit"),
            Map.entry("GET /v1/executions/{id}/forecast", "step cause code"),
            Map.entry("GET /v1/executions/{id}/result", "wait"),
            Map.entry("GET /v1/inbox", "limit"),
            Map.entry("GET /v1/messages", "limit"),
            Map.entry("GET /v1/record", "limit cursor who operation about workflow refused everywhere from before"),
            Map.entry("GET /v1/changes", "workflow after"),
            Map.entry("DELETE /v1/schedules/{name}", "reason"),
            Map.entry("DELETE /v1/definitions/{workflow}/{version}", "reason"),
            Map.entry("GET /v1/definitions/{workflow}/{version}/drawing", "compensations folded"),
            Map.entry("GET /v1/definitions/{workflow}/{version}/drawing.svg", "compensations folded"),
            Map.entry("POST /v1/executions", "workflow key keyPolicy request replyTo correlationId at after"),
            Map.entry("POST /v1/jobs", "action key replyTo"),
            Map.entry("POST /v1/bulk-operations", "verb step action cause code fingerprint purpose workflow reason"),
            Map.entry("POST /v1/bulk-operations/count", "verb step action cause code fingerprint purpose workflow"),
            Map.entry("PUT /v1/schedules/{name}", "workflow cron zone gap overlap every first at missed whileRunning"),
            Map.entry("POST /v1/executions/{id}/rerun", "from reason"));

    /** As headers have them. */
    private static final List<String> HEADER_VALUES = List.of(
            "",
            " ",
            "\u0000",
            "e1:-1",
            "e1:99999999999999999999",
            "e1:",
            ":",
            "00-" + "0".repeat(32) + "-" + "0".repeat(16) + "-00",
            "00-" + "f".repeat(32) + "-" + "f".repeat(16) + "-zz",
            "ff-" + "1".repeat(32) + "-" + "1".repeat(16) + "-01-more",
            "k".repeat(256),
            "a\nb",
            "default,billing",
            "\"",
            "W/\"x\"",
            "*,*");

    /** The headers that endpoints read. */
    private static final List<String> HEADERS =
            List.of("last-event-id", "idempotency-key", "traceparent", "reeve-namespace", "if-none-match");

    @TempDir
    private @Nullable Path directory;

    private ApiClient open(Access access) {
        return new ApiClient(new SqliteApiStore(), Objects.requireNonNull(directory), ADMIN, access);
    }

    private static void check(ApiClient api, Endpoint endpoint, String target, String body) {
        check(api, endpoint, target, body, JSON);
    }

    private static void check(
            ApiClient api, Endpoint endpoint, String target, String body, Map<String, String> headers) {
        Answer.Ready ready = api.send(endpoint.method(), target, headers, body)
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
        if (ready instanceof Answer.Events events) {
            events.events().close();
            return;
        }
        Answer.Value answer = (Answer.Value) ready;
        assertThat(answer.status())
                .as("%s %s %s %s answered %s", endpoint.method(), target, headers, body, answer.body())
                .isLessThan(500);
        assertThat(answer.body()).doesNotContain("Exception", "\tat ");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String filled(String path, String parameter, String value) {
        return path.replace("{" + parameter + "}", encoded(value))
                .replace("{id}", UNKNOWN_ID)
                .replace("{version}", "1")
                .replaceAll("\\{\\w+}", "x");
    }

    @Test
    @DisplayName("in the path, in the query and in the body are the caller's mistake, and never one of Reeve's")
    void neverAMistakeOfReeves() {
        try (ApiClient api = open(Access.byRoles())) {
            for (Endpoint endpoint : api.handler.router().endpoints()) {
                List<String> parameters = new ArrayList<>();
                Matcher parameter = Pattern.compile("\\{(\\w+)}").matcher(endpoint.path());
                while (parameter.find()) {
                    parameters.add(parameter.group(1));
                }
                for (String value : VALUES) {
                    for (String each : parameters) {
                        check(
                                api,
                                endpoint,
                                filled(endpoint.path(), each, value) + "?wait=0s&reason=r&step=a",
                                "{\"reason\": \"r\", \"version\": 1, \"from\": \"a\", \"output\": 1}");
                    }
                    boolean inQuery = Set.of("GET", "DELETE").contains(endpoint.method());
                    String reads = READS.getOrDefault(endpoint.method() + " " + endpoint.path(), "reason");
                    for (String name : reads.split(" ", -1)) {
                        String target = filled(endpoint.path(), "", "");
                        check(
                                api,
                                endpoint,
                                inQuery ? target + "?" + name + "=" + encoded(value) : target,
                                inQuery ? "" : body(name, value));
                    }
                }
            }
        }
    }

    @Test
    @DisplayName("in a header are the caller's mistake, and never one of Reeve's")
    void inHeaders() {
        try (ApiClient api = open(Access.byRoles())) {
            api.deploy("workflow: w\nsteps:\n  go: { await: { signal: x } }\n");
            List<String> values = new ArrayList<>(VALUES);
            values.addAll(HEADER_VALUES);
            for (Endpoint endpoint : api.handler.router().endpoints()) {
                String target = filled(endpoint.path(), "", "");
                boolean inQuery = Set.of("GET", "DELETE").contains(endpoint.method());
                for (String header : HEADERS) {
                    for (String value : values) {
                        Map<String, String> headers = new TreeMap<>(JSON);
                        headers.put(header, value);
                        check(
                                api,
                                endpoint,
                                inQuery ? target + "?wait=0s&reason=r" : target,
                                inQuery ? "" : wellMeant(endpoint),
                                headers);
                    }
                }
            }
        }
    }

    /** Goes on behind the headers. */
    private static String wellMeant(Endpoint endpoint) {
        return switch (endpoint.path()) {
            case "/v1/executions" -> "{\"workflow\": \"w\"}";
            case "/v1/executions/signal" -> "{\"workflow\": \"w\", \"key\": \"k\", \"signal\": {\"name\": \"x\"}}";
            case "/v1/jobs" -> "{\"action\": \"a\", \"input\": 1}";
            case "/v1/attempts/claim" -> "{\"agent\": \"x\", \"actions\": [\"x\"], \"waitMillis\": 0}";
            default -> body(endpoint);
        };
    }

    @Test
    @DisplayName("of a trace are passed over, as if there were none, and the execution starts")
    void ofTraces() {
        try (ApiClient api = open(Access.byRoles())) {
            api.deploy("workflow: w\nsteps:\n  go: { await: { signal: x } }\n");
            for (String value : VALUES) {
                Answer.Value started = (Answer.Value) api.send(
                                "POST",
                                "/v1/executions",
                                Map.of("content-type", "application/json", "traceparent", value),
                                "{\"workflow\": \"w\"}")
                        .join();
                assertThat(started.status()).as("%s: %s", value, started.body()).isEqualTo(201);
            }
        }
    }

    /** A body in which most endpoints find what they need, and one member is hostile. */
    private static String body(String name, String value) {
        Map<String, Object> members = new TreeMap<>();
        switch (name) {
            case "verb", "step", "cause", "fingerprint", "purpose" ->
                members.putAll(Map.of("verb", "RETRY", "reason", "r"));
            case "cron", "zone", "gap", "overlap", "missed", "whileRunning" ->
                members.putAll(Map.of("workflow", "w", "cron", "0 3 * * *"));
            case "every", "first" -> members.putAll(Map.of("workflow", "w", "every", "1h"));
            case "action" -> members.put("input", 1);
            case "from" -> members.put("reason", "r");
            default -> members.put("workflow", "w");
        }
        members.put(name, value);
        return ApiClient.MAPPER.writeValueAsString(members);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET  | /v1/executions?status=RUNNING&status=RUNNING | | 200",
                "GET  | /v1/executions/x | | 400",
                "GET  | /v1/executions?cursor=2026-11-25T12:00:00Z~x | | 400",
                "POST | /v1/bulk-operations | {\"verb\": \"RETRY\", \"reason\": \"r\", \"perSecond\": 0} | 400",
                "POST | /v1/bulk-operations | {\"verb\": \"RETRY\", \"reason\": \"r\", \"step\": \"a[\"} | 400",
                "PUT  | /v1/schedules/s | {\"workflow\": \"w\", \"every\": \"1ms\"} | 400",
            })
    @DisplayName("that a type of the API refuses are answered with 400, and a repeated filter is no mistake")
    void judged(String method, String target, @Nullable String body, int status) {
        try (ApiClient api = open(Access.byRoles())) {
            Answer.Value answer =
                    (Answer.Value) api.send(method, target, body == null ? Map.of() : JSON, body == null ? "" : body)
                            .join();
            assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        }
    }

    /** A caller who may see and start the workflow {@code mine} only. */
    private static final class OneWorkflow implements Access {
        @Override
        public void check(Principal who, Operation operation, String namespace, @Nullable String workflow) {
            if (workflow != null && !workflow.equals("mine")) {
                throw ReeveException.of(ErrorCode.DENIED, who.name() + " may not use " + workflow);
            }
        }

        @Override
        public boolean dependsOnWorkflows() {
            return true;
        }
    }

    @Test
    @DisplayName("each call about an execution is checked with its workflow, and a refused one is recorded")
    void checksTheWorkflowOfAnExecution() {
        String mine;
        String other;
        try (ApiClient api = open(Access.byRoles())) {
            for (String name : List.of("mine", "other")) {
                api.deploy("workflow: %s\nsteps:\n  go: { await: { signal: go } }\n".formatted(name));
            }
            mine = api.start("mine", "{}");
            other = api.start("other", "{}");
        }
        try (ApiClient api = open(new OneWorkflow())) {
            int tried = 0;
            for (Endpoint endpoint : api.handler.router().endpoints()) {
                if (endpoint.path().startsWith("/v1/executions/{id}")) {
                    tried++;
                    String target = filled(endpoint.path(), "id", other) + "?wait=0s&step=go";
                    Answer.Value refused = (Answer.Value) api.send(endpoint.method(), target, JSON, body(endpoint))
                            .join();
                    assertThat(refused.status())
                            .as("%s %s answered %s", endpoint.method(), target, refused.body())
                            .isEqualTo(403);
                }
            }
            assertThat(tried).isGreaterThan(12);
            Subject subject = new Subject(other, ExecutionId.parse(other), "other", null);
            assertThat(api.record)
                    .contains(new AccessRecord.Entry(
                            "ada", "127.0.0.9", Operation.SHOW, "default", subject, null, ErrorCode.DENIED));
            api.get("GET /v1/executions/{id}", "/v1/executions/" + mine);
            api.json(
                    204,
                    "POST /v1/executions/{id}/signals/{name}",
                    "/v1/executions/" + mine + "/signals/go",
                    "{\"by\": \"ada\"}");
        }
    }

    /** Only the members that the endpoint reads, because it refuses others. */
    private static String body(Endpoint endpoint) {
        return switch (endpoint.path().replaceFirst(".*/", "")) {
            case "move" -> "{\"reason\": \"r\", \"version\": 1}";
            case "rerun" -> "{\"reason\": \"r\", \"from\": \"go\"}";
            case "resolve" -> "{\"reason\": \"r\", \"output\": 1}";
            case "links" -> "{\"expiresIn\": \"1h\"}";
            default -> "{\"reason\": \"r\"}";
        };
    }
}
