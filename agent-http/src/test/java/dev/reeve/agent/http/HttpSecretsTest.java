package dev.reeve.agent.http;

import static dev.reeve.agent.http.Calls.failure;
import static dev.reeve.agent.http.Calls.input;
import static dev.reeve.agent.http.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Secrets of the HTTP action")
@Timeout(60)
final class HttpSecretsTest {

    private static final String VALUE = "canary-7f3a\"\\x";

    private static final Map<String, Object> BEARER = Map.of("Authorization", "Bearer secret://bank");

    /** Repeats the header in its own header, and in a body of the type and with the status that the path says. */
    private static LoopbackService parrot() {
        return LoopbackService.start((request, out) -> {
            String[] path = request.target().split("/", -1);
            String sent = String.valueOf(request.header("authorization"));
            boolean json = path[2].equals("json");
            String quoted = sent.replace("\\", "\\\\").replace("\"", "\\\"");
            String body = json ? "{\"you\":[\"sent %s\"],\"%1$s\":1}".formatted(quoted) : "you sent " + sent;
            LoopbackService.write(
                    out,
                    "%s x\r\nX-Sent: %s\r\nContent-Type: %s"
                            .formatted(path[1], sent, json ? "application/json" : path[2]),
                    body);
        });
    }

    private static HttpAction action(LoopbackService service) {
        return Calls.action(
                HttpActionOptions.allowing(service.origin()).withSecret("bank", () -> VALUE, service.origin()));
    }

    @Test
    @DisplayName("A reference is replaced at use, alone or after a word, and the value is asked for each time")
    void isSent() throws Exception {
        AtomicReference<String> value = new AtomicReference<>("old-value");
        try (LoopbackService service = LoopbackService.answering("200 OK", "");
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin())
                        .withSecret("bank", value::get, service.origin()))) {
            Json unused = result(action, input("url", service.origin(), "headers", BEARER));
            value.set("new-value");
            Json unused2 = result(action, input("url", service.origin(), "headers", Map.of("X-Key", "secret://bank")));

            assertThat(service.requests().get(0).header("authorization")).isEqualTo("Bearer old-value");
            assertThat(service.requests().get(1).header("x-key")).isEqualTo("new-value");
        }
    }

    @Test
    @DisplayName("A service that repeats it, as JSON or text, in headers or bodies, does not bring it into the history")
    void isMasked() throws Exception {
        try (LoopbackService service = parrot();
                HttpAction action = action(service)) {
            for (String type : new String[] {"json", "plain"}) {
                String done = result(action, input("url", service.origin() + "/200/" + type, "headers", BEARER))
                        .text();
                assertThat(done).contains("sent Bearer ***").doesNotContain("canary");
                for (int status : new int[] {404, 429, 500}) {
                    StepFailure failure = failure(
                            action, input("url", service.origin() + "/" + status + "/" + type, "headers", BEARER));
                    String told = failure.message() + failure.details().map(Calls::written);
                    assertThat(told).doesNotContain("canary");
                    assertThat(failure.toString()).doesNotContain("canary");
                }
            }
        }
    }

    @Test
    @DisplayName("An answer that is no text, and repeats it, is not kept")
    void isNotHiddenInBytes() {
        try (LoopbackService service = LoopbackService.start((request, out) -> LoopbackService.write(
                        out, "200 OK\r\nContent-Type: image/png", "\0" + request.header("authorization")));
                HttpAction action = action(service)) {
            StepFailure failure = failure(action, input("url", service.origin(), "headers", BEARER));
            assertThat(failure.code()).isEqualTo("HTTP_ANSWER_UNREADABLE");
            assertThat(failure.message()).doesNotContain("canary").contains("repeats a secret");
        }
    }

    @Test
    @DisplayName("An answer that is no HTTP, and repeats it, does not bring it into a message")
    void isMaskedInGarbage() {
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    out.write((request.header("authorization") + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
                    out.flush();
                });
                HttpAction action = action(service)) {
            StepFailure failure = failure(action, input("url", service.origin(), "headers", BEARER));
            assertThat(failure.code()).isEqualTo("HTTP_NO_ANSWER");
            assertThat(failure.message()).doesNotContain("canary");
        }
    }

    @Test
    @DisplayName("Another allowed destination does not get it, and an unknown one is not sent as its reference")
    void isBound() {
        try (LoopbackService service = LoopbackService.answering("200 OK", "");
                LoopbackService other = LoopbackService.answering("200 OK", "");
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin(), other.origin())
                        .withSecret("bank", () -> VALUE, service.origin()))) {
            StepFailure foreign = failure(action, input("url", other.origin(), "headers", BEARER));
            assertThat(foreign.code()).isEqualTo("HTTP_SECRET_REFUSED");
            assertThat(foreign.kind()).isEqualTo(Cause.BUSINESS);
            assertThat(foreign.message()).isEqualTo("the secret bank is not for %s", other.origin());
            StepFailure unknown =
                    failure(action, input("url", service.origin(), "headers", Map.of("X-Key", "secret://bonk")));
            assertThat(unknown.message()).isEqualTo("the secret bonk is unknown; the secrets are [bank]");
            assertThat(service.requests()).isEmpty();
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    @DisplayName("A value that cannot be read, is short, or would break the header is refused without telling it")
    void unusable() {
        AtomicReference<String> value = new AtomicReference<>("short");
        try (LoopbackService service = LoopbackService.answering("200 OK", "");
                HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin())
                        .withSecret(
                                "bank",
                                () -> {
                                    if (value.get().isEmpty()) {
                                        throw new IllegalStateException("canary");
                                    }
                                    return value.get();
                                },
                                service.origin()))) {
            Json call = input("url", service.origin(), "headers", BEARER);
            assertThat(failure(action, call).message())
                    .contains("has fewer than 8")
                    .doesNotContain("short");
            value.set("two lines\r\nX: y");
            assertThat(failure(action, call).message())
                    .contains("characters that a header cannot have")
                    .doesNotContain("two lines");
            assertThat(failure(action, call).kind()).isEqualTo(Cause.BUSINESS);
            value.set("");
            StepFailure unread = failure(action, call);
            assertThat(unread.message())
                    .contains("cannot be read: IllegalStateException")
                    .doesNotContain("canary");
            assertThat(unread.kind()).as("for the moment").isEqualTo(Cause.TRANSIENT);
            assertThat(unread.code()).isEqualTo("HTTP_SECRET_UNREADABLE");
            assertThat(service.requests()).isEmpty();
        }
    }

    @Test
    @DisplayName("An empty value, as of a file that is being written, is a transient error")
    void empty() {
        try (LoopbackService service = LoopbackService.answering("200 OK", "");
                HttpAction action = Calls.action(
                        HttpActionOptions.allowing(service.origin()).withSecret("bank", () -> "", service.origin()))) {
            StepFailure failure = failure(action, input("url", service.origin(), "headers", BEARER));
            assertThat(failure.kind()).isEqualTo(Cause.TRANSIENT);
            assertThat(failure.message()).isEqualTo("the secret bank has no value");
        }
    }

    @Test
    @DisplayName("Where a text is cut, no part of a secret is left: in headers, details and answers that are too large")
    void isMaskedBeforeTheCut() {
        for (int length : new int[] {995, 8 * 1024 - 5, 600 * 1024}) {
            String before = "x".repeat(length);
            try (LoopbackService service = LoopbackService.start((request, out) -> {
                        String sent = String.valueOf(request.header("authorization"));
                        String header = length > 2_000 ? "" : "\r\nX-Sent: " + before + sent;
                        LoopbackService.write(
                                out, "500 x\r\nContent-Type: text/plain" + header, before + sent + "x".repeat(9_000));
                    });
                    HttpAction action = Calls.action(HttpActionOptions.allowing(service.origin())
                            .withResponseMax(length > 100_000 ? 600 * 1024 + 12 : 512 * 1024)
                            .withSecret("bank", () -> VALUE, service.origin()))) {
                StepFailure failure = failure(action, input("url", service.origin(), "headers", BEARER));
                String details =
                        failure.details().map(Calls::written).orElseThrow().text();
                assertThat(details).as("%d", length).contains("xxx").doesNotContain("canary", "ca\"", "can");
            }
        }
    }

    @Test
    @DisplayName("A body that is cut within a secret ends before it")
    void isCutBeforeTheSecret() {
        String body = "sent: " + "-".repeat(VALUE.length()) + VALUE.substring(0, 9);
        Answer answer = new Answer(500, Map.of(), body.getBytes(StandardCharsets.UTF_8), true);
        assertThat(String.valueOf(
                        answer.details(new Redaction(List.of(VALUE)), 8 * 1024).get("body")))
                .startsWith("sent")
                .doesNotContain("can");
    }

    @Test
    @DisplayName("JSON that is kept as text has no secret in the writing of JSON either")
    void isMaskedInLongJson() {
        try (LoopbackService service = LoopbackService.start((request, out) -> LoopbackService.write(
                        out,
                        "500 x\r\nContent-Type: application/json",
                        "[%s, \"%s\"]"
                                .formatted(
                                        Json.of(request.header("authorization")).text(), "x".repeat(9_000))));
                HttpAction action = action(service)) {
            StepFailure failure = failure(action, input("url", service.origin(), "headers", BEARER));
            assertThat(failure.details().map(Calls::written).orElseThrow().text())
                    .contains("***")
                    .doesNotContain("canary");
        }
    }
}
