package dev.reeve.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.http.local.DoorFile;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A local door")
final class LocalDoorTest {

    private static final String CHALLENGE = "0123456789abcdef".repeat(4);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Reeve reeve;

    @SuppressWarnings("NullAway.Init") // set before each test
    private LocalDoor door;

    @SuppressWarnings("NullAway.Init") // set before each test
    private DoorFile content;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Path database() {
        return directory.resolve("orders.db");
    }

    @BeforeEach
    void open() {
        reeve = Reeve.open(database());
        door = LocalDoor.open(reeve, database());
        content = DoorFile.read(door.file()).orElseThrow();
    }

    @AfterEach
    void close() {
        door.close();
        reeve.close();
        http.close();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(content.port(), path)));
    }

    private HttpRequest.Builder authorized(String path, @Nullable String by) {
        return request(path).header("Authorization", "Bearer " + content.key().credential(by));
    }

    private HttpResponse<String> sent(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String user() throws IOException {
        return Files.getOwner(database()).getName();
    }

    @Test
    @DisplayName("The caller with the key is the user of the file, and may name a person; histories have both")
    void actorIsTheUser() throws IOException, InterruptedException {
        assertThat(sent(authorized("/v1/self", null)).body()).contains("\"name\":\"" + user() + "\"", "admin");
        assertThat(sent(authorized("/v1/self", user())).body()).contains("\"name\":\"" + user() + "\"");
        assertThat(sent(authorized("/v1/self", "älice")).body()).contains("\"name\":\"älice (" + user() + ")\"");

        ExecutionId id = waiting();
        HttpResponse<String> cancelled = sent(authorized("/v1/executions/" + id + "/cancel", "ann")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"reason\":\"not needed\"}")));

        assertThat(cancelled.statusCode()).as(cancelled.body()).isLessThan(300);
        assertThat(reeve.find(id).orElseThrow().history().toString())
                .contains("ann (%s)".formatted(user()), "not needed");
    }

    private ExecutionId waiting() {
        reeve.deploy(Workflow.parse("""
                workflow: loan
                version: 1
                steps:
                  decision: { await: approved }
                """));
        return reeve.start("loan", Map.of()).id();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer ", "Bearer nothing", "Basic eDp5", "Bearer %", "Bearer .YW5u"})
    @DisplayName("Without the key everything is refused")
    void keyIsNeeded(String header) throws IOException, InterruptedException {
        HttpRequest.Builder request = request("/v1/executions");
        if (!header.isEmpty()) {
            request.header("Authorization", header);
        }
        assertThat(sent(request).statusCode()).isEqualTo(401);
    }

    @Test
    @DisplayName("A key with something behind it that is no name is refused, and so is another key")
    void keyIsExact() throws IOException, InterruptedException {
        String key = content.key().text();
        String other = (key.startsWith("A") ? "B" : "A") + key.substring(1);

        for (String wrong : List.of(key + "x", key + ".%", key + ".A", other, key.substring(0, 42))) {
            assertThat(sent(request("/v1/self").header("Authorization", "Bearer " + wrong))
                            .statusCode())
                    .as(wrong)
                    .isEqualTo(401);
        }
    }

    @Test
    @DisplayName("It proves to any caller that it knows the key, and tells nothing else")
    void proves() throws IOException, InterruptedException {
        HttpResponse<String> proof = sent(request("/door?challenge=" + CHALLENGE));

        assertThat(proof.statusCode()).isEqualTo(200);
        assertThat(proof.body()).isEqualTo(content.key().proof(CHALLENGE)).hasSize(64);
        for (String path : List.of("/door", "/door?challenge=00", "/door/x?challenge=" + CHALLENGE, "/doors")) {
            assertThat(sent(request(path)).statusCode()).as(path).isEqualTo(404);
        }
        assertThat(sent(request("/door?challenge=" + CHALLENGE).POST(HttpRequest.BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    @DisplayName("Web pages are refused, also with a name that leads here, and the stream of changes is not there")
    void pagesAreRefused() throws IOException, InterruptedException {
        assertThat(raw("GET /v1/self HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 421");
        assertThat(sent(authorized("/v1/self", null).header("Origin", "https://evil.example"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(sent(authorized("/v1/changes", null)).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n\r\n",
                "GET\r\n\r\n",
                "GET  HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                "GET foo:bar HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                "GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                "GET /v1/self HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                "POST /v1/executions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
                "POST /v1/executions HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc",
            })
    @DisplayName("A malformed request gets no data, and the next one is answered")
    void malformed(String text) throws IOException, InterruptedException {
        assertThat(raw(text)).doesNotContain("HTTP/1.1 2", "HTTP/1.1 5", "\tat ");
        assertThat(sent(authorized("/v1/self", null)).statusCode()).isEqualTo(200);
    }

    /** Sends bytes, and ends its side, so that the server does not wait for more. */
    private String raw(String text) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), content.port())) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (SocketException e) {
            return ""; // the server has closed the connection at once
        }
    }

    @Test
    @DisplayName("The answer to HEAD has no body")
    void head() throws IOException, InterruptedException {
        HttpResponse<String> answer =
                sent(authorized("/v1/self", null).method("HEAD", HttpRequest.BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }

    @Test
    @DisplayName("At most 64 requests are served at a time; closing answers those that wait")
    void boundedAndClosed() throws IOException, InterruptedException, ExecutionException {
        ExecutionId id = waiting();
        List<CompletableFuture<HttpResponse<String>>> polls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            polls.add(http.sendAsync(
                    authorized("/v1/executions/" + id + "/result?wait=50s", null)
                            .build(),
                    HttpResponse.BodyHandlers.ofString()));
        }
        // those that are too many are answered at once
        CompletableFuture<?> some = CompletableFuture.anyOf(polls.toArray(CompletableFuture[]::new));
        assertThat(((HttpResponse<?>) some.get()).statusCode()).isEqualTo(503);

        door.close();

        int refused = 0;
        for (CompletableFuture<HttpResponse<String>> poll : polls) {
            int status = poll.get().statusCode();
            assertThat(status).isIn(200, 202, 503);
            refused += status == 503 ? 1 : 0;
        }
        assertThat(refused).isLessThanOrEqualTo(36);
    }

    @Test
    @DisplayName("Closing removes the file and frees the port; the engine goes on")
    void closes() throws IOException {
        door.close();
        door.close();

        assertThat(door.file()).doesNotExist();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), content.port()).close())
                .isInstanceOf(ConnectException.class);
        assertThat(reeve.nodes()).isNotEmpty();
    }

    @Test
    @DisplayName("A forgotten door keeps no process alive")
    void isADaemon() {
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().equals("HTTP-Dispatcher"))
                .isNotEmpty()
                .allMatch(Thread::isDaemon);
    }

    @Test
    @DisplayName("A second door replaces the first, which then leaves the file of the second")
    void secondDoor() throws IOException, InterruptedException {
        try (LocalDoor second = LocalDoor.open(reeve, database())) {
            DoorFile newer = DoorFile.read(second.file()).orElseThrow();
            assertThat(newer.key()).isNotEqualTo(content.key());
            door.close();
            assertThat(DoorFile.read(second.file())).contains(newer);
            content = newer;
            assertThat(sent(authorized("/v1/self", null)).statusCode()).isEqualTo(200);
        }
        assertThat(door.file()).doesNotExist();
    }

    @Test
    @DisplayName("It is refused for a file that no engine has open, and for one that is not there")
    void needsAnEngine() {
        Path other = directory.resolve("other.db");
        Reeve.open(other).close();

        assertThatThrownBy(() -> LocalDoor.open(reeve, other))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
                .hasMessageContaining("no engine has");
        assertThat(directory.resolve("other.db.door")).doesNotExist();
        assertThatThrownBy(() -> LocalDoor.open(reeve, directory.resolve("missing.db")))
                .isInstanceOf(ReeveException.class);
    }

    @Test
    @DisplayName("A directory in the place of its file is reported, and no port stays open")
    void fileCannotBeWritten() throws IOException {
        door.close();
        Files.createDirectories(door.file().resolve("below"));

        assertThatThrownBy(() -> LocalDoor.open(reeve, database()))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE));
    }
}
