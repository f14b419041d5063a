package dev.reeve.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.reeve.Json;
import dev.reeve.Start;
import dev.reeve.internal.server.ServerSettings;
import dev.reeve.workflow.Workflow;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The spans of a server")
final class ServerTracesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    @Test
    @DisplayName("A server sends the spans of executions to the address in its settings")
    void sends(@TempDir Path directory) throws Exception {
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        HttpServer zipkin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        zipkin.createContext("/api/v2/spans", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        zipkin.start();
        String address = "http://127.0.0.1:" + zipkin.getAddress().getPort() + "/api/v2/spans";
        ServerSettings settings = ServerSettings.of(
                Map.of(
                        "listen.port",
                        "0",
                        "authentication",
                        "none",
                        "directory",
                        directory.toString(),
                        "traces.zipkin",
                        address),
                Map.of(),
                Map.of());
        try (LiveServer server = LiveServer.open(settings)) {
            server.reeve().deploy(Workflow.parse("workflow: rest\nversion: 1\nsteps:\n  rest: { wait: 1ms }\n"));
            server.reeve()
                    .start(
                            "rest",
                            new Json("{\"secret\":\"4711-1234\"}"),
                            Start.key("k").traceparent("00-" + TRACE + "-00f067aa0ba902b7-01"))
                    .awaitEnd(PATIENCE);

            await().atMost(PATIENCE).until(() -> !bodies.isEmpty());
        } finally {
            zipkin.stop(0);
        }
        assertThat(bodies.element())
                .contains("\"traceId\":\"" + TRACE + "\"", "\"parentId\":\"00f067aa0ba902b7\"", "\"name\":\"rest\"")
                .doesNotContain("4711-1234");
    }
}
