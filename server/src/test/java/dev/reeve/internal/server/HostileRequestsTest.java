package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.internal.http.endpoint.HttpApi;
import dev.reeve.internal.http.hostile.HostileRequests;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Each row of the page of hostile requests, sent to a server with keys and an engine")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
final class HostileRequestsTest {

    private static final Path PAGE = Path.of("../docs/reference/hostile-requests.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (?!sent )(.+) \\| (\\d{3}|closed) \\|$");
    private static final int CONNECTIONS_MAX = 200;
    private static final Duration DRAIN = Duration.ofSeconds(20);

    private final ChangeFeed feed = new ChangeFeed("e");
    private Reeve reeve;
    private JettyServer server;
    private String key;
    private HostileRequests requests;

    @BeforeAll
    void open(@TempDir Path directory) {
        reeve = Reeve.open(directory.resolve("reeve.db"), NodeOptions.defaults().withObserver(feed));
        ApiKeys keys = ApiKeys.in(directory.resolve("data"), Clock.systemUTC());
        key = keys.create("ada", Map.of("*", Set.of(Role.ADMIN)), null);
        server = JettyServer.start(
                HttpApi.handler(reeve, feed, () -> true, Admission.of(keys, Access.byRoles()), List.of()),
                ListenOptions.loopback(0)
                        .connectionsMax(CONNECTIONS_MAX)
                        .times(Duration.ofSeconds(2), Duration.ofSeconds(2), DRAIN));
        String longName = "w".repeat(10_000); // few events fill the buffers of a connection
        ExecutionId id = new ExecutionId(new UUID(1, 2));
        requests = new HostileRequests(
                server.port(),
                "",
                "Bearer " + key,
                CONNECTIONS_MAX,
                () -> feed.executionChanged(longName, id, 1, ExecutionStatus.RUNNING));
    }

    /** No request of a row is left: otherwise stopping would wait for the whole drain. */
    @AfterAll
    void close() {
        long began = System.nanoTime();
        server.close();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(DRAIN);
        reeve.close();
    }

    static Stream<Arguments> rows() throws IOException {
        String page = Files.readString(PAGE);
        return ROW.matcher(page.substring(0, page.indexOf("\n## HTTP/2\n")))
                .results()
                .map(row -> Arguments.of(row.group(1), row.group(2)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("rows")
    @DisplayName("is answered as the page says, and then a good request is answered")
    void answered(String sent, String answer) throws Exception {
        assertThat(requests.all()).as("no test sends '%s'", sent).containsKey(sent);
        HostileRequests.Sender sender = Objects.requireNonNull(requests.all().get(sent));

        assertThat(sender.send()).as(sent).isEqualTo(answer);

        await().atMost(Duration.ofSeconds(10)).until(() -> server.requests() == 0);
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest good = HttpRequest.newBuilder(server.address().resolve("/v1/self"))
                    .timeout(Duration.ofSeconds(30))
                    .header("Authorization", "Bearer " + key)
                    .build();
            assertThat(client.send(good, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName("The page has each request of the test")
    void isComplete() throws IOException {
        assertThat(rows().map(row -> (String) row.get()[0]))
                .containsExactlyInAnyOrderElementsOf(requests.all().keySet());
    }
}
