package dev.reeve.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reeve.Execution;
import dev.reeve.Start;
import dev.reeve.WebhookSignature;
import dev.reeve.agent.Agent;
import dev.reeve.agent.StepFailure;
import dev.reeve.cli.Terminal;
import dev.reeve.internal.server.ServerSettings;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A server with webhooks, alerts, retention and an archive")
final class ServerEngineTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private record Received(String path, String body, boolean signed) {}

    @TempDir
    private @Nullable Path directory;

    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final HttpServer receiver = receiver();

    private Path directory() {
        return Objects.requireNonNull(directory);
    }

    private HttpServer receiver() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", this::receive);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void receive(HttpExchange request) throws IOException {
        try (request) {
            String body = new String(request.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean signed = WebhookSignature.of(SECRET)
                    .verify(
                            request.getRequestHeaders().getFirst("webhook-id"),
                            request.getRequestHeaders().getFirst("webhook-timestamp"),
                            request.getRequestHeaders().getFirst("webhook-signature"),
                            body,
                            Instant.now());
            received.add(new Received(request.getRequestURI().getPath(), body, signed));
            request.sendResponseHeaders(204, -1);
        }
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    private String address(String path) {
        return "http://localhost:%d%s".formatted(receiver.getAddress().getPort(), path);
    }

    private ServerSettings settings() {
        return ServerSettings.of(
                Map.of(
                        "listen.port",
                        "0",
                        "directory",
                        directory().resolve("data").toString(),
                        "node.retention",
                        "1s",
                        "archive.directory",
                        directory().resolve("archive").toString(),
                        "archive.gathering",
                        "0s",
                        "webhooks.allowed",
                        address("/"),
                        "webhooks.privateAddresses",
                        "true",
                        "alerts.to",
                        address("/alerts")),
                Map.of("REEVE_WEBHOOKS_SECRET", SECRET),
                Map.of());
    }

    @Test
    @DisplayName("T4, D17, O1: it sends signed messages and alerts, and writes what is removed into the archive")
    void doesIt() {
        try (LiveServer live = LiveServer.open(settings());
                Agent agent = live.reeve()
                        .agent("bank")
                        .action("bank.charge", Map.class, (input, step) -> {
                            if ("bad".equals(input.get("card"))) {
                                throw StepFailure.businessError("NO_MONEY", "no");
                            }
                            return Map.of("charged", true);
                        })
                        .start()) {
            live.reeve().deploy(Workflow.parse("""
                    workflow: pay
                    steps:
                      charge: { action: bank.charge, input: "${ input }", onExhausted: escalate }
                    """));
            Execution good = live.reeve()
                    .start(
                            "pay",
                            Map.of("card", "good"),
                            Start.key("good").replyTo(URI.create(address("/hooks/orders"))));
            live.reeve().start("pay", Map.of("card", "bad"), Start.key("bad"));

            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(received)
                            .anyMatch(it -> it.path().equals("/hooks/orders")
                                    && it.body().contains("dev.reeve.execution.completed")
                                    && it.body().contains(good.id().toString()))
                            .anyMatch(it ->
                                    it.path().equals("/alerts") && it.body().contains("EXECUTION_ESCALATED")));
            assertThat(received).allMatch(Received::signed);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(archived()).contains(good.id().toString()));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(live.reeve().find(good.id())).isEmpty());
            assertThat(agent.toString()).isNotEmpty();
        }
    }

    /** The text of all sealed files. */
    private String archived() throws IOException {
        Path archive = directory().resolve("archive");
        if (!Files.isDirectory(archive)) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(archive)) {
            for (Path file :
                    files.filter(it -> it.toString().endsWith(".jsonl.gz")).toList()) {
                try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                    text.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        return text.toString();
    }

    @Test
    @DisplayName("config lists the settings, with stars for secrets, and tells all problems at once")
    void config() throws IOException {
        Path file = Files.writeString(directory().resolve("reeve.yaml"), """
                node: { retention: 90d }
                archive.directory: /var/lib/reeve/archive
                webhooks:
                  secret: %s
                  allowed: https://shop.example/hooks/
                  privateAddresses: true
                """.formatted(SECRET));
        Terminal terminal = new Terminal();

        assertThat(terminal.run("config", "--config", file.toString())).isZero();
        assertThat(terminal.out())
                .contains(
                        "node.retention: \"90d\"",
                        "archive.directory: \"/var/lib/reeve/archive\"",
                        "webhooks.secret: \"***\"",
                        "webhooks.privateAddresses: \"true\"",
                        "alerts.window: \"5m\"")
                .doesNotContain(SECRET);
        assertThat(terminal.run("config", "--set", "alerts.window=x", "--set", "webhooks.timeout=y"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("the settings have 2 problems", "alerts.window", "webhooks.timeout");
    }
}
