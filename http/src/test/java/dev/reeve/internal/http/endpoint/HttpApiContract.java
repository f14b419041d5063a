package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.access.Subject;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.EventStream;
import dev.reeve.internal.http.ServerEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The HTTP API, on every store. */
public abstract class HttpApiContract extends CardsContract {

    protected HttpApiContract(ApiStore store) {
        super(store);
    }

    @Test
    @DisplayName("starts an execution, waits for its result, and shows it: a client reads what it has written")
    void startsAndReads() {
        api.deploy(PAY);
        Answer.Value started = api.call(
                "POST /v1/executions",
                "/v1/executions",
                Map.of("content-type", "application/json", "idempotency-key", "order/1"),
                "{\"workflow\": \"pay\", \"input\": {\"amount\": 12.50}, \"labels\": {\"customer\": \"42\"}}");
        String id = ApiClient.json(201, started).get("id").asString();
        assertThat(started.headers()).containsEntry("Location", "/v1/executions/" + id);

        // read your own writes: each of these follows the answer at once
        assertThat(show(id).get("key").asString()).isEqualTo("order/1");
        assertThat(api.get("GET /v1/keys/{key}", "/v1/keys/order%2F1").get("id").asString())
                .isEqualTo(id);
        assertThat(list("?label=customer=42").findValuesAsString("id")).containsExactly(id);
        assertThat(api.result(id).get("output").toString()).isEqualTo("{\"charge\":{\"receipt\":7}}");
        assertThat(show(id).get("status").asString()).isEqualTo("COMPLETED");
        assertThat(api.call("GET /v1/executions/{id}", "/v1/executions/" + id, Map.of(), "")
                        .body())
                .as("the exact text of a payload")
                .contains("{\"amount\": 12.50}");

        // the same key again
        assertThat(ApiClient.json(
                                201,
                                api.call(
                                        "POST /v1/executions",
                                        "/v1/executions",
                                        Map.of("content-type", "application/json", "idempotency-key", "order/1"),
                                        "{\"workflow\": \"pay\", \"input\": {\"amount\": 12.5}}"))
                        .get("id")
                        .asString())
                .isEqualTo(id);
        assertThat(api.json(
                                409,
                                "POST /v1/executions",
                                "/v1/executions",
                                "{\"workflow\": \"pay\", \"input\": {\"amount\": 1}, \"key\": \"order/1\"}")
                        .get("code")
                        .asString())
                .isEqualTo("CONFLICT");
        assertThat(api.get("GET /v1/executions/{id}/history", "/v1/executions/" + id + "/history")
                        .get("entries")
                        .size())
                .isGreaterThan(2);
        api.get("GET /v1/executions/{id}/explanation", "/v1/executions/" + id + "/explanation");
        JsonNode summary = api.get("GET /v1/executions/{id}/summary", "/v1/executions/" + id + "/summary");
        assertThat(summary)
                .isEqualTo(list("?label=customer=42").get("executions").get(0));
    }

    private JsonNode show(String id) {
        return api.get("GET /v1/executions/{id}", "/v1/executions/" + id);
    }

    private JsonNode list(String query) {
        return api.get("GET /v1/executions", "/v1/executions" + query);
    }

    @Test
    @DisplayName("a long poll of a result says that an execution goes on, and cursors lead through all pages")
    void waitsAndPages() {
        api.deploy(WAITING);
        Set<String> ids = new TreeSet<>();
        for (int i = 0; i < 5; i++) {
            ids.add(api.start("waiting", "{}"));
        }
        String first = ids.iterator().next();
        JsonNode going = ApiClient.json(
                202,
                api.call(
                        "GET /v1/executions/{id}/result", "/v1/executions/" + first + "/result?wait=0s", Map.of(), ""));
        assertThat(going.get("ended").asBoolean()).isFalse();

        Set<String> seen = new TreeSet<>();
        String cursor = "";
        do {
            JsonNode page = list("?workflow=waiting&status=RUNNING&status=COMPLETED&limit=2" + cursor);
            seen.addAll(page.get("executions").findValuesAsString("id"));
            cursor = page.has("next") ? "&cursor=" + page.get("next").asString() : "";
        } while (!cursor.isEmpty());
        assertThat(seen).isEqualTo(ids);
        api.deploy("workflow: lonely\nsteps:\n  a: { action: nobody.there }\n");
        String lonely = api.start("lonely", "{}");
        api.get("GET /v1/executions/{id}/forecast", "/v1/executions/" + lonely + "/forecast?step=a&cause=BUSINESS");

        api.deploy(
                "workflow: two\nsteps:\n  go: { await: { signal: go } }\n  end: { await: { signal: end }, after: [go] }\n");
        String two = api.start("two", "{}");
        for (int twice = 0; twice < 2; twice++) {
            assertThat(api.call(
                                    "POST /v1/executions/{id}/signals/{name}",
                                    "/v1/executions/" + two + "/signals/go",
                                    Map.of("content-type", "application/json", "idempotency-key", "s1"),
                                    "{\"by\": \"me\"}")
                            .status())
                    .isEqualTo(204);
        }
        api.json(204, "POST /v1/executions/{id}/signals/{name}", "/v1/executions/" + two + "/signals/end", "null");
        assertThat(api.result(two).get("status").asString()).isEqualTo("COMPLETED");
        assertThat(api.json(
                                404,
                                "POST /v1/executions/{id}/signals/{name}",
                                "/v1/executions/" + lonely + "/signals/stop",
                                "")
                        .get("code")
                        .asString())
                .isEqualTo("NOT_FOUND");
    }

    @Test
    @DisplayName("starts many at once, each with its own outcome, and jobs without a definition")
    void startsMany() {
        api.deploy(PAY);
        JsonNode outcomes = api.json(
                200,
                "POST /v1/executions/batch",
                "/v1/executions/batch",
                "{\"starts\": [{\"workflow\": \"pay\", \"key\": \"a\"}, {\"workflow\": \"none\"}, {\"workflow\": \"pay\", \"kee\": 1}]}");
        assertThat(outcomes.get("starts").get(0).has("id")).isTrue();
        assertThat(outcomes.get("starts").get(1).get("error").get("code").asString())
                .isEqualTo("WORKFLOW_UNKNOWN");
        assertThat(outcomes.get("starts").get(2).get("error").get("message").asString())
                .contains("did you mean 'key'?");
        String job = api.json(201, "POST /v1/jobs", "/v1/jobs", "{\"action\": \"card.charge\", \"input\": {}}")
                .get("id")
                .asString();
        assertThat(api.result(job).get("output").toString()).isEqualTo("{\"receipt\":7}");
        api.json(400, "POST /v1/executions/batch", "/v1/executions/batch", "{\"starts\": []}");
        String withOptions = api.json(
                        201,
                        "POST /v1/jobs",
                        "/v1/jobs",
                        "{\"action\": \"card.charge\", \"input\": {}, \"options\": {\"attemptCompleteBy\": \"30s\", \"rate\": \"10/s\"}}")
                .get("id")
                .asString();
        assertThat(show(withOptions).get("version").asInt()).isEqualTo(2);
        assertThat(api.json(
                                400,
                                "POST /v1/jobs",
                                "/v1/jobs",
                                "{\"action\": \"card.charge\", \"options\": {\"concurrency\": \"many\"}}")
                        .get("detail")
                        .asString())
                .contains("'options'", "/concurrency", "a whole number");
    }

    @Test
    @DisplayName("every verb that acts is recorded with who and why, and a refused try as well (D22)")
    void recovers() {
        api.deploy(PAY);
        api.deploy(WAITING);
        String bad = api.start("pay", "{\"card\": \"bad\"}");
        escalatedOrUndone(bad);
        String id = api.start("waiting", "{}");
        verb(id, "pause", 200);
        verb(id, "resume", 200);
        verb(id, "compensate", 200);
        String other = api.start("waiting", "{}");
        verb(other, "cancel", 200);
        api.result(other);
        verb(other, "cancel", 409);
        api.json(
                409,
                "POST /v1/executions/{id}/move",
                "/v1/executions/" + other + "/move",
                "{\"version\": 1, \"reason\": \"r\"}");
        JsonNode rerun = api.json(
                200,
                "POST /v1/executions/{id}/rerun",
                "/v1/executions/" + bad + "/rerun",
                "{\"from\": \"charge\", \"reason\": \"new card\", \"input\": {\"card\": \"good\"}}");
        assertThat(api.result(rerun.get("rerunAs").asString()).get("status").asString())
                .isEqualTo("COMPLETED");
        for (String step : List.of("retry", "skip", "probe")) {
            api.json(
                    409,
                    "POST /v1/executions/{id}/steps/{step}/" + step,
                    "/v1/executions/" + bad + "/steps/charge/" + step,
                    "{\"reason\": \"r\"}");
        }
        api.json(
                409,
                "POST /v1/executions/{id}/steps/{step}/resolve",
                "/v1/executions/" + bad + "/steps/charge/resolve",
                "{\"reason\": \"r\", \"output\": {}}");
        api.json(400, "POST /v1/executions/{id}/cancel", "/v1/executions/" + other + "/cancel", "{}");

        Subject waiting = new Subject(other, ExecutionId.parse(other), "waiting", null);
        Subject pay = new Subject(bad + " charge", ExecutionId.parse(bad), "pay", null);
        assertThat(api.record)
                .contains(
                        new AccessRecord.Entry("ada", "127.0.0.9", Operation.CANCEL, "default", waiting, "r", null),
                        new AccessRecord.Entry(
                                "ada", "127.0.0.9", Operation.CANCEL, "default", waiting, "r", ErrorCode.REFUSED),
                        new AccessRecord.Entry("ada", "127.0.0.9", Operation.RERUN, "default", pay, "new card", null));
        api.caller = Principal.everywhere("vera", Role.VIEWER);
        verb(other, "cancel", 403);
        assertThat(api.record)
                .anyMatch(it -> it.who().equals("vera")
                        && it.error() == ErrorCode.DENIED
                        && it.operation() == Operation.CANCEL);
    }

    private void escalatedOrUndone(String id) {
        api.result(id);
        api.get("GET /v1/inbox", "/v1/inbox?limit=10");
    }

    private void verb(String id, String verb, int status) {
        api.json(
                status, "POST /v1/executions/{id}/" + verb, "/v1/executions/" + id + "/" + verb, "{\"reason\": \"r\"}");
    }

    @Test
    @DisplayName("shows definitions with an ETag, checks and removes them")
    void definitions() {
        api.deploy(PAY);
        Answer.Value shown =
                api.call("GET /v1/definitions/{workflow}/{version}", "/v1/definitions/pay/1", Map.of(), "");
        String tag = shown.headers().get("ETag");
        assertThat(ApiClient.json(200, shown).get("workflow").asString()).isEqualTo("pay");
        assertThat(api.call(
                                "GET /v1/definitions/{workflow}/{version}",
                                "/v1/definitions/pay/0",
                                Map.of("if-none-match", "\"x\", " + tag),
                                "")
                        .status())
                .isEqualTo(304);
        assertThat(api.get("GET /v1/definitions", "/v1/definitions").toString()).contains("\"pay\"");
        Map<String, String> yaml = Map.of("content-type", "application/yaml");
        assertThat(ApiClient.json(200, api.call("POST /v1/definitions", "/v1/definitions", yaml, PAY))
                        .toString())
                .contains("\"created\":false");
        assertThat(ApiClient.json(
                                409,
                                api.call(
                                        "POST /v1/definitions",
                                        "/v1/definitions",
                                        yaml,
                                        PAY.replace("charge:", "pay:")))
                        .get("code")
                        .asString())
                .isEqualTo("CONFLICT");
        JsonNode problems = ApiClient.json(
                400,
                api.call("POST /v1/definitions", "/v1/definitions", yaml, "workflow: x\nsteps:\n  a: { acton: b }\n"));
        assertThat(problems.get("problems").get(0).get("line").asInt()).isEqualTo(3);
        assertThat(ApiClient.json(
                                200,
                                api.call(
                                        "POST /v1/definitions/validate",
                                        "/v1/definitions/validate",
                                        yaml,
                                        "workflow: x\n"))
                        .get("valid")
                        .asBoolean())
                .isFalse();
        assertThat(ApiClient.json(200, api.call("POST /v1/definitions/validate", "/v1/definitions/validate", yaml, PAY))
                        .get("valid")
                        .asBoolean())
                .isTrue();
        ApiClient.json(
                200, api.call("POST /v1/definitions/check", "/v1/definitions/check", yaml, PAY + "version: 2\n"));
        ApiClient.json(
                415, api.call("POST /v1/definitions", "/v1/definitions", Map.of("content-type", "text/html"), PAY));
        api.json(
                201,
                "POST /v1/deployments",
                "/v1/deployments",
                "{\"definitions\": [%s]}".formatted(ApiClient.MAPPER.writeValueAsString(WAITING)));
        api.json(200, "DELETE /v1/definitions/{workflow}/{version}", "/v1/definitions/waiting/1?reason=unused", "");
        api.json(404, "DELETE /v1/definitions/{workflow}/{version}", "/v1/definitions/waiting/1?reason=unused", "");
        api.json(404, "GET /v1/definitions/{workflow}/{version}", "/v1/definitions/waiting/0", "");
    }

    @Test
    @DisplayName("schedules and services")
    void operations() {
        api.deploy(PAY);
        api.json(
                200,
                "PUT /v1/schedules/{name}",
                "/v1/schedules/nightly",
                "{\"workflow\": \"pay\", \"cron\": \"0 3 * * *\", \"zone\": \"Europe/Berlin\"}");
        api.json(
                200,
                "PUT /v1/schedules/{name}",
                "/v1/schedules/often",
                "{\"workflow\": \"pay\", \"every\": \"1h\", \"missed\": \"ONE\"}");
        api.json(
                200,
                "PUT /v1/schedules/{name}",
                "/v1/schedules/once",
                "{\"workflow\": \"pay\", \"at\": \"2099-01-01T00:00:00Z\"}");
        api.json(400, "PUT /v1/schedules/{name}", "/v1/schedules/none", "{\"workflow\": \"pay\"}");
        api.json(
                200,
                "PUT /v1/schedules/{name}",
                "/v1/schedules/once",
                "{\"action\": \"card.charge\", \"at\": \"2099-01-01T00:00:00Z\", \"options\": {\"concurrency\": 3}}");
        api.json(200, "POST /v1/schedules/{name}/pause", "/v1/schedules/nightly/pause", "{\"reason\": \"r\"}");
        assertThat(api.get("GET /v1/schedules", "/v1/schedules")
                        .get("schedules")
                        .size())
                .isEqualTo(3);
        api.json(200, "POST /v1/schedules/{name}/resume", "/v1/schedules/nightly/resume", "{\"reason\": \"r\"}");
        assertThat(api.get("GET /v1/schedules/{name}/changes", "/v1/schedules/nightly/changes")
                        .get("changes")
                        .size())
                .isEqualTo(2);
        api.json(200, "DELETE /v1/schedules/{name}", "/v1/schedules/nightly?reason=r", "");

        api.json(200, "POST /v1/services/{action}/pause", "/v1/services/card.charge/pause", "{\"reason\": \"r\"}");
        assertThat(api.get("GET /v1/services", "/v1/services")
                        .get("services")
                        .get(0)
                        .get("state")
                        .asString())
                .isEqualTo("PAUSED");
        api.json(200, "POST /v1/services/{action}/resume", "/v1/services/card.charge/resume", "{\"reason\": \"r\"}");
        api.get("GET /v1/services/{action}/changes", "/v1/services/card.charge/changes");
        api.get("GET /v1/services/suspects", "/v1/services/suspects");
        api.get("GET /v1/services/incidents", "/v1/services/incidents");
    }

    @Test
    @DisplayName("bulk operations, messages, nodes, health, and the server itself")
    void system() {
        api.deploy(PAY);
        String bulk = api.json(
                        201,
                        "POST /v1/bulk-operations",
                        "/v1/bulk-operations",
                        "{\"verb\": \"CANCEL\", \"reason\": \"r\", \"workflow\": \"pay\"}")
                .get("operation")
                .get("operation")
                .asString();
        assertThat(api.json(
                                200,
                                "POST /v1/bulk-operations/count",
                                "/v1/bulk-operations/count",
                                "{\"verb\": \"CANCEL\", \"workflow\": \"pay\"}")
                        .get("count")
                        .asInt())
                .isZero();
        api.json(
                409,
                "POST /v1/bulk-operations",
                "/v1/bulk-operations",
                "{\"verb\": \"CANCEL\", \"reason\": \"r\", \"workflow\": \"pay\", \"expected\": 3}");
        api.get("GET /v1/bulk-operations", "/v1/bulk-operations");
        api.get("GET /v1/bulk-operations/{id}", "/v1/bulk-operations/" + bulk);
        int stopped = api.call(
                        "POST /v1/bulk-operations/{id}/stop",
                        "/v1/bulk-operations/" + bulk + "/stop",
                        Map.of("content-type", "application/json"),
                        "{\"reason\": \"r\"}")
                .status();
        assertThat(stopped).isIn(200, 409);

        api.get("GET /v1/messages", "/v1/messages?limit=5");
        api.call("POST /v1/messages/{id}/redeliver", "/v1/messages/" + bulk + "/redeliver", Map.of(), "");
        assertThat(api.get("GET /v1/nodes", "/v1/nodes").get("nodes").size()).isEqualTo(1);
        assertThat(api.get("GET /v1/health", "/v1/health")
                        .get("agents")
                        .get(0)
                        .get("name")
                        .asString())
                .isEqualTo("cards");
        assertThat(api.get("GET /v1/self", "/v1/self")
                        .get("roles")
                        .get("*")
                        .get(0)
                        .asString())
                .isEqualTo("admin");
        api.get("GET /health/live", "/health/live");
        api.get("GET /health/ready", "/health/ready");
        assertThat(api.call("GET /v1/openapi.yaml", "/v1/openapi.yaml", Map.of(), "")
                        .body())
                .startsWith("openapi: 3.1.0")
                .contains("\nservers:\n  - url: /\n");
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(api.call("GET /v1/errors/{code}", "/v1/errors/" + code, Map.of(), "")
                            .body())
                    .startsWith(code.name());
        }
    }

    @Test
    @DisplayName("a viewer without the right to payloads sees none of them")
    void masksPayloads() {
        api.deploy(PAY);
        String id = api.start("pay", "{\"card\": \"4000-1234\"}");
        api.result(id);
        api.caller = Principal.everywhere("vera", Role.VIEWER);
        for (String part : List.of("", "/history", "/explanation", "/result")) {
            String body = api.call("GET /v1/executions/{id}" + part, "/v1/executions/" + id + part, Map.of(), "")
                    .body();
            assertThat(body).as(part).doesNotContain("4000-1234", "receipt");
        }
        assertThat(show(id).get("input").asString()).isEqualTo("(masked)");
        api.caller = Principal.everywhere("paul", Role.VIEWER_WITH_PAYLOADS);
        assertThat(show(id).get("input").toString()).contains("4000-1234");
    }

    @Test
    @DisplayName(
            "a stream carries ids and versions of what changed, goes on after the last event, and says what it cannot know")
    void streams() throws Exception {
        api.deploy(PAY);
        EventStream stream = events(Map.of());
        ServerEvent ready = next(stream);
        assertThat(ready.name()).isEqualTo("ready");
        String id = api.start("pay", "{}");
        api.result(id);
        ServerEvent first = next(stream);
        assertThat(first.name()).isEqualTo("changed");
        JsonNode change = ApiClient.MAPPER.readTree(first.data());
        assertThat(change.get("execution").asString()).isEqualTo(id);
        assertThat(change.get("version").asInt()).isPositive();

        EventStream again = events(Map.of("last-event-id", ready.id()));
        assertThat(next(again).name()).isEqualTo("ready");
        assertThat(next(again)).isEqualTo(first);
        for (String unknown : List.of("e0-1", "e1-999999", "x", "e1--1")) {
            assertThat(next(events(Map.of("last-event-id", unknown))).name())
                    .as(unknown)
                    .isEqualTo("reset");
        }
        assertThat(events(Map.of("reeve-namespace", "billing")).next(Duration.ZERO))
                .extracting(ServerEvent::name)
                .isEqualTo("ready");
        stream.close();
        assertThat(stream.isEnded()).isTrue();
    }

    private EventStream events(Map<String, String> headers) {
        return ((Answer.Events) api.send("GET", "/v1/changes", headers, "").join()).events();
    }

    private static ServerEvent next(EventStream stream) throws InterruptedException {
        return Objects.requireNonNull(stream.next(Duration.ofSeconds(30)));
    }

    @Test
    @DisplayName("the description has every endpoint, and nothing else")
    void isDescribed() {
        Set<String> endpoints = new TreeSet<>();
        api.handler.router().endpoints().forEach(it -> endpoints.add(it.method() + " " + it.path()));
        assertThat(api.description().operations()).isEqualTo(endpoints);
        assertThat(api.description().ids()).hasSize(endpoints.size());
        api.handler
                .router()
                .endpoints()
                .forEach(it -> assertThat(api.description().isOpen(it.method() + " " + it.path()))
                        .as(it.path())
                        .isEqualTo(it.operation() == null));
    }

    @Test
    @DisplayName("each endpoint is closed to callers without a role, and to callers of another namespace (D6, D7)")
    void closedToOthers() {
        api.deploy(PAY);
        String id = api.start("pay", "{}");
        api.result(id);
        for (var endpoint : api.handler.router().endpoints()) {
            if (endpoint.operation() == null) {
                assertThat(endpoint.path())
                        .isIn(
                                "/health/live",
                                "/health/ready",
                                "/v1/openapi.yaml",
                                "/v1/errors/{code}",
                                "/v1/completions/{token}",
                                "/v1/links/open",
                                "/v1/links/answer");
                continue;
            }
            String target = endpoint.path()
                    .replace("{id}", id)
                    .replace("{step}", "charge")
                    .replace("{workflow}", "pay")
                    .replace("{version}", "1")
                    .replace("{key}", "k")
                    .replaceAll("\\{\\w+}", "x");
            for (Principal nobody : List.of(
                    new Principal("nora", Map.of()), new Principal("bill", Map.of("billing", Set.of(Role.ADMIN))))) {
                api.caller = nobody;
                Answer.Value answer =
                        (Answer.Value) api.send(endpoint.method(), target, Map.of("reeve-namespace", "default"), "{}")
                                .join();
                assertThat(answer.status())
                        .as(nobody.name() + " " + endpoint.method() + " " + target)
                        .isEqualTo(403);
            }
        }
    }
}
