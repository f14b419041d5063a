package dev.reeve.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.ConnectOptions;
import dev.reeve.Credentials;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Explanation;
import dev.reeve.KeyPolicy;
import dev.reeve.PastExecution;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.UnavailableException;
import dev.reeve.internal.document.DocumentReader;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.document.ExplanationDocument;
import dev.reeve.internal.document.ProblemDetailDocument;
import dev.reeve.internal.document.ProblemDocument;
import dev.reeve.internal.document.ResultDocument;
import dev.reeve.internal.document.StartRequestDocument;
import dev.reeve.internal.document.StartedDocument;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A client of hostile and broken servers")
@Timeout(120)
final class HostileServerTest {

    private static final String SECRET = "reeve_1234_top-secret";
    private static final ExecutionId ID = new ExecutionId(new UUID(1, 2));
    private static final String JSON = "application/json";
    private static final String STARTED = DocumentWriter.write(new StartedDocument(ID));
    private static final Duration SHORT = Duration.ofMillis(700);
    private static final int BYTES_MAX = 100_000;

    @AutoClose
    private final Opened open = new Opened();

    private ScriptedServer answering(int status, String type, String body, String... headers) {
        return open.server((request, out) -> ScriptedServer.send(out, status, type, body, headers));
    }

    /** Starts each execution, and leaves other requests to the script. */
    private ScriptedServer starting(ScriptedServer.Script others) {
        return open.server((request, out) -> {
            if (request.line().startsWith("POST")) {
                ScriptedServer.send(out, 201, JSON, STARTED);
            } else {
                others.answer(request, out);
            }
        });
    }

    private Reeve client(URI... servers) {
        return client(Duration.ofSeconds(20), servers);
    }

    private Reeve client(Duration timeout, URI... servers) {
        ConnectOptions options = ConnectOptions.to(servers)
                .withCredentials(Credentials.apiKey(SECRET))
                .withTimeout(timeout);
        // begins at the first server
        return open.add(RemoteReeve.connect(options, new Surroundings(System::nanoTime, () -> 0.0), BYTES_MAX));
    }

    private static ReeveException failure(ThrowingCallable call) {
        ReeveException failure = catchThrowableOfType(ReeveException.class, call);
        assertThat(failure).isNotNull();
        assertThat(failure.toString()).doesNotContain("secret");
        return failure;
    }

    private static String problem(ErrorCode code, String detail) {
        return DocumentWriter.write(
                new ProblemDetailDocument("/v1/errors/" + code, "title", 400, code, detail, false, List.of(), null));
    }

    @Test
    @DisplayName("A server of an earlier release, which ignores the number of an event, never passes for the past")
    void theyDoNotShowThePresentAsThePast() {
        String present = DocumentWriter.write(
                ExplanationDocument.of(new Explanation(ID, ExecutionStatus.RUNNING, "It runs.", List.of(), 0)));
        String history = "{\"execution\":\"%s\",\"entries\":[]}".formatted(ID);
        ScriptedServer server = starting((request, out) ->
                ScriptedServer.send(out, 200, JSON, request.line().contains("/history") ? history : present));
        PastExecution past = client(server.address()).start("w", 1).asOf(3);

        assertThat(failure(past::explain))
                .hasMessageContaining("update the server")
                .extracting(ReeveException::code)
                .isEqualTo(ErrorCode.REFUSED);
        assertThat(failure(past::history)).hasMessageContaining("update the server");
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    @DisplayName("Each code is the exception that an engine in the process throws")
    void codesAreExceptions(ErrorCode code) {
        ScriptedServer server = answering(400, ProblemDetailDocument.CONTENT_TYPE, problem(code, "because of " + code));

        ReeveException failure = failure(() -> client(SHORT, server.address()).nodes());

        // results are documents: no server says that one is missing
        ErrorCode expected = code == ErrorCode.NOT_COMPLETED ? ErrorCode.REFUSED : code;
        assertThat(failure).isExactlyInstanceOf(ReeveException.of(expected, "").getClass());
        assertThat(failure.code()).isEqualTo(expected);
        assertThat(failure).hasMessage("because of " + code);
    }

    @Test
    @DisplayName("The problems of a definition come back with their places")
    void problemsComeBack() {
        InvalidWorkflowException refused = new InvalidWorkflowException(
                "orders.yaml", List.of(new Problem("steps.a", 2, 5, "no", "so"), Problem.at("b", "c", "d")), 1_200);
        ProblemDetailDocument document = new ProblemDetailDocument(
                "/v1/errors/INVALID_INPUT",
                "t",
                400,
                ErrorCode.INVALID_INPUT,
                String.valueOf(refused.getMessage()),
                false,
                refused.problems().stream()
                        .map(it -> ProblemDocument.of(null, it))
                        .toList(),
                null);
        ScriptedServer server = answering(400, ProblemDetailDocument.CONTENT_TYPE, DocumentWriter.write(document));

        assertThatThrownBy(() -> client(server.address()).nodes())
                .isInstanceOfSatisfying(InvalidWorkflowException.class, e -> {
                    assertThat(e).hasMessage(refused.getMessage());
                    assertThat(e.problems()).isEqualTo(refused.problems());
                    assertThat(e.count()).isEqualTo(1_200);
                });
    }

    @Test
    @DisplayName("A page, another type, other JSON and half a document are refused, and the message names the server")
    void strangeAnswers() {
        record Strange(int status, String type, String body, ErrorCode code) {}
        for (Strange each : List.of(
                new Strange(200, "text/html", "<html>hello</html>", ErrorCode.STORE_UNUSABLE),
                new Strange(200, "", "{}", ErrorCode.STORE_UNUSABLE),
                new Strange(200, JSON, "", ErrorCode.STORE_UNUSABLE),
                new Strange(200, JSON, "{\"nodes\": 7}", ErrorCode.STORE_UNUSABLE),
                new Strange(200, JSON, "{\"nodes\": [", ErrorCode.STORE_UNUSABLE),
                new Strange(200, JSON, "{\"nodes\": " + "[".repeat(5_000), ErrorCode.STORE_UNUSABLE),
                new Strange(200, JSON, "[\u0000]", ErrorCode.STORE_UNUSABLE),
                new Strange(404, "text/html", "<html>no</html>", ErrorCode.STORE_UNUSABLE),
                new Strange(401, "text/html", "<html>login</html>", ErrorCode.UNAUTHENTICATED),
                new Strange(403, "text/html", "<html>no</html>", ErrorCode.DENIED),
                new Strange(413, "text/html", "<html>large</html>", ErrorCode.INVALID_INPUT),
                new Strange(429, "text/html", "<html>slow</html>", ErrorCode.OVERLOADED),
                new Strange(500, "text/plain", "oops", ErrorCode.STORE_UNUSABLE),
                new Strange(502, "text/html", "<html>bad gateway</html>", ErrorCode.STORE_UNAVAILABLE),
                new Strange(400, ProblemDetailDocument.CONTENT_TYPE, "{\"code\": \"SOLAR\"}", ErrorCode.STORE_UNUSABLE),
                new Strange(101, "", "", ErrorCode.STORE_UNAVAILABLE))) {
            ScriptedServer server = answering(each.status(), each.type(), each.body());

            ReeveException failure =
                    failure(() -> client(SHORT, server.address()).nodes());

            assertThat(failure.code()).as(each.toString()).isEqualTo(each.code());
            assertThat(failure).hasMessageContaining(server.address().toString());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    @DisplayName("A redirection is not followed, so the key goes to no other server")
    void redirects(int status) {
        ScriptedServer thief = answering(200, JSON, "{\"nodes\":[]}");
        ScriptedServer server = answering(status, "text/html", "", "Location: " + thief.address() + "/v1/nodes");

        ReeveException failure = failure(() -> client(server.address()).nodes());

        assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNUSABLE);
        assertThat(failure).hasMessageContaining("redirects to '" + thief.address());
        assertThat(thief.requests).isEmpty();
        assertThat(server.requests).hasSize(1);
        assertThat(server.requests.getFirst().header("Authorization")).isEqualTo("Bearer " + SECRET);
    }

    @Test
    @DisplayName("A body without an end is cut at the limit, announced or not")
    void endlessBodies() {
        ScriptedServer chunked = open.server((request, out) -> {
            write(out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
            while (true) {
                write(out, "1000\r\n" + " ".repeat(4096) + "\r\n");
            }
        });
        ScriptedServer announced = open.server((request, out) -> {
            write(out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n");
            for (int i = 0; i < 100_000; i++) {
                write(out, " ".repeat(1_000));
            }
        });
        for (ScriptedServer server : List.of(chunked, announced)) {
            ReeveException failure = failure(() -> client(server.address()).nodes());
            assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNUSABLE);
            assertThat(failure).hasMessageContaining("larger than the limit of 100,000 bytes");
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    @Test
    @DisplayName(
            "A server that says nothing, half a header, or a byte now and then, holds a caller no longer than the timeout")
    void slowServers() {
        CountDownLatch end = new CountDownLatch(1);
        ScriptedServer silent = open.server((request, out) -> end.await());
        ScriptedServer half = open.server((request, out) -> {
            write(out, "HTTP/1.1 200 OK\r\nContent-T");
            end.await();
        });
        ScriptedServer dripping = open.server((request, out) -> {
            write(out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n");
            while (!end.await(20, TimeUnit.MILLISECONDS)) {
                write(out, " ");
            }
        });
        for (ScriptedServer server : List.of(silent, half, dripping)) {
            long began = System.nanoTime();
            ReeveException failure =
                    failure(() -> client(SHORT, server.address()).nodes());
            assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(failure).hasMessageContaining("no answer in time");
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isBetween(SHORT.minusMillis(50), Duration.ofSeconds(20));
        }
        end.countDown();
    }

    @Test
    @DisplayName("A start whose answer was lost is sent again with the same key, also under a policy that refuses keys")
    void lostStarts() {
        AtomicInteger answers = new AtomicInteger();
        ScriptedServer server = open.server((request, out) -> {
            if (answers.incrementAndGet() % 3 == 0) {
                ScriptedServer.send(out, 201, JSON, STARTED);
            } // otherwise the connection ends without an answer
        });
        Reeve reeve = client(server.address());

        assertThat(reeve.start("w", Map.of("a", 1)).id()).isEqualTo(ID);
        assertThat(reeve.start("w", Map.of("a", 1), Start.key("k")).id()).isEqualTo(ID);
        assertThat(reeve.start("w", 1, Start.key("k").keyPolicy(KeyPolicy.REFUSE))
                        .id())
                .isEqualTo(ID);

        List<StartRequestDocument> sent = server.requests.stream()
                .map(it -> DocumentReader.read(it.body(), StartRequestDocument.class))
                .toList();
        assertThat(sent).hasSize(9);
        for (int i = 0; i < 9; i += 3) {
            assertThat(sent.get(i)).isEqualTo(sent.get(i + 1)).isEqualTo(sent.get(i + 2));
        }
        assertThat(sent.get(0).key())
                .startsWith("client/")
                .isNotEqualTo(sent.get(3).key());
        assertThat(sent.get(3).request()).isNull();
        assertThat(sent.get(6).request()).isNotNull();
    }

    @Test
    @DisplayName(
            "A decision whose answer was lost is not sent again, and the failure says that it may have been carried out")
    void lostDecisions() {
        ScriptedServer server = open.server((request, out) -> {
            if (request.line().contains("/v1/keys/")) {
                ScriptedServer.send(out, 404, ProblemDetailDocument.CONTENT_TYPE, problem(ErrorCode.NOT_FOUND, "no"));
            } else if (request.line().startsWith("POST /v1/executions ")) {
                ScriptedServer.send(out, 201, JSON, STARTED);
            }
        });
        Reeve reeve = client(server.address());
        assertThat(reeve.find("key/with every%thing?ü")).isEmpty();
        assertThat(server.requests.getFirst().line())
                .isEqualTo("GET /v1/keys/key%2Fwith%20every%25thing%3F%C3%BC HTTP/1.1");
        var execution = reeve.start("w", 1);
        server.requests.clear();

        ReeveException failure = failure(() -> execution.cancel("enough"));

        assertThat(failure).isInstanceOf(UnavailableException.class).hasMessageContaining("may have been carried out");
        assertThat(server.requests).hasSize(1);
    }

    @Test
    @DisplayName("The next server is asked when one is away, and each decision goes to a server that is there")
    void severalServers() throws Exception {
        URI nobody = unused();
        ScriptedServer closing =
                answering(503, ProblemDetailDocument.CONTENT_TYPE, problem(ErrorCode.CLOSED, "closing"));
        ScriptedServer good = answering(200, JSON, "{\"nodes\":[]}");
        Reeve reeve = client(nobody, closing.address(), good.address());

        assertThat(reeve.nodes()).isEmpty();
        assertThat(reeve.nodes()).isEmpty();

        assertThat(closing.requests).hasSize(1);
        assertThat(good.requests).as("the client stays with it").hasSize(2);
        ScriptedServer other = answering(201, JSON, STARTED);
        // not sent to the first, so it is safe to ask the second
        assertThat(client(unused(), other.address()).start("w", 1).id()).isEqualTo(ID);
    }

    /** An address where no server listens. Its port stays bound, so that no server of another test gets it. */
    private URI unused() throws IOException {
        Socket taken = open.add(new Socket());
        taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return URI.create("http://127.0.0.1:" + taken.getLocalPort());
    }

    @Test
    @DisplayName("Without any server the call ends at its timeout")
    void nobodyThere() throws Exception {
        long began = System.nanoTime();
        ReeveException failure = failure(() -> client(SHORT, unused(), unused()).nodes());
        assertThat(failure).isInstanceOf(UnavailableException.class).hasMessageContaining("was not sent");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    @Tag("proof")
    @DisplayName("A silent server among several is left for the next one before the timeout")
    void silentServer() {
        CountDownLatch end = new CountDownLatch(1);
        ScriptedServer silent = open.server((request, out) -> end.await());
        ScriptedServer good = answering(200, JSON, "{\"nodes\":[]}");

        assertThat(client(Duration.ofMinutes(1), silent.address(), good.address())
                        .nodes())
                .isEmpty();
        end.countDown();
    }

    @Test
    @Tag("proof")
    @DisplayName("Waiting ends in time, though the server answers at once that it goes on, fails, or is away")
    void impatientServers() throws Exception {
        String goesOn = DocumentWriter.write(ResultDocument.goesOn(ID, ExecutionStatus.RUNNING));
        AtomicInteger polls = new AtomicInteger();
        ScriptedServer hasty = open.server((request, out) -> {
            polls.incrementAndGet();
            ScriptedServer.send(out, 202, JSON, goesOn);
        });
        ScriptedServer failing = answering(502, "text/html", "no");
        for (URI server : List.of(hasty.address(), failing.address(), unused())) {
            var execution = new RemoteExecution(wire(server), "default", ID);
            long began = System.nanoTime();
            ReeveException failure = failure(() -> execution.awaitEnd(Duration.ofMillis(1_500)));
            assertThat(failure.code()).isEqualTo(ErrorCode.TIMED_OUT);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
        }
        assertThat(polls).hasValueLessThan(40);
    }

    private Wire wire(URI server) {
        return open.add(new Wire(ConnectOptions.to(server), Surroundings.REAL, BYTES_MAX));
    }

    @Test
    @DisplayName("An answer about another execution is not taken for the end of this one")
    void otherExecution() {
        String other = DocumentWriter.write(ResultDocument.of(
                new ExecutionResult(new ExecutionId(new UUID(3, 4)), ExecutionStatus.COMPLETED, null, null, null)));
        ScriptedServer server = open.server((request, out) ->
                ScriptedServer.send(out, 200, JSON, request.line().startsWith("POST") ? STARTED : other));
        var execution = client(server.address()).start("w", 1);

        assertThat(failure(() -> execution.awaitEnd(Duration.ofSeconds(30)))).hasMessageContaining("about another one");
    }

    @Test
    @DisplayName("Closing ends the calls under way, and each later one")
    void closing() throws Exception {
        CountDownLatch arrived = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        ScriptedServer server = starting((request, out) -> {
            arrived.countDown();
            end.await();
        });
        Reeve reeve = client(server.address());
        var execution = reeve.start("w", 1);
        CompletableFuture<ExecutionResult> result = execution.result().toCompletableFuture();
        CompletableFuture<Void> call = CompletableFuture.runAsync(
                reeve::nodes, task -> Thread.ofVirtual().start(task));
        arrived.await();

        reeve.close();
        reeve.close();

        for (CompletableFuture<?> each : List.of(result, call)) {
            assertThat(each)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withCauseInstanceOf(UnavailableException.class)
                    .withMessageContaining("CLOSED");
        }
        assertThat(failure(reeve::nodes).code()).isEqualTo(ErrorCode.CLOSED);
        end.countDown();
    }

    @Test
    @DisplayName("An interrupted caller keeps its flag, and gets an exception")
    void interruption() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        ScriptedServer server = open.server((request, out) -> {
            arrived.countDown();
            end.await();
        });
        Reeve reeve = client(server.address());
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread caller = Thread.ofPlatform().start(() -> {
            try {
                reeve.nodes();
            } catch (ReeveException e) {
                flag.complete(e.code() == ErrorCode.TIMED_OUT
                        && Thread.currentThread().isInterrupted());
            }
        });
        arrived.await();

        caller.interrupt();

        assertThat(flag).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(true);
        end.countDown();
    }

    @Test
    @DisplayName("Hundreds of callers that wait need no thread of the machine each")
    void threads() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        int waiting = 300;
        CountDownLatch arrived = new CountDownLatch(waiting);
        ScriptedServer server = starting((request, out) -> {
            arrived.countDown();
            end.await();
        });
        var execution = client(server.address()).start("w", 1);
        int before = Thread.getAllStackTraces().size();

        List<CompletableFuture<ExecutionResult>> results = new ArrayList<>();
        for (int i = 0; i < waiting; i++) {
            results.add(execution.result().toCompletableFuture());
        }
        assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();

        assertThat(Thread.getAllStackTraces()).hasSizeLessThan(before + 30);
        results.forEach(each -> each.cancel(false));
        end.countDown();
    }

    @Test
    @DisplayName("A key goes in clear text only to this machine, unless that is allowed")
    void clearText() {
        Credentials key = Credentials.apiKey(SECRET);
        for (String remote : List.of(
                "http://reeve.example.com",
                "http://127.0.0.1.example.com",
                "http://localhost.example.com",
                "HTTP://10.0.0.1:8080",
                "http://[::2]:8080",
                "http://[2001::1]")) {
            assertThat(failure(() -> Reeve.connect(URI.create(remote), key)).code())
                    .as(remote)
                    .isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(failure(() -> Reeve.connect(
                                    ConnectOptions.to(URI.create("https://a.example.com"), URI.create(remote))
                                            .withCredentials(Credentials.apiKey(() -> SECRET))))
                            .code())
                    .isEqualTo(ErrorCode.INVALID_INPUT);
            Reeve.connect(ConnectOptions.to(URI.create(remote))
                            .withCredentials(key)
                            .withKeyInClearText())
                    .close();
            Reeve.connect(URI.create(remote), Credentials.none()).close();
        }
        for (String own : List.of(
                "http://127.0.0.1:1",
                "http://127.8.9.10",
                "http://LocalHost",
                "http://[::1]:1",
                "https://reeve.example.com")) {
            Reeve.connect(URI.create(own), key).close();
        }
        for (String wrong : List.of(
                "ftp://a.example.com",
                "https:///x",
                "reeve.example.com",
                "https://ann:secret@a.example.com",
                "https://a.example.com?token=secret",
                "https://a.example.com#secret")) {
            assertThat(failure(() -> Reeve.connect(URI.create(wrong), key)).code())
                    .isEqualTo(ErrorCode.INVALID_INPUT);
        }
        assertThat(key.toString() + ConnectOptions.to(URI.create("https://a")).withCredentials(key))
                .doesNotContain("secret");
    }

    @Test
    @DisplayName("A key with a line break is refused before anything is sent, and its supplier is asked each time")
    void strangeKeys() {
        ScriptedServer server = answering(200, JSON, "{\"nodes\":[]}");
        AtomicInteger asked = new AtomicInteger();
        try (Reeve reeve = Reeve.connect(server.address(), Credentials.apiKey(() -> switch (asked.incrementAndGet()) {
            case 1 -> "secret\r\nX-Evil: 1";
            case 2 -> throw new IllegalStateException("the vault is sealed");
            default -> "k" + asked.get();
        }))) {
            assertThat(failure(reeve::nodes)).hasMessageContaining("has a space, a line break");
            assertThat(server.requests).isEmpty();
            assertThat(reeve.nodes()).as("tried again with the third key").isEmpty();
            assertThat(server.requests.getFirst().header("Authorization")).isEqualTo("Bearer k3");
        }
    }
}
