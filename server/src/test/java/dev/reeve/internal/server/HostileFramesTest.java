package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.internal.http.endpoint.HttpApi;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

@DisplayName("Each row of the page of hostile requests that is about HTTP/2, sent to a server with keys and an engine")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
final class HostileFramesTest {

    private static final Path PAGE = Path.of("../docs/reference/hostile-requests.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (?!sent )(.+) \\| (closed|refused|reset|\\d{3}) \\|$");
    private static final Duration PROMPT = Duration.ofSeconds(5);

    /** The most that a flood may leave in memory. */
    private static final long LEFT_BYTES_MAX = 32L << 20;

    private final ChangeFeed feed = new ChangeFeed("e");
    private final HttpClient client = HttpClient.newHttpClient();
    private Reeve reeve;
    private JettyServer server;
    private HttpRequest good;
    private HostileFrames frames;

    @BeforeAll
    void open(@TempDir Path directory) throws Exception {
        reeve = Reeve.open(directory.resolve("reeve.db"), NodeOptions.defaults().withObserver(feed));
        ApiKeys keys = ApiKeys.in(directory.resolve("data"), Clock.systemUTC());
        String key = keys.create("ada", Map.of("*", Set.of(Role.ADMIN)), null);
        server = JettyServer.start(
                HttpApi.handler(reeve, feed, () -> true, Admission.of(keys, Access.byRoles()), List.of()),
                ListenOptions.loopback(0).times(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(20)));
        frames = new HostileFrames(server.port(), key);
        good = HttpRequest.newBuilder(server.address().resolve("/v1/self"))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(PROMPT)
                .header("Authorization", "Bearer " + key)
                .build();
        assertThat(goodStatus()).isEqualTo(200);
    }

    @AfterAll
    void close() {
        client.close();
        server.close();
        reeve.close();
    }

    static Stream<Arguments> rows() throws IOException {
        String page = Files.readString(PAGE);
        return ROW.matcher(page.substring(page.indexOf("\n## HTTP/2\n")))
                .results()
                .map(row -> Arguments.of(row.group(1), row.group(2)));
    }

    private int goodStatus() throws IOException, InterruptedException {
        return client.send(good, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("rows")
    @DisplayName("is answered as the page says; meanwhile others are answered promptly, and no memory is left in use")
    void answered(String sent, String answer) throws Exception {
        assertThat(frames.all()).as("no test sends '%s'", sent).containsKey(sent);
        HostileFrames.Sender sender = Objects.requireNonNull(frames.all().get(sent));
        long before = used();

        CompletableFuture<String> hostile = CompletableFuture.supplyAsync(() -> {
            try {
                return sender.send();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        do {
            assertThat(goodStatus()).as("a good request meanwhile").isEqualTo(200);
        } while (!hostile.isDone());

        assertThat(hostile.get(1, TimeUnit.SECONDS)).as(sent).isEqualTo(answer);
        await().atMost(Duration.ofSeconds(20)).until(() -> server.requests() == 0);
        await().atMost(Duration.ofSeconds(20)).until(() -> used() - before < LEFT_BYTES_MAX);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    @DisplayName("A good request is answered if it is written in the same way")
    void good() throws IOException {
        assertThat(frames.good()).isEqualTo("200");
    }

    @Test
    @DisplayName("The page has each of the frames of the test")
    void isComplete() throws IOException {
        assertThat(rows().map(row -> (String) row.get()[0]))
                .containsExactlyInAnyOrderElementsOf(frames.all().keySet());
    }
}
