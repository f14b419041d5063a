package dev.reeve.agent.http;

import static dev.reeve.agent.http.Calls.failure;
import static dev.reeve.agent.http.Calls.input;
import static dev.reeve.agent.http.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.attempt.TestStep;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each of them must end in time, with little memory, and with a failure that says what is known. */
@DisplayName("Services that answer the HTTP action as no decent service does")
@Timeout(60)
final class HostileServicesTest {

    private static final Duration SHORT = Duration.ofMillis(700);

    private static HttpAction action(LoopbackService service) {
        return Calls.action(
                HttpActionOptions.allowing(service.origin()).withTimeout(SHORT).withResponseMax(4_096));
    }

    private static Json post(LoopbackService service) {
        return input("method", "POST", "url", service.origin());
    }

    private static void ascii(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static void block() throws InterruptedException {
        boolean never = new CountDownLatch(1).await(30, TimeUnit.SECONDS);
        assertThat(never).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 9999999999", "Transfer-Encoding: chunked", "Connection: close"})
    @DisplayName("An endless body ends at the limit")
    void endless(String framing) {
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    ascii(out, "HTTP/1.1 200 OK\r\n" + framing + "\r\n\r\n");
                    while (true) {
                        ascii(
                                out,
                                framing.contains("chunked") ? "400\r\n" + "x".repeat(1024) + "\r\n" : "x".repeat(1024));
                    }
                });
                HttpAction action = action(service)) {
            StepFailure failure = failure(action, post(service));
            assertThat(failure.code()).isEqualTo("HTTP_ANSWER_TOO_LARGE");
            assertThat(failure.kind()).isEqualTo(Cause.BUSINESS);
            assertThat(failure.mayBeDone()).isTrue();
        }
    }

    @Test
    @DisplayName("An endless error keeps its status, and the beginning of its body as details")
    void endlessError() {
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    ascii(out, "HTTP/1.1 422 No\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n");
                    while (true) {
                        ascii(out, "[\"x\",\0");
                    }
                });
                HttpAction action = action(service)) {
            StepFailure failure = failure(action, post(service));
            assertThat(failure.code()).isEqualTo("HTTP_422");
            String details = Calls.written(failure.details().orElseThrow()).text();
            assertThat(details).contains("\"bodyCut\":true", "[\\\"x\\\",?").hasSizeLessThan(10_000);
        }
    }

    @Test
    @DisplayName("A slow drip ends with the timeout, even if a byte comes often enough")
    void drip() {
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    ascii(out, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
                    CountDownLatch never = new CountDownLatch(1);
                    while (!never.await(20, TimeUnit.MILLISECONDS)) {
                        ascii(out, "x");
                    }
                });
                HttpAction action = action(service)) {
            StepFailure failure = failure(action, post(service));
            assertThat(failure.code()).isEqualTo("HTTP_NO_ANSWER");
            assertThat(failure.kind()).isEqualTo(Cause.TRANSIENT);
            assertThat(failure.mayBeDone()).isTrue();
            assertThat(failure.message()).contains("there was none in time");
        }
    }

    @Test
    @DisplayName("Silence ends with the attempt, if that is earlier than the timeout")
    void silence() {
        try (LoopbackService service = LoopbackService.start((request, out) -> block());
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin()))) {
            StepFailure failure =
                    failure(action, post(service), TestStep.first(HttpAction.NAME, Duration.ofMillis(300)));
            assertThat(failure.code()).isEqualTo("HTTP_NO_ANSWER");
            assertThat(failure.mayBeDone()).isTrue();
            assertThat(failure(
                                    action,
                                    input("url", service.origin()),
                                    TestStep.first(HttpAction.NAME, Duration.ofMillis(300)))
                            .mayBeDone())
                    .as("a GET has no effect")
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.6\r\n",
                "HTTP/1.1 OK\r\n\r\n",
                "HTTP/1.1 99999 x\r\n\r\n",
                "HTTP/1.1 -200 OK\r\n\r\n",
                "HTTP/9.9 200 OK\r\n\r\n",
                "\0\1\2\3\4\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nabc",
                ""
            })
    @DisplayName("An answer that is no HTTP, or ends early, is a transient error after which the effect is unknown")
    void garbage(String answer) {
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    ascii(out, answer);
                    throw new IOException("the end");
                });
                HttpAction action = action(service)) {
            StepFailure failure = failure(action, post(service));
            assertThat(failure.code()).as(failure.message()).isIn("HTTP_NO_ANSWER", "HTTP_101");
            assertThat(failure.message()).doesNotContain("\0", "\n");
            if (failure.code().equals("HTTP_NO_ANSWER")) {
                assertThat(failure.kind()).isEqualTo(Cause.TRANSIENT);
                assertThat(failure.mayBeDone()).isTrue();
            }
        }
    }

    @Test
    @DisplayName("Headers without end are cut off")
    void hugeHeaders() {
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    ascii(out, "HTTP/1.1 200 OK\r\n");
                    for (int i = 0; i < 1_000_000; i++) {
                        ascii(out, "X-%d: %s\r\n".formatted(i, "x".repeat(500)));
                    }
                });
                HttpAction action = action(service)) {
            assertThat(failure(action, post(service)).code()).isEqualTo("HTTP_NO_ANSWER");
        }
    }

    @Test
    @DisplayName("Many headers do not make a large result")
    void manyHeaders() throws Exception {
        StringBuilder head = new StringBuilder("200 OK");
        for (int i = 0; i < 200; i++) {
            head.append("\r\nX-").append(i).append(": ").append("y".repeat(50));
        }
        try (LoopbackService service = LoopbackService.answering(head.toString(), "");
                HttpAction action = action(service)) {
            assertThat(result(action, post(service)).text()).hasSizeLessThan(4_000);
        }
    }

    @Test
    @DisplayName("A compressed answer was not asked for, and is not unpacked")
    void bomb() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 4; i++) {
                gzip.write(zeros);
            }
        }
        byte[] bomb = Arrays.copyOf(packed.toByteArray(), 4_000);
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    assertThat(request.headers()).doesNotContainKey("accept-encoding");
                    ascii(
                            out,
                            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n"
                                    .formatted(bomb.length));
                    out.write(bomb);
                    out.flush();
                });
                HttpAction action = action(service)) {
            StepFailure failure = failure(action, post(service));
            assertThat(failure.code()).isEqualTo("HTTP_ANSWER_UNREADABLE");
            assertThat(failure.message()).contains("its body is encoded with gzip, which was not asked for");
            assertThat(failure.mayBeDone()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1,\"a\":2}", "{", "{} {}", "NaN", "1e999", "\"\\u0000\"", "\"\\ud800\""})
    @DisplayName("An answer that says it is JSON, and is none that can be kept, is a failure that says why")
    void noJson(String body) {
        try (LoopbackService service = LoopbackService.answering("200 OK\r\nContent-Type: application/json", body);
                HttpAction action = action(service)) {
            StepFailure failure = failure(action, post(service));
            assertThat(failure.code()).isEqualTo("HTTP_ANSWER_UNREADABLE");
            assertThat(failure.kind()).isEqualTo(Cause.BUSINESS);
            assertThat(failure.mayBeDone()).isTrue();
            assertThat(failure.message()).contains("its body");
        }
    }

    @Test
    @DisplayName("JSON that is nested too deep is no result")
    void deepJson() {
        String body = "[".repeat(1_000) + "]".repeat(1_000);
        try (LoopbackService service = LoopbackService.answering("200 OK\r\nContent-Type: application/json", body);
                HttpAction action = action(service)) {
            assertThat(failure(action, post(service)).code()).isEqualTo("HTTP_ANSWER_UNREADABLE");
        }
    }

    @Test
    @DisplayName("A challenge is not answered, a cookie is not sent back")
    void challenges() throws Exception {
        try (LoopbackService service = LoopbackService.start((request, out) -> LoopbackService.write(
                        out,
                        request.target().substring(1)
                                + " x\r\nWWW-Authenticate: Basic realm=\"x\"\r\nProxy-Authenticate: Basic realm=\"x\"\r\n"
                                + "Set-Cookie: a=b",
                        ""));
                HttpAction action = action(service)) {
            assertThat(failure(action, input("url", service.origin() + "/401")).code())
                    .isEqualTo("HTTP_401");
            assertThat(failure(action, input("url", service.origin() + "/407")).code())
                    .isEqualTo("HTTP_407");
            Json unused = result(action, input("url", service.origin() + "/200"));
            assertThat(service.requests())
                    .hasSize(3)
                    .allSatisfy(request -> assertThat(request.headers()).doesNotContainKeys("authorization", "cookie"));
        }
    }

    @Test
    @DisplayName("Answers before the answer are skipped")
    void informational() throws Exception {
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    ascii(out, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n");
                    LoopbackService.write(out, "200 OK\r\nContent-Type: text/plain", "done");
                });
                HttpAction action = action(service)) {
            assertThat(result(action, post(service)).text()).contains("\"status\":200", "\"body\":\"done\"");
        }
    }

    @Test
    @DisplayName("Answers before the answer, without end, end with the timeout")
    void informationalWithoutEnd() throws Exception {
        CompletableFuture<String> closed = new CompletableFuture<>();
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    try {
                        while (true) {
                            ascii(out, "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n");
                        }
                    } catch (IOException e) {
                        closed.complete("closed");
                        throw e;
                    }
                });
                HttpAction action = action(service)) {
            assertThat(failure(action, post(service)).code()).isEqualTo("HTTP_NO_ANSWER");
            assertThat(closed.get(20, TimeUnit.SECONDS)).isEqualTo("closed");
        }
    }

    @Test
    @DisplayName("A cancelled attempt ends a GET at once; a POST goes on, because its answer says what is to be undone")
    void cancelled() throws Exception {
        CountDownLatch arrived = new CountDownLatch(2);
        CountDownLatch go = new CountDownLatch(1);
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    arrived.countDown();
                    if (request.method().equals("POST")) {
                        go.await();
                        LoopbackService.write(out, "201 Created", "");
                    } else {
                        block();
                    }
                });
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin()))) {
            TestStep step = Calls.attempt(1);
            CompletableFuture<StepFailure> get =
                    CompletableFuture.supplyAsync(() -> failure(action, input("url", service.origin()), step));
            CompletableFuture<Json> post = CompletableFuture.supplyAsync(() -> {
                try {
                    return Calls.written(action.handle(post(service), step));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            arrived.await();
            step.cancel();
            assertThat(get.get(20, TimeUnit.SECONDS).code()).isEqualTo("HTTP_CANCELLED");
            assertThat(get.join().mayBeDone()).isFalse();
            assertThat(post).isNotDone();
            go.countDown();
            assertThat(post.get(20, TimeUnit.SECONDS).text()).contains("\"status\":201");
        }
    }

    @Test
    @DisplayName("An interrupted handler ends its request: the connection closes")
    void interrupted() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CompletableFuture<String> closed = new CompletableFuture<>();
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    arrived.countDown();
                    try {
                        CountDownLatch never = new CountDownLatch(1);
                        ascii(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                        while (!never.await(5, TimeUnit.MILLISECONDS)) {
                            ascii(out, "1\r\nx\r\n");
                        }
                    } catch (IOException e) {
                        closed.complete("closed");
                        throw e;
                    }
                });
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin()))) {
            CompletableFuture<String> ended = new CompletableFuture<>();
            Thread handler = Thread.ofVirtual().start(() -> {
                try {
                    ended.complete("result " + action.handle(post(service), Calls.attempt(1)));
                } catch (InterruptedException e) {
                    ended.complete("interrupted");
                } catch (StepFailure e) {
                    ended.complete(e.toString());
                }
            });
            arrived.await();
            handler.interrupt();
            assertThat(ended.get(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
            assertThat(closed.get(20, TimeUnit.SECONDS)).isEqualTo("closed");
        }
    }
}
