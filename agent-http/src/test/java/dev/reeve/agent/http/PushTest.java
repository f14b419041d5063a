package dev.reeve.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.WebhookSignature;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Attempts that are sent to a service")
@Timeout(60)
final class PushTest {

    private static final String OLD = "whsec_" + "A".repeat(32);
    private static final String NEW = "whsec_" + "B".repeat(32);
    private static final ExecutionId EXECUTION = ExecutionId.parse("0190c0de-0000-7000-8000-000000000001");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /** An attempt with a completion token. */
    private static final class Context implements StepContext {
        private final boolean hasTokens;
        private boolean later;

        Context(boolean hasTokens) {
            this.hasTokens = hasTokens;
        }

        @Override
        public AttemptToken token() {
            return new AttemptToken(EXECUTION, StepPath.parse("ship"), Purpose.FORWARD, 2, 77);
        }

        @Override
        public String workflow() {
            return "order";
        }

        @Override
        public String action() {
            return "order.ship";
        }

        @Override
        public Optional<String> traceparent() {
            return Optional.of("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        }

        @Override
        public Duration remaining() {
            return Duration.ofSeconds(20);
        }

        @Override
        public boolean cancelled() {
            return false;
        }

        @Override
        public void heartbeat() {}

        @Override
        public void heartbeat(Object checkpoint) {}

        @Override
        @SuppressWarnings("unchecked")
        public <T> Optional<T> checkpoint(Class<T> type) {
            return Optional.of((T) new Json("{\"done\":1}"));
        }

        @Override
        public <T> Optional<T> evidence(Class<T> type) {
            return Optional.empty();
        }

        @Override
        public String completionToken() throws InterruptedException {
            return hasTokens ? "c1.of-this-attempt" : StepContext.super.completionToken();
        }

        @Override
        public void completeLater() {
            later = true;
        }
    }

    private final Context context = new Context(true);

    private static Push push(LoopbackService service, String... secrets) {
        return Push.of(
                PushOptions.to(service.origin() + "/reeve?x=1", () -> List.of(secrets))
                        .withNamespace("billing"),
                Calls.NO_NAMES,
                new SslContextFactory.Client(),
                () -> NOW);
    }

    private @Nullable Object sent(String head, String body) throws InterruptedException {
        try (LoopbackService service = LoopbackService.answering(head, body);
                Push push = push(service, NEW)) {
            return push.handle(new Json("{\"n\":1}"), context);
        }
    }

    private StepFailure failure(String head, String body) {
        return catchThrowableOfType(StepFailure.class, () -> sent(head, body));
    }

    @Test
    @DisplayName("The document is that of the protocol, signed with both secrets, with one id for each attempt")
    void document() throws Exception {
        try (LoopbackService service = LoopbackService.answering(
                        "200 OK\r\nContent-Type: application/json", "{\"output\": {\"t\": 1}}");
                Push push = push(service, OLD, NEW)) {
            assertThat(push.handle(new Json("{\"n\":1.50}"), context)).isEqualTo(new Json("{\"t\":1}"));
            assertThat(push.handle(new Json("{\"n\":1.50}"), context)).isEqualTo(new Json("{\"t\":1}"));

            LoopbackService.Received request = service.requests().getFirst();
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.target()).isEqualTo("/reeve?x=1");
            assertThat(request.header("content-type")).isEqualTo("application/json");
            assertThat(request.header("idempotency-key")).isEqualTo(context.idempotencyKey());
            assertThat(request.header("traceparent"))
                    .isEqualTo("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
            assertThat(request.body())
                    .startsWith("{\"protocol\":1,\"namespace\":\"billing\",\"execution\":\"" + EXECUTION + "\",")
                    .contains(
                            "\"workflow\":\"order\"",
                            "\"step\":\"ship\"",
                            "\"purpose\":\"FORWARD\"",
                            "\"attempt\":2",
                            "\"action\":\"order.ship\"",
                            "\"remainingMillis\":20000",
                            "\"completionToken\":\"c1.of-this-attempt\"",
                            "\"input\":{\"n\":1.50}",
                            "\"checkpoint\":{\"done\":1}");
            for (String secret : List.of(OLD, NEW)) {
                assertThat(WebhookSignature.of(secret)
                                .verify(
                                        request.header("webhook-id"),
                                        request.header("webhook-timestamp"),
                                        request.header("webhook-signature"),
                                        request.body(),
                                        NOW.plusSeconds(60)))
                        .isTrue();
            }
            assertThat(service.requests().get(1).header("webhook-id")).isEqualTo(request.header("webhook-id"));
            assertThat(request.toString()).doesNotContain(OLD, NEW);
        }
    }

    @Test
    @DisplayName("202 leaves the attempt open; 204 is a result without data")
    void accepted() throws InterruptedException {
        assertThat(sent("204 No Content", "")).isNull();
        assertThat(context.later).isFalse();
        assertThat(sent("202 Accepted", "whatever")).isNull();
        assertThat(context.later).isTrue();
    }

    @Test
    @DisplayName("202 fails the attempt if nobody could complete it")
    void acceptedWithoutToken() {
        try (LoopbackService service = LoopbackService.answering("202 Accepted", "");
                Push push = push(service, NEW)) {
            Context bare = new Context(false);
            assertThatThrownBy(() -> push.handle(new Json("1"), bare))
                    .isInstanceOfSatisfying(StepFailure.class, failure -> {
                        assertThat(failure.code()).isEqualTo("PUSH_WITHOUT_TOKEN");
                        assertThat(failure.mayBeDone()).isTrue();
                    });
            assertThat(bare.later).isFalse();
            assertThat(service.requests().getFirst().body()).doesNotContain("completionToken");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"failure\": {\"cause\": \"BUSINESS\", \"code\": \"NO_STOCK\", \"possiblyDone\": false}} | BUSINESS | NO_STOCK | false",
                "{\"failure\": {\"cause\": \"TRANSIENT\", \"code\": \"BUSY\", \"details\": [1]}} | TRANSIENT | BUSY | true",
                "{\"failure\": {\"cause\": \"THROTTLED\", \"code\": \"X\", \"retryAfterMillis\": 500, \"possiblyDone\": false}} | THROTTLED | THROTTLED | false",
                "{\"failure\": {\"cause\": \"THROTTLED\", \"code\": \"X\"}} | BUSINESS | PUSH_ANSWER_INVALID | true",
                "{\"failure\": {\"cause\": \"LOST\", \"code\": \"X\"}} | BUSINESS | PUSH_ANSWER_INVALID | true",
                "{\"failure\": {\"cause\": \"BUSINESS\"}} | BUSINESS | PUSH_ANSWER_INVALID | true",
                "{\"failure\": {\"cause\": \"BUSINESS\", \"code\": \"A\"}, \"output\": 1} | BUSINESS | PUSH_ANSWER_INVALID | true",
                "{} | BUSINESS | PUSH_ANSWER_INVALID | true",
                "[1] | BUSINESS | PUSH_ANSWER_INVALID | true",
                "{\"output\": | BUSINESS | HTTP_ANSWER_UNREADABLE | true",
            })
    @DisplayName("An answer is a report, or the attempt has failed and may have been done")
    void reports(String body, Cause cause, String code, boolean maybe) {
        StepFailure failure = failure("200 OK\r\nContent-Type: application/json", body);
        assertThat(failure.kind()).isEqualTo(cause);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.mayBeDone()).isEqualTo(maybe);
    }

    @ParameterizedTest
    @CsvSource({
        "429, THROTTLED, THROTTLED, false",
        "503, TRANSIENT, HTTP_503, true",
        "500, TRANSIENT, HTTP_500, true",
        "404, BUSINESS, HTTP_404, false",
        "302, BUSINESS, HTTP_302, false",
        "206, BUSINESS, PUSH_ANSWER_INVALID, true",
    })
    @DisplayName("Other statuses have the causes of the action http, and redirections are not followed")
    void statuses(int status, Cause cause, String code, boolean maybe) {
        StepFailure failure =
                failure(status + " X\r\nLocation: http://127.0.0.1:1/", "of-this-attempt c1.of-this-attempt");
        assertThat(failure.kind()).isEqualTo(cause);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.mayBeDone()).isEqualTo(maybe);
        assertThat(failure.details().toString()).doesNotContain("c1.of-this-attempt");
    }

    @Test
    @DisplayName("Names are judged by their addresses, and nothing is sent to a private one that is not allowed")
    void destinations() {
        PushOptions options = PushOptions.to("https://orders.example.org/reeve", () -> List.of(NEW));
        List<String> asked = new ArrayList<>();
        for (String address : List.of("127.0.0.1", "10.0.0.1", "169.254.169.254", "fd00:ec2::254")) {
            try (Push push = Push.of(
                    options,
                    name -> {
                        asked.add(name);
                        return new InetAddress[] {InetAddress.getByName(address)};
                    },
                    new SslContextFactory.Client(),
                    () -> NOW)) {
                assertThatThrownBy(() -> push.handle(new Json("1"), context))
                        .isInstanceOfSatisfying(
                                StepFailure.class,
                                failure -> assertThat(failure.code()).isEqualTo("HTTP_DESTINATION_REFUSED"));
            }
        }
        assertThat(asked).containsOnly("orders.example.org");
    }

    @Test
    @DisplayName("Clear text to public hosts, malformed URLs and malformed secrets are refused without the secret")
    void refused() {
        assertThatThrownBy(() -> PushOptions.to("http://orders.example.org/", () -> List.of(NEW))
                        .check())
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("use https");
        PushOptions.to("http://stock.internal/", () -> List.of(NEW))
                .withPrivateDestination()
                .check();
        for (String url : List.of("orders", "ftp://a/", "https://u:secret@a/", "https://a/#x", "https://a b/")) {
            assertThatThrownBy(() -> PushOptions.to(url, () -> List.of(NEW)))
                    .isInstanceOf(ReeveException.class)
                    .message()
                    .doesNotContain("u:secret");
        }
        for (List<String> secrets : List.of(List.<String>of(), List.of("short-secret"), List.of(NEW, OLD, NEW))) {
            assertThatThrownBy(() -> PushOptions.to("https://a/", () -> secrets).check())
                    .isInstanceOf(ReeveException.class)
                    .message()
                    .doesNotContain("short-secret", NEW);
        }
    }
}
