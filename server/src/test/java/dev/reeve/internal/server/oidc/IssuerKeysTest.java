package dev.reeve.internal.server.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.Json;
import dev.reeve.internal.http.HttpException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The keys of an issuer (D5)")
@Timeout(120)
final class IssuerKeysTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Issuer.Key FIRST = Issuer.Key.ec("first");
    private static final Issuer.Key SECOND = Issuer.Key.ec("second");

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // the clock may jump to negative numbers
    private final CountDownLatch answering = new CountDownLatch(1);
    private Issuer issuer;
    private Tokens tokens;

    @BeforeEach
    void open() throws IOException {
        issuer = Issuer.start(0, FIRST);
        tokens = tokens(PATIENCE, Map.of());
    }

    @AfterEach
    void close() {
        answering.countDown();
        tokens.close();
        issuer.close();
    }

    private Tokens tokens(Duration patience, Map<String, String> more) {
        Map<String, String> settings = new LinkedHashMap<>(OidcSettings.names());
        settings.put("oidc.issuer", issuer.address());
        settings.put("oidc.audience", "reeve");
        settings.put("oidc.roles", "ops=operator");
        settings.putAll(more);
        return Tokens.of(OidcSettings.of(settings).orElseThrow(), Clock.systemUTC(), nanos::get, patience);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private String token(Issuer.Key key) {
        return key.sign(Map.of("iss", issuer.address(), "sub", "ada", "aud", "reeve", "exp", 9_999_999_999L));
    }

    private static int status(Tokens tokens, String token) {
        try {
            assertThat(tokens.authenticate(token).name()).isEqualTo("oidc:ada");
            return 200;
        } catch (HttpException e) {
            return e.status();
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("A thousand tokens with unknown keys, and with known ones, cause one read")
    void storm() {
        assertThat(status(tokens, token(FIRST))).isEqualTo(200);
        for (int i = 0; i < 1_000; i++) {
            String unknown = FIRST.sign("{\"alg\":\"ES256\",\"kid\":\"unknown-%d\"}".formatted(i), "{}");
            assertThat(status(tokens, unknown)).isEqualTo(401);
            assertThat(status(tokens, token(FIRST))).isEqualTo(200);
        }
        assertThat(issuer.reads()).isEqualTo(1);

        pass(IssuerKeys.PAUSE);
        for (int i = 0; i < 100; i++) {
            assertThat(status(tokens, token(SECOND))).isEqualTo(401);
        }
        assertThat(issuer.reads()).isEqualTo(2);
    }

    @Test
    @DisplayName("A new key is known at its first token, and a withdrawn one is refused after ten minutes")
    void rotation() {
        assertThat(status(tokens, token(FIRST))).isEqualTo(200);
        issuer.publish(FIRST, SECOND);
        pass(IssuerKeys.PAUSE);
        assertThat(status(tokens, token(SECOND))).isEqualTo(200);
        assertThat(status(tokens, token(FIRST))).isEqualTo(200);

        issuer.publish(SECOND);
        pass(IssuerKeys.FRESH);
        assertThat(status(tokens, token(SECOND))).as("it causes a read").isEqualTo(200);
        await().until(() -> status(tokens, token(FIRST)) == 401);
        assertThat(issuer.reads()).isEqualTo(3);
    }

    @Test
    @DisplayName("Old keys are used for an hour while the issuer is away, and no longer")
    void away() throws IOException {
        assertThat(status(tokens, token(FIRST))).isEqualTo(200);
        int port = issuer.port();
        issuer.close();

        pass(IssuerKeys.KEPT.minusSeconds(1));
        assertThat(status(tokens, token(FIRST))).isEqualTo(200);
        pass(Duration.ofSeconds(1));
        assertThat(status(tokens, token(FIRST))).isEqualTo(503);

        issuer = Issuer.start(port, FIRST);
        pass(IssuerKeys.PAUSE_AFTER_FAILURE);
        assertThat(status(tokens, token(FIRST))).isEqualTo(200);
    }

    @Test
    @DisplayName("A set without a usable key withdraws no known one")
    void emptySet() {
        assertThat(status(tokens, token(FIRST))).isEqualTo(200);
        issuer.publish();
        pass(IssuerKeys.PAUSE);
        assertThat(status(tokens, token(SECOND))).as("it causes a read").isEqualTo(503);
        assertThat(issuer.reads()).isEqualTo(2);
        assertThat(status(tokens, token(FIRST))).isEqualTo(200);

        issuer.publish(SECOND);
        pass(IssuerKeys.PAUSE_AFTER_FAILURE);
        assertThat(status(tokens, token(SECOND))).isEqualTo(200);
        assertThat(status(tokens, token(FIRST))).isEqualTo(401);
    }

    @Test
    @DisplayName("An issuer that is down at the start costs one try in five seconds, and is found when it is up")
    void downAtTheStart() throws IOException {
        int port = issuer.port();
        String token = token(FIRST);
        issuer.close();
        for (int i = 0; i < 100; i++) {
            assertThat(status(tokens, token)).isEqualTo(503);
        }

        issuer = Issuer.start(port, FIRST);
        assertThat(status(tokens, token)).as("too early").isEqualTo(503);
        assertThat(issuer.requests()).isEmpty();
        pass(IssuerKeys.PAUSE_AFTER_FAILURE);
        assertThat(status(tokens, token)).isEqualTo(200);
    }

    @Test
    @DisplayName("Two hundred requests wait for one read; beyond a hundred they are refused at once")
    void singleFlight() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        issuer.answering(exchange -> {
            asked.countDown();
            waitFor(answering);
            Issuer.send(exchange, 200, issuer.keySet());
        });
        try (Tokens direct = tokens(Duration.ofSeconds(60), Map.of("oidc.keys", issuer.address() + "/keys"));
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            String token = token(FIRST);
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 2 * IssuerKeys.WAITING_MAX; i++) {
                answers.add(callers.submit(() -> status(direct, token)));
            }
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            await().until(() -> answers.stream().filter(Future::isDone).count() == IssuerKeys.WAITING_MAX);
            answering.countDown();

            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> answer : answers) {
                statuses.add(answer.get(30, TimeUnit.SECONDS));
            }
            assertThat(statuses.stream().filter(status -> status == 200)).hasSize(IssuerKeys.WAITING_MAX);
            assertThat(statuses.stream().filter(status -> status == 503)).hasSize(IssuerKeys.WAITING_MAX);
            assertThat(issuer.reads()).isEqualTo(1);
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("An issuer that takes the request and never answers holds a caller for the patience only")
    void silent() {
        issuer.answering(exchange -> waitFor(answering));
        try (Tokens hasty = tokens(Duration.ofMillis(300), Map.of())) {
            assertThat(status(hasty, token(FIRST))).isEqualTo(503);
            await().until(() -> {
                long began = System.nanoTime();
                assertThat(status(hasty, token(FIRST))).isEqualTo(503);
                return System.nanoTime() - began < Duration.ofMillis(100).toNanos();
            });
        }
    }

    @Test
    @DisplayName("An issuer that sends a body without end, or byte by byte, holds a caller for the patience only")
    void endless() {
        issuer.answering(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            waitFor(answering);
        });
        try (Tokens hasty = tokens(Duration.ofMillis(300), Map.of())) {
            assertThat(status(hasty, token(FIRST))).isEqualTo(503);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "302",
                "500",
                "large",
                "no JSON",
                "[]",
                "{}",
                "{\"keys\": 1}",
                "{\"keys\": []",
                "{\"keys\": []}",
                "{\"keys\": [{\"kty\": \"oct\", \"k\": \"AAAA\", \"kid\": \"first\"}]}",
                "many"
            })
    @DisplayName("An answer that is no set of keys is not used, and no redirection is followed")
    void unusable(String kind) throws IOException {
        try (Issuer other = Issuer.start(0, FIRST);
                Tokens direct = tokens(PATIENCE, Map.of("oidc.keys", issuer.address() + "/keys"))) {
            issuer.answering(exchange -> {
                exchange.getResponseHeaders().set("Location", other.address() + "/keys");
                switch (kind) {
                    case "302", "500" -> Issuer.send(exchange, Integer.parseInt(kind), issuer.keySet());
                    case "large" -> Issuer.send(exchange, 200, issuer.keySet() + " ".repeat(IssuerClient.BYTES_MAX));
                    case "many" ->
                        Issuer.send(exchange, 200, "{\"keys\": [%s{}]}".formatted("{},".repeat(IssuerClient.KEYS_MAX)));
                    default -> Issuer.send(exchange, 200, kind);
                }
            });
            assertThat(status(direct, token(FIRST))).isEqualTo(503);
            assertThat(other.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"issuer\": \"https://other.example\", \"jwks_uri\": \"ADDRESS/keys\"}",
                "{\"issuer\": \"ADDRESS/\", \"jwks_uri\": \"ADDRESS/keys\"}",
                "{\"jwks_uri\": \"ADDRESS/keys\"}",
                "{\"issuer\": \"ADDRESS\"}",
                "{\"issuer\": \"ADDRESS\", \"jwks_uri\": \"http://keys.example/keys\"}",
                "{\"issuer\": \"ADDRESS\", \"jwks_uri\": \"file:///etc/passwd\"}",
                "{\"issuer\": \"ADDRESS\", \"jwks_uri\": \"ADDRESS/keys\", \"issuer\": \"ADDRESS\"}"
            })
    @DisplayName("A description of another issuer, or without a safe address of the keys, is not used")
    void wrongDescription(String text) {
        issuer.answering(exchange -> Issuer.send(exchange, 200, text.replace("ADDRESS", issuer.address())));

        assertThat(status(tokens, token(FIRST))).isEqualTo(503);
        assertThat(issuer.requests()).containsExactly(Issuer.DISCOVERY);
    }

    @Test
    @DisplayName("Keys that cannot be used hide no others, and a key works only for what it is published for")
    void mixedKeys() {
        Map<String, Object> usable = FIRST.published();
        Map<String, Object> encryption = new LinkedHashMap<>(SECOND.published());
        encryption.put("use", "enc");
        Map<String, Object> other = new LinkedHashMap<>(SECOND.published());
        other.put("alg", "ES384");
        Map<String, Object> broken = new LinkedHashMap<>(SECOND.published());
        broken.put("y", broken.get("x"));
        List<Object> keys = List.of(
                7,
                Map.of(),
                Map.of("kty", "oct", "k", "AAAA", "kid", "second", "alg", "HS256"),
                Map.of("kty", "OKP", "crv", "Ed25519", "x", "AAAA", "kid", "second"),
                Map.of("kty", "strange", "kid", "second"),
                encryption,
                other,
                broken,
                usable);
        issuer.answering(exchange ->
                Issuer.send(exchange, 200, Json.of(Map.of("keys", keys)).text()));
        try (Tokens direct = tokens(PATIENCE, Map.of("oidc.keys", issuer.address() + "/keys"))) {
            assertThat(status(direct, token(FIRST))).isEqualTo(200);
            assertThat(status(direct, token(SECOND))).isEqualTo(401);
        }
    }

    @Test
    @DisplayName("The answer 503 says when to try again, and tells no address")
    void advice() {
        String token = token(FIRST);
        issuer.close();
        assertThatThrownBy(() -> tokens.authenticate(token))
                .isInstanceOf(HttpException.class)
                .hasMessageContaining("does not answer")
                .hasMessageNotContaining("127.0.0.1");
    }
}
