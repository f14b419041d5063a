package dev.reeve.internal.engine.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reeve.DeliveryOptions;
import dev.reeve.Execution;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.WebhookOptions;
import dev.reeve.WebhookSignature;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** docs/guide/notifications.md: what it shows works, over HTTP on loopback. */
final class NotificationGuideTest {

    private static final Path PAGE = Path.of("../docs/guide/notifications.md");
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    // guide: receiver
    static final class Receiver {

        private final WebhookSignature signature;
        private final Consumer<String> inbox;
        private final Set<String> known = ConcurrentHashMap.newKeySet(); // your database, in earnest

        Receiver(String secret, Consumer<String> inbox) {
            this.signature = WebhookSignature.of(secret);
            this.inbox = inbox;
        }

        void handle(HttpExchange request) throws IOException {
            try (request) {
                String body = new String(request.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                String id = request.getRequestHeaders().getFirst("webhook-id");
                String timestamp = request.getRequestHeaders().getFirst("webhook-timestamp");
                String signed = request.getRequestHeaders().getFirst("webhook-signature");
                if (!signature.verify(id, timestamp, signed, body, Instant.now())) {
                    request.sendResponseHeaders(401, -1);
                    return;
                }
                if (known.add(id)) {
                    inbox.accept(body);
                }
                request.sendResponseHeaders(204, -1);
            }
        }
    }
    // guide: end

    @Test
    @DisplayName("S10: the receiver of the guide gets every message once and in order, although its server is "
            + "sometimes down")
    void theReceiverOfTheGuide() throws Exception {
        Queue<String> inbox = new ConcurrentLinkedQueue<>();
        Receiver receiver = new Receiver(SECRET, inbox::add);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        int[] requests = {0};
        server.createContext("/hooks", request -> {
            // Every third request is dealt with, and the answer says that it was not.
            if (++requests[0] % 3 == 0) {
                request.sendResponseHeaders(500, -1);
                request.close();
            } else {
                receiver.handle(request);
            }
        });
        server.start();
        String hooks =
                "http://localhost:%d/hooks/".formatted(server.getAddress().getPort());
        NodeOptions options = NodeOptions.defaults()
                .withNotification(NotificationOptions.defaults()
                        .withChannel(WebhookChannel.of(
                                WebhookOptions.secret(SECRET).withAllowed(hooks).withPrivateAddresses()))
                        .withDelivery(
                                DeliveryOptions.defaults().withBackoff(Duration.ofMillis(5), Duration.ofMillis(50))));
        try (Reeve reeve = EmbeddedReeve.on(new MemoryStore(Instant::now), options)) {
            reeve.deploy(Workflow.parse("workflow: order\nversion: 1\nsteps: { pay: { action: test.pay } }\n"));
            reeve.agent("tests")
                    .action("test.pay", Map.class, (input, step) -> "paid")
                    .start();
            Execution execution = reeve.start(
                    "order",
                    Map.of(),
                    Start.plain().replyTo(URI.create(hooks + "orders")).correlationId("basket 7"));

            await().atMost(PATIENCE).until(() -> inbox.size() == 3);
            List<String> types = List.of("received", "running", "completed");
            List<String> bodies = List.copyOf(inbox);
            for (int i = 0; i < types.size(); i++) {
                assertThat(bodies.get(i))
                        .contains("\"type\":\"dev.reeve.execution." + types.get(i) + "\"")
                        .contains("\"subject\":\"" + execution.id() + "\"")
                        .contains("\"correlationid\":\"basket 7\"");
            }
            assertThat(post(hooks, bodies.getLast())).isEqualTo(401);
        } finally {
            server.stop(0);
        }
    }

    /** An attacker who knows the form of messages, but not the secret. */
    private static int post(String uri, String body) throws Exception {
        HttpRequest forged = HttpRequest.newBuilder(URI.create(uri))
                .header("webhook-id", "forged")
                .header("webhook-timestamp", String.valueOf(Instant.now().getEpochSecond()))
                .header("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            int status =
                    client.send(forged, HttpResponse.BodyHandlers.discarding()).statusCode();
            return status == 500
                    ? client.send(forged, HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    : status;
        }
    }

    @Test
    @DisplayName("the receiver in the guide is the one that is tested")
    void theGuideShowsWhatIsTested() throws IOException {
        String source =
                Files.readString(Path.of("src/test/java/dev/reeve/internal/engine/webhook/NotificationGuideTest.java"));
        int begin = source.indexOf("    // guide: receiver\n") + "    // guide: receiver\n".length();
        String receiver = source.substring(begin, source.indexOf("    // guide: end\n", begin));

        assertThat(Files.readString(PAGE)).contains(receiver.stripTrailing().stripIndent());
    }
}
