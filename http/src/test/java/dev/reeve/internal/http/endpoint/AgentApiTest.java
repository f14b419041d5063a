package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Answer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Each document of agents, in both directions, obeys the description: {@link ApiClient} checks it. */
@ParameterizedClass(name = "{0}")
@EnumSource(ApiStore.class)
@DisplayName("The API for agents")
@Timeout(180)
final class AgentApiTest {

    private static final Principal ADMIN = Principal.everywhere("ada", Role.ADMIN);
    private static final String PRINT =
            "workflow: print\nsteps:\n  print: { action: report.print, heartbeat: 20s, completeBy: 2m }\n";

    private static final String REGISTER = "POST /v1/agents";
    private static final String EXCHANGE = "POST /v1/agents/{session}/exchange";
    private static final String LEAVE = "DELETE /v1/agents/{session}";
    private static final String CLAIM = "POST /v1/attempts/claim";
    private static final String BEAT = "POST /v1/attempts/{token}/heartbeat";
    private static final String COMPLETE = "POST /v1/attempts/{token}/complete";
    private static final String FAIL = "POST /v1/attempts/{token}/fail";

    private static final int EXCHANGES_MAX = 20;

    private final ApiStore store;

    private ApiClient api;

    AgentApiTest(ApiStore store) {
        this.store = store;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        api = new ApiClient(store, directory, ADMIN);
        api.deploy(PRINT);
    }

    @AfterEach
    void close() {
        api.close();
    }

    private String register() {
        JsonNode registered = api.json(
                200,
                REGISTER,
                "/v1/agents",
                "{\"protocol\": 1, \"agent\": \"printer\", \"actions\": [\"report.print\"], \"slots\": 4}");
        return registered.get("session").asString();
    }

    private JsonNode exchange(String session, String document) {
        return api.json(200, EXCHANGE, "/v1/agents/" + session + "/exchange", document);
    }

    /** The first element that an exchange brings under this name. Exchanges before it may bring nothing. */
    private JsonNode first(String name, String session, String document) {
        for (int i = 0; i < EXCHANGES_MAX; i++) {
            JsonNode found = exchange(session, document).get(name);
            if (!found.isEmpty()) {
                return found.get(0);
            }
        }
        throw new AssertionError("no " + name);
    }

    @Test
    @DisplayName("A session: registration, work, a heartbeat with a checkpoint, a report and its verdict, and the end")
    void session() {
        String session = register();
        String id = api.start("print", "{\"page\": 1}");

        JsonNode work = first("work", session, "{\"waitMillis\": 20000, \"slots\": 2}");
        assertThat(work.get("execution").asString()).isEqualTo(id);
        assertThat(work.get("action").asString()).isEqualTo("report.print");
        assertThat(work.get("heartbeatMillis").asInt()).isEqualTo(20_000);
        assertThat(work.get("purpose").asString()).isEqualTo("FORWARD");
        String token = work.get("token").asString();
        exchange(
                session,
                "{\"waitMillis\": 0, \"beats\": [{\"token\": \"%s\", \"checkpoint\": {\"done\": 1}}]}"
                        .formatted(token));
        JsonNode verdict = first(
                "verdicts",
                session,
                "{\"reports\": [{\"token\": \"%s\", \"output\": {\"pages\": 1}}]}".formatted(token));
        assertThat(verdict.get("token").asString()).isEqualTo(token);
        assertThat(verdict.get("accepted").asBoolean()).isTrue();
        assertThat(api.result(id).get("output").toString()).isEqualTo("{\"print\":{\"pages\":1}}");

        api.json(204, LEAVE, "/v1/agents/" + session, "");
        assertThat(api.json(404, EXCHANGE, "/v1/agents/" + session + "/exchange", "{\"waitMillis\": 0}")
                        .get("code")
                        .asString())
                .isEqualTo("NOT_FOUND");
    }

    @Test
    @DisplayName("A report with the token of another credential is refused, and a failure ends the execution")
    void refusedAndFailed() {
        String session = register();
        String id = api.start("print", "{}");
        String token =
                first("work", session, "{\"waitMillis\": 20000}").get("token").asString();

        api.caller = Principal.everywhere("bob", Role.AGENT);
        JsonNode refused =
                first("verdicts", register(), "{\"reports\": [{\"token\": \"%s\", \"output\": 1}]}".formatted(token));
        assertThat(refused.get("accepted").asBoolean()).isFalse();
        assertThat(refused.get("reason").asString()).contains("credential");

        api.caller = ADMIN;
        JsonNode accepted = first(
                "verdicts",
                session,
                "{\"reports\": [{\"token\": \"%s\", \"failure\": {\"cause\": \"BUSINESS\", \"code\": \"NO_PAPER\", \"message\": \"m\", \"possiblyDone\": false}}]}"
                        .formatted(token));
        assertThat(accepted.get("accepted").asBoolean()).isTrue();
        assertThat(api.result(id).get("failure").get("code").asString()).isEqualTo("NO_PAPER");
        assertThat(api.result(id).get("failedStep").asString()).isEqualTo("print");
    }

    private JsonNode claim(String key) {
        Map<String, String> headers = Map.of("content-type", "application/json", "idempotency-key", key);
        Answer.Value answer = api.call(
                CLAIM,
                "/v1/attempts/claim",
                headers,
                "{\"agent\": \"shell\", \"actions\": [\"report.print\"], \"waitMillis\": 20000}");
        return ApiClient.json(200, answer).get("work");
    }

    @Test
    @DisplayName("Single attempts: a claim that is repeated, heartbeats, an output, a failure, and nothing to do")
    void singleAttempts() {
        String id = api.start("print", "{}");
        String token = claim("first").get(0).get("token").asString();
        assertThat(claim("first").get(0).get("token").asString()).isEqualTo(token);
        String attempt = "/v1/attempts/" + token;
        assertThat(api.json(200, BEAT, attempt + "/heartbeat", "{\"checkpoint\": [1, 2]}")
                        .get("cancelled")
                        .asBoolean())
                .isFalse();
        api.json(200, BEAT, attempt + "/heartbeat", "");
        assertThat(api.json(200, COMPLETE, attempt + "/complete", "{\"output\": {\"pages\": 2}}")
                        .get("accepted")
                        .asBoolean())
                .isTrue();
        assertThat(api.result(id).get("status").asString()).isEqualTo("COMPLETED");
        api.json(404, BEAT, attempt + "/heartbeat", "");

        String other = api.start("print", "{}");
        String second = claim("second").get(0).get("token").asString();
        api.json(
                200,
                FAIL,
                "/v1/attempts/" + second + "/fail",
                "{\"failure\": {\"cause\": \"BUSINESS\", \"code\": \"NO_PAPER\"}}");
        assertThat(api.result(other).get("failure").get("code").asString()).isEqualTo("NO_PAPER");

        JsonNode nothing = api.json(
                200,
                CLAIM,
                "/v1/attempts/claim",
                "{\"agent\": \"shell\", \"actions\": [\"report.print\"], \"waitMillis\": 0}");
        assertThat(nothing.get("work").isEmpty()).isTrue();
    }

    @Test
    @DisplayName("Malformed documents and foreign tokens get problem details")
    void refusals() {
        assertThat(code(400, REGISTER, "/v1/agents", "{\"agent\": \"a\", \"actions\": [], \"slots\": 1}"))
                .isEqualTo("INVALID_INPUT");
        assertThat(code(400, REGISTER, "/v1/agents", "{\"protocol\": 2, \"agent\": \"a\"}"))
                .isEqualTo("INVALID_INPUT");
        assertThat(code(404, EXCHANGE, "/v1/agents/unknown/exchange", "{}")).isEqualTo("NOT_FOUND");
        assertThat(code(404, LEAVE, "/v1/agents/unknown", "")).isEqualTo("NOT_FOUND");
        assertThat(code(400, CLAIM, "/v1/attempts/claim", "[]")).isEqualTo("INVALID_INPUT");

        api.start("print", "{}");
        String attempt = "/v1/attempts/" + claim("first").get(0).get("token").asString();
        assertThat(code(
                        400,
                        COMPLETE,
                        attempt + "/complete",
                        "{\"failure\": {\"cause\": \"BUSINESS\", \"code\": \"A\"}}"))
                .isEqualTo("INVALID_INPUT");
        assertThat(code(400, FAIL, attempt + "/fail", "{\"failure\": {\"cause\": \"SILENT\", \"code\": \"A\"}}"))
                .isEqualTo("INVALID_INPUT");
        api.caller = Principal.everywhere("bob", Role.AGENT);
        assertThat(code(404, COMPLETE, attempt + "/complete", "{\"output\": 1}"))
                .isEqualTo("NOT_FOUND");
        api.caller = Principal.everywhere("vera", Role.VIEWER);
        assertThat(code(403, COMPLETE, attempt + "/complete", "{\"output\": 1}"))
                .isEqualTo("DENIED");
    }

    private String code(int status, String operation, String target, String body) {
        return api.json(status, operation, target, body).get("code").asString();
    }
}
