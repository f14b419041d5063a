package dev.reeve.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.access.Subject;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The HTTP handler")
final class HttpHandlerTest {

    private static final Principal VIEWER = new Principal("vera", Map.of("billing", Set.of(Role.VIEWER)));

    private final EventStream stream = new Silence();
    private CompletableFuture<Answer.Ready> arriving = new CompletableFuture<>();
    private Principal caller = VIEWER;
    private final List<AccessRecord.Entry> record = new ArrayList<>();

    /** A second more for each request of a test, so that only the tests of limits reach them. */
    private long nanos;

    private final HttpHandler handler = new HttpHandler(
            new Router(List.of(
                    Endpoint.open("/health", call -> Answer.json(200, "{}")),
                    Endpoint.get(
                            "/v1/things", Operation.LIST, call -> Answer.json(200, "\"" + call.namespace() + "\"")),
                    Endpoint.get(
                            "/v1/things/{id}",
                            Operation.SHOW,
                            call -> Answer.json(
                                    200, Json.of(call.parameter("id")).text())),
                    Endpoint.get("/v1/things/own", Operation.SHOW, call -> Answer.json(200, "\"own\"")),
                    Endpoint.get("/v1/broken", Operation.SHOW, call -> {
                        throw new IllegalStateException("the password is 12345");
                    }),
                    Endpoint.get("/v1/argument", Operation.SHOW, call -> {
                        throw new IllegalArgumentException("the password is 12345");
                    }),
                    Endpoint.get("/v1/events", Operation.WATCH, call -> new Answer.Events(stream)),
                    Endpoint.get("/v1/refused", Operation.SHOW, call -> {
                        throw ReeveException.of(ErrorCode.OVERLOADED, "later");
                    }),
                    Endpoint.get(
                                    "/v1/wait",
                                    Operation.AWAIT,
                                    call -> new Answer.Later(
                                            arriving,
                                            Duration.parse(call.query("for").orElse("PT1M")),
                                            () -> Answer.json(202, "\"not yet\"")))
                            .waiting(),
                    Endpoint.post("/v1/things", Operation.START_EXECUTION, call -> {
                                JsonFields fields = call.fields();
                                String name = fields.required("name");
                                fields.end();
                                return Answer.json(201, Json.of(name).text());
                            })
                            .bodyMax(100))),
            Admission.of(this::authenticate, Access.byRoles())
                    .recordedIn(record::add)
                    .behind(Proxies.parse("192.0.2.0/24", Proxies.Direct.REFUSED))
                    .limitedTo(RequestLimits.perAddress(50, () -> nanos).perKey(20)));

    private Principal authenticate(HttpRequest request) {
        return switch (request.header("authorization").orElse("")) {
            case "unknown" -> throw ReeveException.of(ErrorCode.UNAUTHENTICATED, "the key is not known");
            case "damaged" ->
                throw ReeveException.of(ErrorCode.STORE_UNUSABLE, "the file /secret/keys.json is damaged");
            default -> caller;
        };
    }

    private record Got(int status, Map<String, String> headers, String type, String body) {}

    private Got get(String path) {
        return got(request("GET", path, Map.of(), ""));
    }

    private static HttpRequest request(String method, String target, Map<String, String> headers, String body) {
        Map<String, List<String>> all = new TreeMap<>(Map.of("host", List.of("127.0.0.1:8080")));
        headers.forEach((name, value) -> all.put(name, List.of(value)));
        int question = target.indexOf('?');
        return new HttpRequest(
                method,
                question < 0 ? target : target.substring(0, question),
                question < 0 ? "" : target.substring(question + 1),
                all,
                "127.0.0.1",
                () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
    }

    private Got got(HttpRequest request) {
        nanos += 1_000_000_000;
        return atOnce(request);
    }

    private Got atOnce(HttpRequest request) {
        return got(handler.answer(request));
    }

    private static Got got(CompletableFuture<Answer.Ready> answer) {
        Answer.Value value =
                (Answer.Value) answer.orTimeout(30, TimeUnit.SECONDS).join();
        return new Got(value.status(), value.headers(), value.contentType(), value.body());
    }

    private Got post(String path, @Nullable String type, String body) {
        caller = Principal.everywhere("stefan", Role.STARTER);
        return got(request("POST", path, type == null ? Map.of() : Map.of("content-type", type), body));
    }

    @Test
    @DisplayName("finds the endpoint of a path, a fixed one before one with a parameter")
    void routes() {
        caller = Principal.everywhere("root", Role.ADMIN);

        assertThat(get("/v1/things/own").body()).isEqualTo("\"own\"");
        assertThat(get("/v1/things/a%2Fb%20c%23").body()).isEqualTo("\"a/b c#\"");
        assertThat(got(request("HEAD", "/v1/things/own", Map.of(), "")).status())
                .isEqualTo(200);
        assertThat(get("/v1/nothing").status()).isEqualTo(404);
        Got wrong = got(request("DELETE", "/v1/things", Map.of(), ""));
        assertThat(wrong.status()).isEqualTo(405);
        assertThat(wrong.headers()).containsEntry("Allow", "GET, POST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1//things",
                "/v1/things/",
                "/v1/things/..",
                "/v1/things/%2e%2e",
                "/v1/things/%",
                "/v1/things/%zz",
                "/v1/things/%ff",
                "/v1/things/%00",
                "/v1/things/%0d%0a",
                "v1/things",
                "*",
                "/v1/things?%ff=1",
                "/v1/things?a=%1"
            })
    @DisplayName("answers malformed addresses with 400")
    void malformedAddresses(String path) {
        caller = Principal.everywhere("root", Role.ADMIN);

        assertThat(get(path).status()).isEqualTo(400);
    }

    @Test
    @DisplayName("lets a caller do only what its roles allow in the namespace, and denies by default (D6, D7)")
    void checksAccess() {
        assertThat(get("/v1/things")).satisfies(it -> {
            assertThat(it.status()).isEqualTo(200);
            assertThat(it.body()).as("its only namespace").isEqualTo("\"billing\"");
        });
        Got elsewhere = got(request("GET", "/v1/things", Map.of("reeve-namespace", "default"), ""));
        assertThat(elsewhere.status()).isEqualTo(403);
        assertThat(elsewhere.type()).isEqualTo("application/problem+json");
        assertThat(elsewhere.body()).contains("\"code\":\"DENIED\"", "'vera' may not list in the namespace 'default'");
        assertThat(got(request("POST", "/v1/things", Map.of("content-type", "application/json"), "{}"))
                        .status())
                .isEqualTo(403);
        assertThat(got(request("GET", "/v1/things", Map.of("reeve-namespace", "B!"), ""))
                        .status())
                .isEqualTo(400);
        caller = new Principal("nora", Map.of());
        assertThat(get("/v1/things").status()).isEqualTo(403);
        assertThat(get("/health").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "host,        evil.example,            421",
        "host,        127.0.0.1.evil.example,  421",
        "host,        '',                      421",
        "origin,      http://evil.example,     403",
        "origin,      null,                    403",
        "origin,      http://127.0.0.1:9999,   403",
        "origin,      http://127.0.0.1:8080,   200",
        "sec-fetch-site, cross-site,           403",
        "host,        localhost:1,             200",
        "host,        [::1]:8080,              200"
    })
    @DisplayName("refuses requests that pages of other sites cause (D4)")
    void refusesForeignPages(String header, String value, int status) {
        assertThat(got(request("GET", "/v1/things", Map.of(header, value), "")).status())
                .isEqualTo(status);
        assertThat(got(request("GET", "/health", Map.of(header, value), "")).status())
                .isEqualTo(status);
    }

    @Test
    @DisplayName("tells nothing of a mistake of its own, and a code of any other error")
    void errors() {
        for (String path : List.of("/v1/broken", "/v1/argument")) {
            assertThat(get(path)).satisfies(it -> {
                assertThat(it.status()).isEqualTo(500);
                assertThat(it.body())
                        .contains("\"code\":\"INTERNAL\"")
                        .containsPattern("under the id [0-9a-f-]{36}\"")
                        .containsPattern("\"instance\":\"urn:uuid:[0-9a-f-]{36}\"")
                        .doesNotContain("12345");
            });
        }
        arriving.completeExceptionally(new IllegalArgumentException("the password is 12345"));
        assertThat(get("/v1/wait")).satisfies(it -> {
            assertThat(it.status()).isEqualTo(500);
            assertThat(it.body()).doesNotContain("12345");
        });
        assertThat(got(request("GET", "/v1/things", Map.of("authorization", "damaged"), "")))
                .satisfies(it -> {
                    assertThat(it.status()).isEqualTo(500);
                    assertThat(it.body()).doesNotContain("keys.json");
                });
        assertThat(get("/v1/refused")).satisfies(it -> {
            assertThat(it.status()).isEqualTo(429);
            assertThat(it.headers()).containsEntry("Retry-After", "1");
            assertThat(it.body()).contains("\"type\":\"/v1/errors/OVERLOADED\"", "\"retryable\":true");
        });
        for (String path : List.of("/v1/refused", "/v1/broken", "/v1/nothing")) {
            HttpRequest root = request("GET", path, Map.of(), "");
            HttpRequest mounted =
                    new HttpRequest("GET", "/shop/reeve", path, "", root.headers(), root.origin(), RequestBody.NONE);
            assertThat(got(mounted).body()).contains("\"type\":\"/shop/reeve/v1/errors/");
        }
    }

    @Test
    @DisplayName("reads a body only as JSON, only up to its limit, and only with members that it knows")
    void bodies() {
        assertThat(post("/v1/things", "application/json; charset=utf-8", "{\"name\": \"x\"}")
                        .status())
                .isEqualTo(201);
        assertThat(post("/v1/things", "text/plain", "{\"name\": \"x\"}").status())
                .isEqualTo(415);
        assertThat(post("/v1/things", null, "{\"name\": \"x\"}").status()).isEqualTo(415);
        assertThat(post("/v1/things", "application/json", "{\"name\": \"" + "x".repeat(100) + "\"}")
                        .status())
                .isEqualTo(413);
        assertThat(post("/v1/things", "application/json", "{\"name\": \"x\", \"nam\": 1}")
                        .body())
                .contains("there is no member 'nam'", "did you mean 'name'?");
        assertThat(post("/v1/things", null, "").body()).contains("'name' is missing");
        for (String bad : List.of(
                "", "[]", "{", "{\"name\": 1}", "{\"name\":\"a\",\"name\":\"b\"}", "{\"name\":\"\\u0000\"}", "{} {}")) {
            assertThat(post("/v1/things", "application/json", bad).status())
                    .as(bad)
                    .isEqualTo(400);
        }
    }

    @Test
    @DisplayName("answers a long poll when its answer is there, when its patience ends, or when the server stops")
    void longPolls() {
        CompletableFuture<Answer.Ready> waiting = handler.answer(request("GET", "/v1/wait", Map.of(), ""));
        assertThat(waiting).isNotDone();
        assertThat(handler.waiting()).isEqualTo(1);
        arriving.complete(Answer.json(200, "\"there\""));
        assertThat(got(waiting).body()).isEqualTo("\"there\"");
        assertThat(handler.waiting()).isZero();
    }

    @Test
    @DisplayName("a long poll without an answer gets the other one, and its source is cancelled")
    void patienceEnds() {
        assertThat(get("/v1/wait?for=PT0.01S").status()).isEqualTo(202);
        assertThat(arriving).isCancelled();
    }

    @Test
    @DisplayName("a client that leaves cancels the source of its long poll")
    void clientLeaves() {
        CompletableFuture<Answer.Ready> waiting = handler.answer(request("GET", "/v1/wait", Map.of(), ""));
        waiting.cancel(false);
        assertThat(arriving.handle((value, error) -> error != null)
                        .orTimeout(30, TimeUnit.SECONDS)
                        .join())
                .isTrue();
        assertThat(arriving).isCancelled();
    }

    @Test
    @DisplayName("closing answers the long polls, and later ones at once")
    void closing() {
        CompletableFuture<Answer.Ready> waiting = handler.answer(request("GET", "/v1/wait", Map.of(), ""));
        handler.close();
        assertThat(got(waiting).status()).isEqualTo(202);
        arriving = new CompletableFuture<>();
        assertThat(get("/v1/wait").status()).isEqualTo(202);
    }

    private static HttpRequest from(String address, Map<String, String> headers) {
        HttpRequest request = request("GET", "/v1/things", headers, "");
        return new HttpRequest("GET", request.path(), "", request.headers(), address, RequestBody.NONE);
    }

    @Test
    @DisplayName("a caller that proves nothing, and one that may not, are recorded with address and request (D22)")
    void recordsRefusedTries() {
        Map<String, String> headers =
                Map.of("authorization", "unknown", "x-forwarded-for", "198.51.100.1, 203.0.113.9");
        assertThat(got(from("192.0.2.7", headers)).status()).isEqualTo(401);
        assertThat(got(request("POST", "/v1/things", Map.of("content-type", "application/json"), "{}"))
                        .status())
                .isEqualTo(403);

        assertThat(record)
                .containsExactly(
                        new AccessRecord.Entry(
                                "(unknown)",
                                "203.0.113.9",
                                Operation.LIST,
                                "(unknown)",
                                Subject.of("GET /v1/things"),
                                "the key is not known",
                                ErrorCode.UNAUTHENTICATED),
                        new AccessRecord.Entry(
                                "vera",
                                "127.0.0.1",
                                Operation.START_EXECUTION,
                                "billing",
                                Subject.of("POST /v1/things"),
                                null,
                                ErrorCode.DENIED));
    }

    @Test
    @DisplayName("behind proxies that speak TLS, a key is taken from them and from the own machine only")
    void takesKeysFromProxiesOnly() {
        assertThat(got(from("203.0.113.9", Map.of())).status()).isEqualTo(403);
        assertThat(got(from("192.0.2.7", Map.of())).status()).isEqualTo(200);
        assertThat(got(from("[::1]", Map.of())).status()).isEqualTo(200);
        HttpRequest health = request("GET", "/health", Map.of(), "");
        assertThat(got(new HttpRequest("GET", "/health", "", health.headers(), "203.0.113.9", RequestBody.NONE))
                        .status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("a key and an address that send too many requests get 429 and a time, and others are not affected")
    void limits() {
        for (int i = 0; i < 20; i++) {
            assertThat(atOnce(from("127.0.0.1", Map.of())).status()).isEqualTo(200);
        }
        assertThat(atOnce(from("127.0.0.2", Map.of()))).as("the key").satisfies(it -> {
            assertThat(it.status()).isEqualTo(429);
            assertThat(it.headers()).containsEntry("Retry-After", "1");
            assertThat(it.body()).contains("\"code\":\"OVERLOADED\"", "\"retryable\":true");
        });
        for (int i = 0; i < 30; i++) {
            assertThat(atOnce(request("GET", "/health", Map.of(), "")).status()).isEqualTo(200);
        }
        assertThat(atOnce(request("GET", "/health", Map.of(), "")).status())
                .as("the address")
                .isEqualTo(429);
        nanos += 1_000_000_000;
        assertThat(atOnce(from("127.0.0.1", Map.of())).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("an encoded body is refused before it is read, and HEAD opens no stream")
    void encodingsAndHead() {
        assertThat(got(request("GET", "/v1/things", Map.of("content-encoding", "gzip"), "")))
                .satisfies(it -> {
                    assertThat(it.status()).isEqualTo(415);
                    assertThat(it.headers()).containsEntry("Accept-Encoding", "identity");
                });
        assertThat(got(request("GET", "/v1/things", Map.of("content-encoding", "Identity"), ""))
                        .status())
                .isEqualTo(200);
        Got head = got(request("HEAD", "/v1/events", Map.of(), ""));
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.type()).isEqualTo("text/event-stream");
        assertThat(stream.isEnded()).isTrue();
    }

    @Test
    @DisplayName("a failure that comes later is an answer as well")
    void failsLater() {
        CompletableFuture<Answer.Ready> waiting = handler.answer(request("GET", "/v1/wait", Map.of(), ""));
        arriving.completeExceptionally(ReeveException.of(ErrorCode.NOT_FOUND, "gone"));
        assertThat(got(waiting).status()).isEqualTo(404);
    }
}
