package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.StepPath;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.HttpRequest;
import dev.reeve.internal.http.Router;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Links to steps that wait for a signal, on every store. */
@Timeout(180)
public abstract class SignalLinkApiContract {

    private static final String MAKE = "POST /v1/executions/{id}/signals/{name}/links";
    private static final String OPEN = "POST /v1/links/open";
    private static final String ANSWER = "POST /v1/links/answer";
    private static final Principal NOBODY = new Principal("nobody", Map.of());

    private final ApiStore store;

    private ApiClient api;

    protected SignalLinkApiContract(ApiStore store) {
        this.store = store;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        api = new ApiClient(store, directory, Principal.everywhere("ada", Role.ADMIN));
        api.deploy("""
                workflow: approval
                description: Approves a purchase.
                input: { schema: { type: object, properties: { card: { type: string, sensitive: true } } } }
                steps:
                  ask:
                    await:
                      signal: [approved, rejected]
                      schema:
                        type: object
                        required: [by]
                        properties: { by: { type: string, minLength: 2 } }
                  note: { after: [ask], await: remark }
                """);
    }

    @AfterEach
    void close() {
        api.close();
    }

    /** An execution whose first step waits. */
    private String waiting() {
        String id = api.start("approval", "{\"card\": \"4111-1111\"}");
        waitsFor(id, "ask");
        return id;
    }

    private void waitsFor(String id, String step) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> api.get("GET /v1/executions/{id}/explanation", "/v1/executions/" + id + "/explanation")
                        .get("steps")
                        .findValuesAsString("step")
                        .contains(step));
    }

    private JsonNode made(int status, String id, String signal, String body) {
        return api.json(status, MAKE, "/v1/executions/" + id + "/signals/" + signal + "/links", body);
    }

    private String link(String id, String signal) {
        return made(201, id, signal, "{}").get("token").asString();
    }

    private JsonNode send(int status, String operation, String body) {
        Principal before = api.caller;
        api.caller = NOBODY;
        JsonNode answer = api.json(status, operation, operation.substring(5), body);
        api.caller = before;
        return answer;
    }

    private JsonNode opened(int status, String token) {
        return send(status, OPEN, "{\"token\": \"%s\"}".formatted(token));
    }

    private JsonNode answered(int status, String token, String data) {
        return send(status, ANSWER, "{\"token\": \"%s\", \"data\": %s}".formatted(token, data));
    }

    private List<Event.SignalReceived> received(String id) {
        return api.reeve.find(ExecutionId.parse(id)).orElseThrow().history().stream()
                .map(entry -> entry.event())
                .filter(Event.SignalReceived.class::isInstance)
                .map(Event.SignalReceived.class::cast)
                .toList();
    }

    @Test
    @DisplayName(
            "A person without a key opens the form and answers once; history and record name the link and its maker")
    void answersOnce() {
        String id = waiting();
        JsonNode made = made(201, id, "rejected", "");
        String token = made.get("token").asString();
        assertThat(made.get("link").asString()).isEqualTo("/console/link#" + token);
        assertThat(Instant.parse(made.get("expires").asString()))
                .isBetween(
                        Instant.now().plus(Duration.ofDays(7)).minusSeconds(60),
                        Instant.now().plus(Duration.ofDays(7)));

        JsonNode form = opened(200, token);
        assertThat(form.get("workflow").asString()).isEqualTo("approval");
        assertThat(form.get("description").asString()).isEqualTo("Approves a purchase.");
        assertThat(form.get("step").asString()).isEqualTo("ask");
        assertThat(form.get("signal").asString()).isEqualTo("rejected");
        assertThat(form.get("schema").get("required").get(0).asString()).isEqualTo("by");
        assertThat(form.toString()).doesNotContain(id, "4111", "ada");

        JsonNode refused = answered(400, token, "{\"by\": \"x\"}");
        assertThat(refused.get("code").asString()).isEqualTo("INVALID_INPUT");
        answered(204, token, "{\"by\": \"eve\", \"n\": 1}");
        answered(204, token, "{\"n\": 1, \"by\": \"eve\"}");
        assertThat(answered(409, token, "{\"by\": \"bob\"}").get("detail").asString())
                .contains("has been used");
        assertThat(opened(409, token).get("code").asString()).isEqualTo("CONFLICT");

        assertThat(received(id)).singleElement().satisfies(signal -> {
            assertThat(signal.signal()).isEqualTo("rejected");
            assertThat(signal.actor()).isEqualTo("link of ada");
            assertThat(signal.data().text()).isEqualTo("{\"by\": \"eve\", \"n\": 1}");
        });
        assertThat(api.record)
                .filteredOn(entry -> entry.operation() == Operation.MAKE_LINK || entry.operation() == Operation.SIGNAL)
                .extracting(
                        AccessRecord.Entry::who,
                        AccessRecord.Entry::operation,
                        entry -> Objects.requireNonNull(entry.subject()).text(),
                        entry -> entry.error() == null)
                .containsExactly(
                        tuple("ada", Operation.MAKE_LINK, id + " rejected", true),
                        tuple("link of ada", Operation.SIGNAL, id + " rejected", false),
                        tuple("link of ada", Operation.SIGNAL, id + " rejected", true));
        assertThat(api.record.toString()).doesNotContain(token);
    }

    @Test
    @DisplayName("Expired, answered in another way, ended and removed: each has its own message and code")
    void ofNoUse() {
        String id = waiting();
        String expired = made(201, id, "approved", "{\"expiresIn\": \"1h\"}")
                .get("token")
                .asString();
        String late = link(id, "approved");
        api.ahead = Duration.ofHours(2);
        for (JsonNode answer : List.of(opened(409, expired), answered(409, expired, "{\"by\": \"eve\"}"))) {
            assertThat(answer.get("code").asString()).isEqualTo("REFUSED");
            assertThat(answer.get("detail").asString()).startsWith("this link expired at ");
        }

        answered(204, link(id, "approved"), "{\"by\": \"eve\"}");
        for (JsonNode answer : List.of(opened(409, late), answered(409, late, "{\"by\": \"eve\"}"))) {
            assertThat(answer.get("code").asString()).isEqualTo("CONFLICT");
            assertThat(answer.get("detail").asString())
                    .contains("answered in another way")
                    .doesNotContain(id);
        }

        waitsFor(id, "note");
        String last = link(id, "remark");
        assertThat(opened(200, last).has("schema")).isFalse();
        api.json(
                200, "POST /v1/executions/{id}/cancel", "/v1/executions/" + id + "/cancel", "{\"reason\": \"enough\"}");
        api.result(id);
        for (JsonNode answer : List.of(opened(409, last), answered(409, last, "null"))) {
            assertThat(answer.get("code").asString()).isEqualTo("REFUSED");
            assertThat(answer.get("detail").asString()).contains("has ended").doesNotContain(id, "enough");
        }
    }

    @Test
    @DisplayName("A link is made for a step that waits now, by a caller who may signal, for 1 minute to 90 days")
    void isMadeForSteps() {
        String id = waiting();
        assertThat(made(409, id, "remark", "{}").get("detail").asString()).startsWith("no step waits");
        assertThat(made(409, id, "nothing", "{}").get("code").asString()).isEqualTo("REFUSED");
        assertThat(made(409, id, "approved", "{\"step\": \"note\"}")
                        .get("detail")
                        .asString())
                .startsWith("the step 'note' does not wait");
        made(201, id, "approved", "{\"step\": \"ask\", \"expiresIn\": \"90d\"}");
        for (String wrong : List.of(
                "{\"expiresIn\": \"59s\"}",
                "{\"expiresIn\": \"91d\"}",
                "{\"expiresIn\": \"-1d\"}",
                "{\"expiresIn\": 7}",
                "{\"expires\": \"7d\"}",
                "{\"step\": \"ask[\"}")) {
            assertThat(made(400, id, "approved", wrong).get("code").asString()).isEqualTo("INVALID_INPUT");
        }
        made(404, "0190c0de-0000-7000-8000-000000000001", "approved", "{}");
        api.caller = new Principal("vera", Map.of("default", Set.of(Role.VIEWER_WITH_SENSITIVE)));
        assertThat(made(403, id, "approved", "{}").get("code").asString()).isEqualTo("DENIED");
        api.caller = new Principal("sam", Map.of("default", Set.of(Role.STARTER)));
        answered(204, link(id, "approved"), "{\"by\": \"eve\"}");
        assertThat(received(id))
                .singleElement()
                .extracting(Event.SignalReceived::actor)
                .isEqualTo("link of sam");
    }

    @Test
    @DisplayName(
            "To a wrong token nothing is said: changed namespace, id, step, signal, expiry, maker, secret, bit, length")
    void hostile() {
        String id = waiting();
        String token = link(id, "approved");
        SignalLinks own = new SignalLinks(ApiClient.SECRET);
        SignalLinks.Link link = Objects.requireNonNull(own.open(token));
        SignalLinks foreign = new SignalLinks("another secret".getBytes(StandardCharsets.UTF_8));
        char at = token.charAt(30);
        for (String wrong : List.of(
                foreign.token(link),
                foreign.token(with(link, "other", link.signal(), link.expires())),
                foreign.token(with(link, link.namespace(), "rejected", link.expires())),
                foreign.token(with(
                        link, link.namespace(), link.signal(), link.expires().plusSeconds(1))),
                token.substring(0, 30) + (at == 'A' ? 'B' : 'A') + token.substring(31),
                token.substring(0, token.length() - 1),
                token + "AAAA",
                "link1.",
                "c1." + token.substring(6),
                id,
                "link1." + "A".repeat(5_000))) {
            for (JsonNode answer : List.of(opened(404, wrong), answered(404, wrong, "{\"by\": \"eve\"}"))) {
                assertThat(answer.get("code").asString()).isEqualTo("NOT_FOUND");
                assertThat(answer.toString()).doesNotContain(id, "approval", "approved", "ada");
            }
        }
        String megabyte = "link1." + "A".repeat(1 << 20);
        opened(413, megabyte);
        answered(404, megabyte, "1");
        answered(413, megabyte, "\"" + "x".repeat(1 << 20) + "\"");
        for (String body :
                List.of("", "[]", "{}", "{\"token\": 7}", "{\"token\": \"%s\", \"id\": 1}".formatted(token))) {
            send(400, OPEN, body);
        }
        assertThat(received(id)).isEmpty();
        answered(204, token, "{\"by\": \"eve\"}");
    }

    private static SignalLinks.Link with(SignalLinks.Link of, String namespace, String signal, Instant expires) {
        return new SignalLinks.Link(namespace, of.execution(), of.step(), signal, of.id(), of.maker(), expires);
    }

    @Test
    @DisplayName("A sealed token reaches only what its namespace has, and cannot refer to a value that is masked")
    void reachesLittle() {
        String id = waiting();
        SignalLinks own = new SignalLinks(ApiClient.SECRET);
        SignalLinks.Link link = Objects.requireNonNull(own.open(link(id, "approved")));
        Instant expires = link.expires();
        assertThat(opened(409, own.token(with(link, "other", "approved", expires)))
                        .get("detail")
                        .asString())
                .contains("has ended");
        assertThat(opened(409, own.token(with(link, "default", "remark", expires)))
                        .get("detail")
                        .asString())
                .contains("waits no longer");
        StepPath none = StepPath.of("none");
        SignalLinks.Link other = new SignalLinks.Link("default", link.execution(), none, "approved", "i", "m", expires);
        opened(409, own.token(other));
        answered(400, own.token(link), "{\"by\": \"(masked)\"}");
        String longName = "m".repeat(300);
        SignalLinks.Link made =
                new SignalLinks.Link("default", link.execution(), link.step(), "approved", "i", longName, expires);
        answered(204, own.token(made), "{\"by\": \"eve\"}");
        assertThat(received(id).getFirst().actor()).hasSize(255).startsWith("link of mmm");
    }

    @Test
    @DisplayName("Another server of the store takes the link; one link and one address get 429 when they send too many")
    void limited() {
        String token = link(waiting(), "approved");
        Admission admission = Admission.of(request -> NOBODY, Access.byRoles());
        try (HttpHandler other = new HttpHandler(
                new Router(SignalLinkEndpoints.of(
                        api.reeve, admission, ApiClient.SECRET.clone(), InstantSource.system(), () -> 0)),
                admission)) {
            assertThat(statuses(other, token, 12))
                    .startsWith(200)
                    .endsWith(429, 429)
                    .filteredOn(it -> it == 200)
                    .hasSize(10);
            assertThat(statuses(other, "link1.AAAA", 120))
                    .filteredOn(it -> it == 429)
                    .hasSize(20);
        }
    }

    private static List<Integer> statuses(HttpHandler handler, String token, int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> ((Answer.Value) handler.answer(request(token)).join()).status())
                .toList();
    }

    private static HttpRequest request(String token) {
        byte[] body = "{\"token\": \"%s\"}".formatted(token).getBytes(StandardCharsets.UTF_8);
        return new HttpRequest(
                "POST",
                "/v1/links/open",
                "",
                Map.of("host", List.of("127.0.0.1"), "content-type", List.of("application/json")),
                "127.0.0.9",
                () -> new ByteArrayInputStream(body));
    }

    @Test
    @DisplayName("A server without a secret refuses links, and says what to set; a path with a token is not logged")
    void without() {
        Admission admission = Admission.of(request -> NOBODY, Access.byRoles());
        try (HttpHandler other = new HttpHandler(new Router(SignalLinkEndpoints.without("set a secret")), admission)) {
            Answer.Value answer =
                    (Answer.Value) other.answer(request("link1.AAAA")).join();
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.body()).contains("REFUSED", "set a secret");
        }
        HttpRequest request = new HttpRequest(
                "GET", "/console/link1.secret", "", Map.of(), "127.0.0.9", () -> new ByteArrayInputStream(new byte[0]));
        assertThat(request.toString()).isEqualTo("GET /console/link1.***");
    }
}
