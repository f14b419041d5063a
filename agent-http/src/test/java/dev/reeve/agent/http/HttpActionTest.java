package dev.reeve.agent.http;

import static dev.reeve.agent.http.Calls.failure;
import static dev.reeve.agent.http.Calls.input;
import static dev.reeve.agent.http.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The HTTP action")
@Timeout(60)
final class HttpActionTest {

    private static final String JSON = "200 OK\r\nContent-Type: application/json";

    private static HttpAction allowing(LoopbackService... services) {
        HttpActionOptions options = HttpActionOptions.allowing();
        for (LoopbackService service : services) {
            options = options.withDestinations(service.origin());
        }
        return Calls.action(options);
    }

    @Test
    @DisplayName("sends what the input says, with the idempotency key, and nothing of its own that tells about it")
    void sends() throws Exception {
        try (LoopbackService service = LoopbackService.answering(JSON, "{}");
                HttpAction action = allowing(service)) {
            Json unused = result(
                    action,
                    input(
                            "method",
                            "POST",
                            "url",
                            service.origin() + "/orders",
                            "query",
                            Map.of("dry", true),
                            "headers",
                            Map.of("X-Tenant", "blue", "Accept", "application/vnd.shop+json"),
                            "body",
                            Json.parse("{\"sku\": \"A1\", \"price\": 1.10}")));

            assertThat(service.requests()).singleElement().satisfies(request -> {
                assertThat(request.method()).isEqualTo("POST");
                assertThat(request.target()).isEqualTo("/orders?dry=true");
                assertThat(request.body()).isEqualTo("{\"sku\": \"A1\", \"price\": 1.10}");
                assertThat(request.headers())
                        .containsEntry("idempotency-key", Calls.attempt(1).idempotencyKey())
                        .containsEntry("content-type", "application/json")
                        .containsEntry("accept", "application/vnd.shop+json")
                        .containsEntry("x-tenant", "blue")
                        .containsEntry("user-agent", "reeve")
                        .containsOnlyKeys(
                                "host",
                                "user-agent",
                                "accept",
                                "x-tenant",
                                "idempotency-key",
                                "content-type",
                                "content-length");
            });
        }
    }

    @Test
    @DisplayName("sends the same key with each attempt, in the header that the input names")
    void sameKey() throws Exception {
        try (LoopbackService service = LoopbackService.answering("500 Broken", "");
                HttpAction action = allowing(service)) {
            Json call = input("method", "POST", "url", service.origin(), "keyHeader", "PayPal-Request-Id");
            for (int attempt = 1; attempt <= 3; attempt++) {
                assertThat(failure(action, call, Calls.attempt(attempt)).code()).isEqualTo("HTTP_500");
            }
            assertThat(service.requests())
                    .hasSize(3)
                    .allSatisfy(request -> assertThat(request.headers())
                            .containsEntry("paypal-request-id", Calls.attempt(1).idempotencyKey())
                            .doesNotContainKey("idempotency-key"));
        }
    }

    @Test
    @DisplayName("returns the status, headers without those of the connection, and JSON as data with all digits")
    void returnsJson() throws Exception {
        String body = "{\"id\":7,\"price\":1.10,\"big\":123456789012345678901234567890}";
        try (LoopbackService service = LoopbackService.answering(
                        "201 Created\r\nContent-Type: application/vnd.shop+json; charset=utf-8\r\nLocation: /orders/7\r\n"
                                + "Set-Cookie: session=1\r\nX-Page: 1\r\nX-Page: 2\r\nServer: x",
                        body);
                HttpAction action = allowing(service)) {
            Json result = result(action, input("method", "PUT", "url", service.origin()));

            assertThat(result.text())
                    .isEqualTo("{\"status\":201,\"headers\":{\"content-type\":"
                            + "\"application/vnd.shop+json; charset=utf-8\",\"location\":\"/orders/7\",\"x-page\":\"1, 2\"},"
                            + "\"body\":" + body + "}");
        }
    }

    @Test
    @DisplayName("returns text as text, nothing as no body, and other bytes as Base64")
    void returnsOther() throws Exception {
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    switch (request.target()) {
                        case "/text" -> LoopbackService.write(out, "200 OK\r\nContent-Type: text/plain", "grüße");
                        case "/latin" ->
                            out.write("HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=ISO-8859-1\r\n"
                                    .concat("Content-Length: 2\r\n\r\n\u00FC!")
                                    .getBytes(StandardCharsets.ISO_8859_1));
                        case "/bytes" -> {
                            out.write("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 3\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
                            out.write(new byte[] {(byte) 0x89, 0, 1});
                        }
                        case "/nul" -> LoopbackService.write(out, "200 OK\r\nContent-Type: text/plain", "a\0b");
                        default -> LoopbackService.write(out, "204 No Content", "");
                    }
                });
                HttpAction action = allowing(service)) {
            assertThat(body(action, service, "/text")).endsWith(",\"body\":\"grüße\"}");
            assertThat(body(action, service, "/latin")).endsWith(",\"body\":\"ü!\"}");
            assertThat(body(action, service, "/bytes")).endsWith(",\"bodyBase64\":\"iQAB\"}");
            assertThat(body(action, service, "/nul")).endsWith(",\"bodyBase64\":\"YQBi\"}");
            assertThat(body(action, service, "/none")).isEqualTo("{\"status\":204,\"headers\":{}}");
        }
    }

    private static String body(HttpAction action, LoopbackService service, String path) throws Exception {
        return result(action, input("url", service.origin() + path)).text();
    }

    @ParameterizedTest
    @CsvSource({
        "400, BUSINESS, HTTP_400, false",
        "401, BUSINESS, HTTP_401, false",
        "404, BUSINESS, HTTP_404, false",
        "409, BUSINESS, HTTP_409, false",
        "422, BUSINESS, HTTP_422, false",
        "304, BUSINESS, HTTP_304, false",
        "408, TRANSIENT, HTTP_408, false",
        "425, TRANSIENT, HTTP_425, false",
        "429, THROTTLED, THROTTLED, false",
        "500, TRANSIENT, HTTP_500, true",
        "502, TRANSIENT, HTTP_502, true",
        "503, TRANSIENT, HTTP_503, true",
        "504, TRANSIENT, HTTP_504, true"
    })
    @DisplayName("turns a status into a cause, and says whether there may be an effect")
    void statuses(int status, Cause cause, String code, boolean maybe) {
        try (LoopbackService service = LoopbackService.answering(
                        status + " Reason\r\nContent-Type: application/json", "{\"reason\":\"sold out\"}");
                HttpAction action = allowing(service)) {
            StepFailure failure = failure(action, input("method", "POST", "url", service.origin()));
            assertThat(failure.kind()).isEqualTo(cause);
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure.mayBeDone()).isEqualTo(maybe);
            assertThat(failure.message()).isEqualTo("%s answered with status %d", service.origin(), status);
            if (cause != Cause.THROTTLED && status != 304) {
                assertThat(Calls.written(failure.details().orElseThrow()).text())
                        .contains("\"body\":{\"reason\":\"sold out\"}", "\"status\":" + status);
            }
            assertThat(failure(action, input("url", service.origin())).mayBeDone())
                    .as("a GET has no effect")
                    .isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 | PT7S",
                "0 | PT0S",
                "999999999 | PT24H",
                "Wed, 04 Mar 2026 05:07:07 GMT | PT1M",
                "Wed, 04 Mar 2026 05:00:00 GMT | PT0S",
                "Wed, 04 Mar 2099 05:00:00 GMT | PT24H"
            })
    @DisplayName("waits as long as Retry-After says, a day at most")
    void retryAfter(String asked, Duration wait) {
        for (int status : new int[] {408, 425, 429, 503}) {
            try (LoopbackService service = LoopbackService.answering(status + " Later\r\nRetry-After: " + asked, "");
                    HttpAction action = allowing(service)) {
                StepFailure failure = failure(action, input("method", "POST", "url", service.origin()));
                assertThat(failure.kind()).isEqualTo(Cause.THROTTLED);
                assertThat(failure.retryAfter()).contains(wait);
                assertThat(failure.mayBeDone())
                        .as("the others say that they have not begun")
                        .isEqualTo(status == 503);
            }
        }
    }

    @Test
    @DisplayName("compares the date of Retry-After with the date of the service, whose clock may be wrong")
    void retryAfterByTheirClock() {
        try (LoopbackService service = LoopbackService.answering(
                        "503 Later\r\nDate: Thu, 01 Jan 2015 00:00:00 GMT\r\nRetry-After: Thu, 01 Jan 2015 00:00:09 GMT",
                        "");
                HttpAction action = allowing(service)) {
            assertThat(failure(action, input("url", service.origin())).retryAfter())
                    .contains(Duration.ofSeconds(9));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-5", "1.5", "99999999999999999999", "Wed, 99 Mar 2026 05:07:07 GMT", ""})
    @DisplayName("ignores a Retry-After that is none")
    void nonsense(String asked) {
        try (LoopbackService service = LoopbackService.start((request, out) -> LoopbackService.write(
                        out, request.target().substring(1) + " Later\r\nRetry-After: " + asked, ""));
                HttpAction action = allowing(service)) {
            StepFailure unavailable = failure(action, input("url", service.origin() + "/503"));
            assertThat(unavailable.kind()).isEqualTo(Cause.TRANSIENT);
            assertThat(unavailable.retryAfter()).isEmpty();
            assertThat(failure(action, input("url", service.origin() + "/429")).retryAfter())
                    .contains(Duration.ofSeconds(1));
        }
    }

    @Test
    @DisplayName("answers a probe: 2xx is done, 404 and 410 are not done, and all else is a failure")
    void probes() throws Exception {
        try (LoopbackService service = LoopbackService.start((request, out) -> LoopbackService.write(
                        out, request.target().substring(1) + " x\r\nContent-Type: text/plain", "t"));
                HttpAction action = allowing(service)) {
            assertThat(probe(action, service, 200)).contains("\"state\":\"done\"", "\"body\":\"t\"");
            assertThat(probe(action, service, 404)).isEqualTo("{\"state\":\"notDone\"}");
            assertThat(probe(action, service, 410)).isEqualTo("{\"state\":\"notDone\"}");
            assertThat(failure(action, input("url", service.origin() + "/500"), Calls.probe())
                            .code())
                    .isEqualTo("HTTP_500");
        }
    }

    private static String probe(HttpAction action, LoopbackService service, int status) throws Exception {
        Json input = input("url", service.origin() + "/" + status);
        return Calls.written(action.handle(input, Calls.probe())).text();
    }

    @Test
    @DisplayName("connects to the judged address after one lookup, and uses the connection again")
    void oneLookup() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        try (LoopbackService service = LoopbackService.answering(JSON, "[]");
                HttpAction action = Calls.action(
                        HttpActionOptions.allowing().withPrivateDestinations("http://stock.internal:" + service.port()),
                        name -> {
                            // the second answer would be the attack
                            String address = lookups.incrementAndGet() == 1 ? "127.0.0.1" : "169.254.169.254";
                            return new InetAddress[] {InetAddress.getByName(address)};
                        })) {
            Json call = input("url", "http://stock.internal:" + service.port());
            assertThat(result(action, call).text()).contains("\"body\":[]");
            assertThat(result(action, call).text()).contains("\"body\":[]");
            assertThat(lookups).hasValue(1);
            assertThat(service.requests().getFirst().header("host")).isEqualTo("stock.internal:" + service.port());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "64:ff9b::7f00:1", "::ffff:127.0.0.1"})
    @DisplayName("never connects to an address that is not public under a name that should be")
    void forbiddenAddress(String address) {
        try (LoopbackService service = LoopbackService.answering(JSON, "[]");
                HttpAction action =
                        Calls.action(HttpActionOptions.allowing("http://api.example.org:" + service.port()), name ->
                                new InetAddress[] {InetAddress.getByName(address)})) {
            StepFailure failure = failure(action, input("url", "http://api.example.org:" + service.port()));
            assertThat(failure.code()).isEqualTo("HTTP_DESTINATION_REFUSED");
            assertThat(failure.kind()).isEqualTo(Cause.BUSINESS);
            assertThat(failure.message()).contains("api.example.org has the address");
            assertThat(service.requests()).isEmpty();
        }
    }

    @Test
    @DisplayName("calls nothing that is not on the list")
    void notListed() {
        try (LoopbackService listed = LoopbackService.answering(JSON, "[]");
                LoopbackService other = LoopbackService.answering(JSON, "[]");
                HttpAction action = allowing(listed)) {
            StepFailure failure = failure(action, input("url", other.origin() + "/x"));
            assertThat(failure.code()).isEqualTo("HTTP_DESTINATION_REFUSED");
            assertThat(failure.message())
                    .isEqualTo(
                            "url: %s is not among the allowed destinations; its operator can add it", other.origin());
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    @DisplayName("treats a name without an address, and a closed port, as a transient error without an effect")
    void unreachable() throws IOException {
        // bound and not listening, so that no other test gets the port
        try (Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String origin = "http://127.0.0.1:" + bound.getLocalPort();
            try (HttpAction action = Calls.action(HttpActionOptions.allowing(origin, "https://nowhere.example.org"))) {
                for (String url : new String[] {origin, "https://nowhere.example.org/x"}) {
                    StepFailure failure = failure(action, input("method", "POST", "url", url));
                    assertThat(failure.code()).as(failure.message()).isEqualTo("HTTP_NO_CONNECTION");
                    assertThat(failure.kind()).isEqualTo(Cause.TRANSIENT);
                    assertThat(failure.mayBeDone()).isFalse();
                }
            }
        }
    }
}
