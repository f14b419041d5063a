package dev.reeve.agent.http;

import static dev.reeve.agent.http.Calls.failure;
import static dev.reeve.agent.http.Calls.input;
import static dev.reeve.agent.http.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Redirections of the HTTP action")
@Timeout(60)
final class HttpRedirectTest {

    private static final String VALUE = "s3cr3t-of-the-bank";

    /** Redirects {@code /302/n} to {@code /302/n-1}, and answers at {@code /302/0}. */
    private static LoopbackService chain() {
        return LoopbackService.start((request, out) -> {
            String[] parts = request.target().split("/", -1);
            int left = Integer.parseInt(parts[2]);
            if (left == 0) {
                LoopbackService.write(out, "200 OK\r\nContent-Type: text/plain", request.method() + request.body());
            } else {
                LoopbackService.write(out, "%s x\r\nLocation: %d".formatted(parts[1], left - 1), "");
            }
        });
    }

    private static LoopbackService to(int status, String location) {
        return LoopbackService.answering(status + " x\r\nLocation: " + location, "");
    }

    @Test
    @DisplayName("Three are followed, a fourth is not")
    void atMostThree() throws Exception {
        try (LoopbackService service = chain();
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin()))) {
            for (int status : new int[] {301, 302, 303, 307, 308}) {
                String url = "%s/%d/".formatted(service.origin(), status);
                assertThat(result(action, input("url", url + 3)).text()).contains("\"body\":\"GET\"");
                StepFailure failure = failure(action, input("url", url + 4));
                assertThat(failure.code()).isEqualTo("HTTP_REDIRECT_REFUSED");
                assertThat(failure.message()).contains("more than 3 redirections");
            }
        }
    }

    @Test
    @DisplayName("A loop ends")
    void loop() {
        try (LoopbackService service = to(307, "/");
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin()))) {
            assertThat(failure(action, input("method", "POST", "url", service.origin()))
                            .mayBeDone())
                    .isFalse();
            assertThat(service.requests()).hasSize(4);
        }
    }

    @Test
    @DisplayName("307 and 308 repeat a POST; 301, 302 and 303 ask for its answer, because it is done")
    void methods() throws Exception {
        try (LoopbackService service = chain();
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin()))) {
            for (int status : new int[] {307, 308}) {
                assertThat(result(action, post(service.origin() + "/" + status + "/1"))
                                .text())
                        .contains("\"body\":\"POST{}\"");
            }
            for (int status : new int[] {301, 302, 303}) {
                String url = service.origin() + "/" + status;
                assertThat(result(action, post(url + "/1")).text()).contains("\"body\":\"GET\"");
                assertThat(failure(action, post(url + "/4")).mayBeDone())
                        .as("a POST that was answered with %d", status)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"301, true", "302, true", "303, true", "307, false", "308, false"})
    @DisplayName("A POST is done if the answer says where its result is, also if nobody can read where")
    void unreadable(int status, boolean maybe) {
        for (String location :
                new String[] {"\r\nLocation: http://a b/", "\r\nLocation: https://evil.example.org/", ""}) {
            try (LoopbackService service = LoopbackService.answering(status + " x" + location, "");
                    HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin()))) {
                StepFailure failure = failure(action, post(service.origin()));
                assertThat(failure.kind()).isEqualTo(Cause.BUSINESS);
                assertThat(failure.mayBeDone()).as(location).isEqualTo(maybe);
                assertThat(failure(action, input("url", service.origin())).mayBeDone())
                        .as("a GET")
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"?x=1, /a/b?x=1", "?x=1#y, /a/b?x=1", "c, /a/c", "/c, /c", "#y, /a/b?q=0"})
    @DisplayName("A relative target is resolved by RFC 3986: a query alone keeps the path")
    void relative(String location, String target) throws Exception {
        AtomicInteger requests = new AtomicInteger();
        try (LoopbackService service = LoopbackService.start((request, out) -> LoopbackService.write(
                        out, requests.getAndIncrement() == 0 ? "302 x\r\nLocation: " + location : "200 OK", ""));
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin()))) {
            Json unused = result(action, input("url", service.origin() + "/a/b?q=0"));
            assertThat(service.requests().getLast().target()).isEqualTo(target);
        }
    }

    private static Json post(String url) {
        return post(url, Map.of(), Map.of());
    }

    private static Json post(String url, Map<String, String> headers, Object body) {
        return input("method", "POST", "url", url, "headers", headers, "body", body);
    }

    @Test
    @DisplayName("Another origin gets no header of the step that may be a credential, but the key and the body")
    void credentialsStay() throws Exception {
        try (LoopbackService target = LoopbackService.answering("200 OK", "");
                LoopbackService first = to(307, target.origin() + "/new");
                HttpAction action = Calls.action(HttpActionOptions.allowing(first.origin(), target.origin())
                        .withSecret("bank", () -> VALUE, first.origin(), target.origin()))) {
            Json unused = result(
                    action,
                    post(
                            first.origin(),
                            Map.of(
                                    "Authorization",
                                    "Bearer secret://bank",
                                    "X-Api-Key",
                                    "plain",
                                    "Cookie",
                                    "a=b",
                                    "Content-Type",
                                    "application/x-www-form-urlencoded"),
                            "a=1"));

            assertThat(first.requests().getFirst().headers())
                    .containsEntry("authorization", "Bearer " + VALUE)
                    .containsEntry("x-api-key", "plain");
            assertThat(target.requests()).singleElement().satisfies(request -> {
                assertThat(request.body()).isEqualTo("a=1");
                assertThat(request.headers())
                        .containsOnlyKeys(
                                "host", "user-agent", "accept", "content-type", "content-length", "idempotency-key");
                assertThat(request.toString()).doesNotContain(VALUE);
            });
        }
    }

    @Test
    @DisplayName("The same origin gets the headers again")
    void sameOrigin() throws Exception {
        try (LoopbackService service = chain();
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin())
                        .withSecret("bank", () -> VALUE, service.origin()))) {
            Json unused = result(
                    action, input("url", service.origin() + "/302/1", "headers", Map.of("X-Api-Key", "secret://bank")));
            assertThat(service.requests())
                    .hasSize(2)
                    .allSatisfy(
                            request -> assertThat(request.header("x-api-key")).isEqualTo(VALUE));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest/meta-data/",
                "http://10.0.0.1/",
                "http://[::1]:1/",
                "http://127.0.0.1:1/",
                "http://2130706433/",
                "https://evil.example.org/",
                "//evil.example.org/",
                "file:///etc/passwd",
                "gopher://127.0.0.1:70/x",
                "javascript:alert(1)",
                "http://user@127.0.0.1:1/",
                "/a/%2e%2e/b"
            })
    @DisplayName("A target that is not allowed is judged like the first URL, and not called")
    void forbiddenTargets(String target) {
        try (LoopbackService service = to(302, target);
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin()), name -> {
                    throw new AssertionError("no lookup of " + name);
                })) {
            StepFailure failure = failure(action, input("url", service.origin()));
            assertThat(failure.code()).isEqualTo("HTTP_REDIRECT_REFUSED");
            assertThat(failure.message())
                    .contains(service.origin() + " answered with a redirection that is not followed");
            assertThat(service.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a b/", "http://[/", "%", "\\\\evil"})
    @DisplayName("A target that is no URL is a failure, and nothing else")
    void noTarget(String target) {
        try (LoopbackService service = to(302, target);
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin()))) {
            StepFailure failure = failure(action, input("url", service.origin()));
            assertThat(failure.code()).isEqualTo("HTTP_REDIRECT_REFUSED");
            assertThat(failure.message()).contains("a redirection to what is no URL");
        }
    }
}
