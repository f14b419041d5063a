package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.agent.endpoint.Completions;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.HttpRequest;
import dev.reeve.internal.http.Router;
import dev.reeve.internal.http.agent.CompletionRoutes;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Results by completion token, on every store. */
@Timeout(180)
public abstract class CompletionApiContract {

    private static final Principal ADMIN = Principal.everywhere("ada", Role.ADMIN);
    private static final Map<String, String> JSON = Map.of("content-type", "application/json");

    private static final String COMPLETION = "POST /v1/completions/{token}";
    private static final String LEAVE_OPEN = "POST /v1/attempts/{token}/leave-open";
    private static final String TOKEN = "POST /v1/attempts/{token}/completion-token";
    private static final String HISTORY = "GET /v1/executions/{id}/history";

    private final ApiStore store;

    private ApiClient api;
    private int tokens;

    protected CompletionApiContract(ApiStore store) {
        this.store = store;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        api = new ApiClient(store, directory, ADMIN);
        api.deploy("""
                workflow: approved
                steps:
                  approve: { action: person.approve, heartbeat: 2s, completeBy: 2m, retry: { maxAttempts: 3 } }
                output: "${ steps.approve.output }"
                """);
        api.deploy("""
                workflow: hasty
                steps:
                  approve: { action: person.approve, completeBy: 2s, retry: { maxAttempts: 1 }, onExhausted: escalate }
                """);
    }

    @AfterEach
    void close() {
        api.close();
    }

    /** Claims an attempt, and returns its token. */
    private String claim() {
        return api.json(
                        200,
                        "POST /v1/attempts/claim",
                        "/v1/attempts/claim",
                        "{\"agent\": \"desk\", \"actions\": [\"person.approve\"], \"waitMillis\": 20000}")
                .get("work")
                .get(0)
                .get("token")
                .asString();
    }

    private String completionToken(String attempt) {
        // each one is another text, because each expires later
        String document = "{\"remainingMillis\": %d}".formatted(120_000 + 1_000 * tokens++);
        return api.json(200, TOKEN, "/v1/attempts/" + attempt + "/completion-token", document)
                .get("completionToken")
                .asString();
    }

    /** Claims an attempt, leaves it open, and returns its completion token. */
    private String leftOpen() {
        String attempt = claim();
        String token = completionToken(attempt);
        api.json(200, LEAVE_OPEN, "/v1/attempts/" + attempt + "/leave-open", "");
        return token;
    }

    private JsonNode complete(int status, String token, String document) {
        return api.json(status, COMPLETION, "/v1/completions/" + token, document);
    }

    private String code(int status, String token, String document) {
        return complete(status, token, document).get("code").asString();
    }

    @Test
    @DisplayName("A result needs no key, counts once, and may be repeated; another one is a conflict")
    void completes() {
        String id = api.start("approved", "{}");
        String token = leftOpen();
        assertThat(token).startsWith("c1.").doesNotContain(id);
        Principal before = api.caller;
        api.caller = new Principal("nobody", Map.of());

        complete(200, token, "{\"output\": {\"by\": \"eve\", \"n\": 1}}");
        complete(200, token, "{\"output\": {\"n\": 1, \"by\": \"eve\"}}");
        assertThat(code(409, token, "{\"output\": {\"by\": \"bob\", \"n\": 1}}"))
                .isEqualTo("CONFLICT");
        assertThat(code(409, token, "{\"failure\": {\"cause\": \"BUSINESS\", \"code\": \"NO\"}}"))
                .isEqualTo("CONFLICT");

        api.caller = before;
        assertThat(api.result(id).get("output").toString()).isEqualTo("{\"by\":\"eve\",\"n\":1}");
        complete(200, token, "{\"output\": {\"by\": \"eve\", \"n\": 1}}");
    }

    @Test
    @DisplayName(
            "A failure by token is a failure of the attempt, and its repetition is accepted after the next attempt")
    void fails() {
        String id = api.start("approved", "{}");
        String token = leftOpen();
        String document =
                "{\"failure\": {\"cause\": \"TRANSIENT\", \"code\": \"AWAY\", \"message\": \"m\", \"details\": [1], \"possiblyDone\": false}}";
        complete(200, token, document);
        String second = claim();
        complete(200, token, document);
        assertThat(code(409, token, "{\"output\": 1}")).isEqualTo("CONFLICT");
        complete(200, completionToken(second), "{\"output\": 2}");
        assertThat(api.result(id).get("output").asInt()).isEqualTo(2);
    }

    @Test
    @DisplayName("An attempt that is left open needs no heartbeats, and outlives the session of its agent")
    void outlives() {
        String id = api.start("approved", "{}");
        String session = api.json(
                        200,
                        "POST /v1/agents",
                        "/v1/agents",
                        "{\"agent\": \"desk\", \"actions\": [\"person.approve\"], \"slots\": 1}")
                .get("session")
                .asString();
        String address = "/v1/agents/" + session + "/exchange";
        String operation = "POST /v1/agents/{session}/exchange";
        String attempt = api.json(200, operation, address, "{\"waitMillis\": 20000}")
                .get("work")
                .get(0)
                .get("token")
                .asString();
        String token = completionToken(attempt);
        api.json(
                200,
                operation,
                address,
                "{\"waitMillis\": 0, \"beats\": [{\"token\": \"%s\", \"checkpoint\": {\"asked\": \"eve\"}}]}"
                        .formatted(attempt));
        JsonNode answer = api.json(
                200,
                operation,
                address,
                "{\"waitMillis\": 20000, \"slots\": 0, \"reports\": [{\"token\": \"%s\", \"leftOpen\": true}]}"
                        .formatted(attempt));
        assertThat(answer.get("verdicts").get(0).get("accepted").asBoolean()).isTrue();
        api.json(204, "DELETE /v1/agents/{session}", "/v1/agents/" + session, "");
        // a later attempt that sends no heartbeats is given up
        String witness = api.start("approved", "{}");
        claim();
        await().atMost(Duration.ofSeconds(30)).until(() -> history(witness).contains("HEARTBEAT_MISSED"));
        assertThat(history(id)).doesNotContain("attemptFailed").contains("reeve:leftOpen", "asked");

        complete(200, token, "{\"output\": \"yes\"}");
        assertThat(api.result(id).get("output").asString()).isEqualTo("yes");
    }

    private String history(String id) {
        return api.get(HISTORY, "/v1/executions/" + id + "/history").toString();
    }

    @Test
    @DisplayName("A result after complete-by is refused, and kept as evidence; much later it reaches no engine")
    void late() {
        String id = api.start("hasty", "{}");
        String token = leftOpen();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> history(id).contains("COMPLETE_BY_PASSED")
                        || history(id).contains("attemptFailed"));

        JsonNode refused = complete(409, token, "{\"output\": \"too late\"}");
        assertThat(refused.get("code").asString()).isIn("REFUSED", "CONFLICT");
        assertThat(refused.get("detail").asString()).doesNotContain(id, "approve", "hasty");
        assertThat(history(id)).contains("too late");

        api.ahead = Duration.ofHours(1);
        assertThat(code(409, token, "{\"output\": \"much later\"}")).isEqualTo("REFUSED");
        assertThat(history(id)).doesNotContain("much later");
    }

    @Test
    @DisplayName("Forged, truncated and foreign tokens are unknown; documents beyond the limits are refused")
    void hostile() {
        String id = api.start("approved", "{}");
        String attempt = claim();
        String token = completionToken(attempt);
        String foreign = new Completions(api.reeve::transport, new byte[] {7}, InstantSource.system())
                .token(
                        new dev.reeve.AttemptToken(
                                dev.reeve.ExecutionId.parse(id),
                                dev.reeve.StepPath.parse("approve"),
                                dev.reeve.Purpose.FORWARD,
                                1,
                                1),
                        "default",
                        Duration.ofHours(1));
        char last = token.charAt(20);
        String forged = token.substring(0, 20) + (last == 'A' ? 'B' : 'A') + token.substring(21);
        for (String wrong : List.of(
                foreign,
                forged,
                attempt,
                "c1.",
                "c1.AAAA",
                token.substring(0, 60),
                token.substring(0, token.length() - 1),
                token + "AAAA",
                "c1." + "A".repeat(1_500))) {
            assertThat(code(404, wrong, "{\"output\": 1}")).isEqualTo("NOT_FOUND");
        }
        String huge = "{\"output\": \"" + "x".repeat(2 << 20) + "\"}";
        api.json(413, COMPLETION, "/v1/completions/" + token, huge);
        for (String document : List.of(
                "",
                "[]",
                "{}",
                "{\"output\": 1, \"failure\": {\"cause\": \"BUSINESS\", \"code\": \"A\"}}",
                "{\"leftOpen\": true}",
                "{\"failure\": {\"cause\": \"LOST\", \"code\": \"A\"}}",
                "{\"output\": " + "[".repeat(2_000) + "]".repeat(2_000) + "}")) {
            Answer.Value answer = api.call(COMPLETION, "/v1/completions/" + completionToken(attempt), JSON, document);
            assertThat(answer.status()).as(document).isEqualTo(400);
        }
        assertThat(api.call(COMPLETION, "/v1/completions/" + token, Map.of("content-type", "text/plain"), "1")
                        .status())
                .isEqualTo(415);
        complete(200, completionToken(attempt), "{\"output\": 1}");
    }

    @Test
    @DisplayName("One token and one address get 429 when they send too many, and no record or log has the token")
    void limited() {
        api.start("approved", "{}");
        String token = leftOpen();
        HttpHandler handler = new HttpHandler(
                new Router(CompletionRoutes.of(
                        new Completions(api.reeve::transport, new byte[] {7}, InstantSource.system()),
                        api.reeve,
                        () -> 0)),
                Admission.of(
                        request -> {
                            throw ReeveException.of(ErrorCode.UNAUTHENTICATED, "nobody is asked");
                        },
                        Access.byRoles()));
        int refused = 0;
        for (int i = 0; i < 120; i++) {
            refused += ((Answer.Value) handler.answer(request(token)).join()).status() == 429 ? 1 : 0;
        }
        assertThat(refused).isEqualTo(20);
        assertThat(request(token).toString()).isEqualTo("POST /v1/completions/***");
        handler.close();
    }

    private static HttpRequest request(String token) {
        return new HttpRequest(
                "POST",
                "/v1/completions/" + token,
                "",
                Map.of("host", List.of("127.0.0.1"), "content-type", List.of("application/json")),
                "127.0.0.9",
                () -> new ByteArrayInputStream("{\"output\": 1}".getBytes(StandardCharsets.UTF_8)));
    }
}
