package dev.reeve.internal.engine.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Json;
import dev.reeve.WebhookOptions;
import dev.reeve.WebhookSignature;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.Receipt;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The webhook channel against a server on loopback that sends scripted bytes. */
final class WebhookChannelTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ServerSocket server = listening();
    private final URI uri = URI.create("http://localhost:%d/hook?a=%%C3%%A9".formatted(server.getLocalPort()));

    private static ServerSocket listening() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private WebhookChannel channel(Duration timeout) {
        return WebhookChannel.of(
                WebhookOptions.secret(SECRET)
                        .withAllowed("http://localhost:%d/".formatted(server.getLocalPort()))
                        .withPrivateAddresses()
                        .withTimeout(timeout),
                () -> NOW);
    }

    private OutgoingMessage message() {
        return new OutgoingMessage(
                uri,
                "e1.4",
                "/reeve",
                "dev.reeve.execution.completed",
                "e1",
                NOW,
                "0000000004",
                "basket \"7\"",
                "{\"n\":1.10}");
    }

    /** Answers the next request with this, and gives what it got. */
    private CompletableFuture<String> serve(String answer) {
        CompletableFuture<String> request = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (Socket socket = server.accept()) {
                String got = request(socket.getInputStream());
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                socket.getOutputStream().flush();
                request.complete(got);
            } catch (IOException e) {
                request.completeExceptionally(e);
            }
        });
        return request;
    }

    private static String request(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) in.read());
        }
        int length = Integer.parseInt(header(head.toString(), "content-length"));
        return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private static String header(String request, String name) {
        return request.lines()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    private Receipt send() throws Exception {
        return channel(PATIENCE).send(message()).toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("S10 D17: a CloudEvent arrives, signed, and the receiver can tell that it is genuine")
    void arrives() throws Exception {
        CompletableFuture<String> request = serve("HTTP/1.1 204 No Content\r\n\r\n");

        assertThat(send()).isEqualTo(Receipt.DELIVERED);
        String got = request.get();
        assertThat(got)
                .startsWith("POST /hook?a=%C3%A9 HTTP/1.1\r\nHost: localhost:" + server.getLocalPort() + "\r\n")
                .contains("Content-Type: application/cloudevents+json");
        String body = got.substring(got.indexOf("\r\n\r\n") + 4);
        assertThat(WebhookSignature.of(SECRET)
                        .verify(
                                header(got, "webhook-id"),
                                header(got, "webhook-timestamp"),
                                header(got, "webhook-signature"),
                                body,
                                NOW))
                .isTrue();
        assertThat(body).endsWith("\"data\":{\"n\":1.10}}");
        Map<?, ?> event = (Map<?, ?>) Objects.requireNonNull(new Json(body).value());
        assertThat(
                        List.of("specversion", "id", "source", "type", "subject", "time", "sequence", "correlationid")
                                .stream()
                                .map(name -> String.valueOf(event.get(name))))
                .containsExactly(
                        "1.0",
                        "e1.4",
                        "/reeve",
                        "dev.reeve.execution.completed",
                        "e1",
                        "2026-03-01T12:00:00Z",
                        "0000000004",
                        "basket \"7\"");
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("the meaning of each HTTP status")
    @CsvSource({
        "200 OK, DELIVERED",
        "202, DELIVERED",
        "301 Moved, FAILED",
        "400 Bad Request, FAILED",
        "408 Timeout, UNREACHABLE",
        "410 Gone, REFUSED",
        "429 Slow, UNREACHABLE",
        "500 Oops, UNREACHABLE",
        "503 Busy, UNREACHABLE"
    })
    void answers(String status, String meaning) throws Exception {
        CompletableFuture<String> request =
                serve("HTTP/1.1 %s\r\nLocation: http://169.254.169.254/\r\n\r\n".formatted(status));

        String found = switch (send()) {
            case Receipt.Delivered delivered -> "DELIVERED";
            case Receipt.Refused refused -> "REFUSED";
            case Receipt.Failed failed -> failed.unreachable() ? "UNREACHABLE" : "FAILED";
        };
        assertThat(found).isEqualTo(meaning);
        request.get();
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("the Retry-After of a receiver delays the next attempt")
    @CsvSource(
            delimiter = '|',
            value = {
                "Retry-After: 120 | PT2M",
                "Date: Sun, 01 Mar 2026 12:00:00 GMT;;Retry-After: Sun, 01 Mar 2026 12:05:00 GMT | PT5M",
                "Retry-After: soon | ",
                "Retry-After: Sun, 01 Mar 2026 12:05:00 GMT | ",
                "Retry-After: -1 | "
            })
    void retryAfter(String header, Duration expected) throws Exception {
        CompletableFuture<String> request = serve("HTTP/1.1 503 Busy\r\n" + header.replace(";;", "\r\n") + "\r\n\r\n");

        assertThat(send())
                .isInstanceOfSatisfying(
                        Receipt.Failed.class,
                        failed -> assertThat(failed.retryAfter()).isEqualTo(expected));
        request.get();
    }

    @Test
    @DisplayName("interim answers are skipped, the body is not read, and an endless header is given up")
    void strangeAnswers() throws Exception {
        CompletableFuture<String> interim =
                serve("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n" + "x".repeat(100_000));
        assertThat(send()).isEqualTo(Receipt.DELIVERED);
        interim.handle((got, error) -> got).get();

        for (String odd : List.of(
                "HTTP/1.1 200 OK\r\na: " + "x".repeat(20_000), "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 2000\r\n", "")) {
            CompletableFuture<String> request = serve(odd);
            assertThat(send())
                    .as(odd.length() > 100 ? "long" : odd)
                    .isInstanceOfSatisfying(
                            Receipt.Failed.class,
                            failed -> assertThat(failed.unreachable()).isTrue());
            request.handle((got, error) -> got).get();
        }
    }

    @Test
    @DisplayName("a silent receiver is given up after the timeout; an interrupted sender closes the connection")
    void silence() throws Exception {
        assertThat(channel(Duration.ofMillis(50))
                        .send(message())
                        .toCompletableFuture()
                        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(Receipt.Failed.class);

        server.accept().close();
        CompletableFuture<Receipt> waiting = channel(PATIENCE).send(message()).toCompletableFuture();
        try (Socket accepted = server.accept()) {
            accepted.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
            request(accepted.getInputStream());
            assertThatThrownBy(() -> waiting.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(waiting.cancel(true)).isTrue();
            assertThat(accepted.getInputStream().read()).isNegative();
        }
    }

    @Test
    @DisplayName("a refused connection is a failure; a forbidden address is refused without connecting")
    void nobodyThere() throws Exception {
        WebhookChannel open = channel(PATIENCE);
        server.close();
        assertThat(open.send(message()).toCompletableFuture().get())
                .isInstanceOfSatisfying(
                        Receipt.Failed.class,
                        failed -> assertThat(failed.unreachable()).isTrue());

        WebhookChannel careful = WebhookChannel.of(WebhookOptions.secret(SECRET).withAllowed("http://localhost/"));
        assertThat(careful.send(message()).toCompletableFuture().get())
                .isInstanceOfSatisfying(
                        Receipt.Refused.class,
                        refused -> assertThat(refused.error()).contains("not public"));
    }
}
