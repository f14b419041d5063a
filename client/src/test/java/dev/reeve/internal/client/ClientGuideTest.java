package dev.reeve.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ConnectOptions;
import dev.reeve.Credentials;
import dev.reeve.Execution;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The Java of the page about the server")
final class ClientGuideTest {

    private static final String APPROVAL = """
            workflow: approval
            steps:
              decision: { await: { signal: decision } }
            output: "${ steps.decision.output }"
            """;

    /** In place of java.net.URI: each address of the page is that of the server of the test. */
    private static final class URI {

        private static java.net.URI served = java.net.URI.create("http://127.0.0.1");

        private URI() {}

        static java.net.URI create(String ofThePage) {
            assertThat(ofThePage).startsWith("https://");
            return served;
        }
    }

    @TempDir
    private @Nullable Path directory;

    private @Nullable Served server;

    @BeforeEach
    void serve() {
        server = Served.on(
                ServedStore.SQLITE.in(Objects.requireNonNull(directory)).get(), NodeOptions.defaults(), 0);
        URI.served = server.address();
        server.engine().deploy(Workflow.parse(APPROVAL));
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    @DisplayName("starts, signals and waits, also with several servers")
    void startsSignalsAndWaits() {
        String key = Served.KEY + "ada";

        startSignalAndWait(key);

        try (Reeve reeve = Reeve.connect(several(key))) {
            assertThat(reeve.find("request-1")
                            .orElseThrow()
                            .awaitEnd(Duration.ofMinutes(1))
                            .output())
                    .isEqualTo(Json.of(Map.of("approved", true)));
        }
    }

    private static void startSignalAndWait(String key) {
        java.net.URI server = URI.create("https://reeve.example.com");
        try (Reeve reeve = Reeve.connect(server, Credentials.apiKey(key))) {
            Execution execution = reeve.start("approval", Map.of("amount", 120), Start.key("request-1"));
            execution.signal("decision", Map.of("approved", true));
            Map<?, ?> decision = execution.await(Map.class, Duration.ofMinutes(5));
            System.out.println(decision.get("approved"));
        }
    }

    private static ConnectOptions several(String key) {
        ConnectOptions options = ConnectOptions.to(
                        URI.create("https://a.example.com"), URI.create("https://b.example.com"))
                .withCredentials(Credentials.apiKey(key))
                .withTimeout(Duration.ofSeconds(10));
        return options;
    }
}
