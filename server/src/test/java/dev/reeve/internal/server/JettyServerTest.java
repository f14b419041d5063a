package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.ReeveException;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Authentication;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.EventStream;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.Router;
import dev.reeve.internal.http.ServerEvent;
import dev.reeve.internal.tls.TestCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.util.component.Graceful;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("The handler on Jetty")
final class JettyServerTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final CompletableFuture<Answer.Ready> arriving = new CompletableFuture<>();
    private final Events events = new Events();
    private final CompletableFuture<String> working = new CompletableFuture<>();
    private final CompletableFuture<String> begun = new CompletableFuture<>();

    private final JettyServer server = start(ListenOptions.loopback(0));

    private JettyServer start(ListenOptions listening) {
        HttpHandler handler = new HttpHandler(
                new Router(List.of(
                        Endpoint.open("/health", call -> Answer.json(200, "{}")),
                        Endpoint.get(
                                "/thread",
                                Operation.LIST,
                                call -> Answer.text(
                                        "text/plain",
                                        String.valueOf(Thread.currentThread().isVirtual()))),
                        Endpoint.post(
                                "/echo",
                                Operation.LIST,
                                call -> Answer.json(200, call.json().text())),
                        Endpoint.get(
                                        "/wait",
                                        Operation.LIST,
                                        call -> new Answer.Later(arriving, LONG, () -> Answer.json(202, "{}")))
                                .waiting(),
                        Endpoint.get("/work", Operation.LIST, call -> {
                            begun.complete("begun");
                            return Answer.text("text/plain", working.join());
                        }),
                        Endpoint.get(
                                "/lines",
                                Operation.LIST,
                                call -> new Answer.Streamed(200, Map.of(), "text/plain", out -> {
                                    for (int i = 0; i < 100_000; i++) {
                                        out.write("0123456789\n".getBytes(StandardCharsets.US_ASCII));
                                    }
                                })),
                        Endpoint.get("/events", Operation.WATCH, call -> new Answer.Events(events)))),
                Admission.of(Authentication.none(Principal.everywhere("root", Role.ADMIN)), Access.byRoles()));
        return JettyServer.start(handler, listening);
    }

    private static final class Events implements EventStream {

        private static final ServerEvent LAST = new ServerEvent("", "last", "");
        private final BlockingQueue<ServerEvent> queue = new LinkedBlockingQueue<>();
        private volatile boolean closed;
        private volatile boolean ended;

        @Override
        public @Nullable ServerEvent next(Duration patience) throws InterruptedException {
            ServerEvent event = queue.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
            ended = LAST.equals(event);
            return event;
        }

        /** With its last event, so that the writer never waits for another one after it. */
        @Override
        public boolean isEnded() {
            return ended;
        }

        @Override
        public void close() {
            queue.add(LAST);
            closed = true;
        }
    }

    @AfterEach
    void close() {
        working.complete("");
        server.close();
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(server.address().resolve(path)).timeout(LONG);
    }

    private HttpResponse<String> send(HttpClient client, HttpRequest request) throws Exception {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    @DisplayName("answers in HTTP/1.1 and HTTP/2, on virtual threads, with the headers that close a browser's doors")
    void answers(HttpClient.Version version) throws Exception {
        try (HttpClient client = HttpClient.newBuilder().version(version).build()) {
            assertThat(send(client, to("/health").build()).version()).isEqualTo(version);
            HttpResponse<String> answer = send(client, to("/thread").build());
            assertThat(answer.body()).isEqualTo("true");
            HttpHandler.HEADERS.forEach((name, value) ->
                    assertThat(answer.headers().firstValue(name)).contains(value));
            assertThat(answer.headers().firstValue("Server")).isEmpty();
            assertThat(send(
                                    client,
                                    to("/echo")
                                            .header("Content-Type", "application/json")
                                            .POST(HttpRequest.BodyPublishers.ofString("{\"a\": \"ä\"}"))
                                            .build())
                            .body())
                    .isEqualTo("{\"a\": \"ä\"}");
            assertThat(send(client, to("/lines").build()).body()).hasSize(1_100_000);
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    @DisplayName("a client that sends a body gets the answer of an endpoint that does not read it")
    void unreadBody(HttpClient.Version version) throws Exception {
        try (HttpClient client = HttpClient.newBuilder().version(version).build()) {
            assertThat(send(client, to("/health").build()).statusCode()).isEqualTo(200);
            for (int size : List.of(1, 1_000, 50_000)) {
                HttpRequest refused = to("/nothing")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("x".repeat(size)))
                        .build();
                assertThat(send(client, refused).statusCode()).isEqualTo(404);
            }
        }
    }

    @Test
    @DisplayName("answers a long poll later, without holding a thread")
    void longPoll() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var answer = client.sendAsync(to("/wait").build(), HttpResponse.BodyHandlers.ofString());
            arriving.complete(Answer.json(200, "[1]"));
            assertThat(answer.get(30, TimeUnit.SECONDS).body()).isEqualTo("[1]");
        }
    }

    @Test
    @DisplayName("sends events as they come, and ends the streams when it stops")
    void serverSentEvents() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<Stream<String>> answer =
                    client.send(to("/events").build(), HttpResponse.BodyHandlers.ofLines());
            assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
            var lines = answer.body()
                    .filter(line -> !line.isEmpty() && !line.equals(":"))
                    .iterator();
            events.queue.add(new ServerEvent("7", "changed", "{}"));
            assertThat(List.of(lines.next(), lines.next(), lines.next()))
                    .containsExactly("id: 7", "event: changed", "data: {}");
            // reading begins before the end: the client may drop lines that nobody has asked for when a connection ends
            CompletableFuture<String> last = CompletableFuture.supplyAsync(lines::next);
            server.close();
            assertThat(last.get(30, TimeUnit.SECONDS)).isEqualTo("event: last");
        }
        assertThat(events.closed).isTrue();
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    @DisplayName("stopping answers the long polls and finishes the requests under way, also silent ones")
    void drains(HttpClient.Version version) throws Exception {
        try (HttpClient client = HttpClient.newBuilder().version(version).build()) {
            assertThat(send(client, to("/health").build()).version()).isEqualTo(version);
            var poll = client.sendAsync(to("/wait").build(), HttpResponse.BodyHandlers.ofString());
            var work = client.sendAsync(to("/work").build(), HttpResponse.BodyHandlers.ofString());
            assertThat(begun.get(30, TimeUnit.SECONDS)).isEqualTo("begun");
            CompletableFuture<Void> stopping = CompletableFuture.runAsync(server::close);
            assertThat(poll.get(30, TimeUnit.SECONDS).statusCode()).isIn(202, 503);
            // longer than a connection without requests may take
            assertThatThrownBy(() -> stopping.get(2_500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            working.complete("done");
            assertThat(work.get(30, TimeUnit.SECONDS).body()).isEqualTo("done");
            stopping.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    @DisplayName("a client that leaves a stream of events ends it")
    void clientLeavesStream() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
        await().atMost(LONG).until(() -> {
            events.queue.add(new ServerEvent("", "pulse", ""));
            return events.closed;
        });
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            try (InputStream in = socket.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    @Test
    @DisplayName("refuses malformed requests without a page, a stack trace or a name")
    void hostile() throws IOException {
        for (String request : List.of(
                "GET /health HTTP/1.1\n\n",
                "GET /health HTTP/1.1\nHost: localhost\nHost: other\n\n",
                "POST /echo HTTP/1.1\nHost: localhost\nContent-Length: 3\nContent-Length: 4\n\n{}  ",
                "POST /echo HTTP/1.1\nHost: localhost\nContent-Length: 3\nTransfer-Encoding: chunked\n\n0\n\n",
                "GET /../health HTTP/1.1\nHost: localhost\n\n",
                "GET /health;x=1 HTTP/1.1\nHost: localhost\n\n",
                "GET /health HTTP/1.1\nHost: localhost\nX: " + "x".repeat(20_000) + "\n\n",
                "GET /" + "x".repeat(20_000) + " HTTP/1.1\nHost: localhost\n\n",
                "GET /health HTTP/9.9\nHost: localhost\n\n",
                "POST /echo HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 100\n\n{",
                "\u0000\u0001\u0002\n\n")) {
            assertThat(raw(request))
                    .as(request.substring(0, Math.min(60, request.length())))
                    .containsPattern("^HTTP/1.1 (4\\d\\d|505)|^$")
                    .doesNotContainIgnoringCase("jetty", "<html", "at org.", "exception");
        }
    }

    @Test
    @DisplayName("a body that comes a byte at a time is given up (D13)")
    void slowBody() throws IOException {
        try (JettyServer hasty =
                        start(ListenOptions.loopback(0).times(LONG, Duration.ofMillis(1), Duration.ofSeconds(1)));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), hasty.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(
                            "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            byte[] answer = new byte[12];
            int sent = 0;
            try {
                while (socket.getInputStream().available() == 0 && sent++ < 5_000) {
                    socket.getOutputStream().write(' ');
                    socket.getOutputStream().flush();
                }
            } catch (SocketException e) {
                // the server has closed the connection behind its answer
            }
            assertThat(socket.getInputStream().readNBytes(answer, 0, 12)).isEqualTo(12);
            assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 400");
        }
    }

    @Test
    @DisplayName("with a key store it speaks TLS, and HTTP/2 in it")
    void tls(@TempDir Path directory) throws Exception {
        Path store = directory.resolve("key.p12");
        KeyStore keys = TestCertificate.create(store, "localhost");
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.getCertificate(TestCertificate.ALIAS));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        ListenOptions.Tls tls = new ListenOptions.Tls(store, TestCertificate.PASSWORD);
        assertThat(tls.toString()).doesNotContain(TestCertificate.PASSWORD);
        try (JettyServer secure = start(ListenOptions.loopback(0).with(tls));
                HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
            HttpResponse<String> answer = send(
                    client,
                    HttpRequest.newBuilder(secure.address().resolve("/thread")).build());
            assertThat(answer.body()).isEqualTo("true");
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        }
    }

    @Test
    @DisplayName(
            "a request that does not end does not keep the server from stopping, nor its caller from closing the engine")
    void cutsOff() throws Exception {
        JettyServer hasty = start(ListenOptions.loopback(0).times(LONG, LONG, Duration.ofMillis(100)));
        try (HttpClient client = HttpClient.newHttpClient()) {
            var work = client.sendAsync(
                    HttpRequest.newBuilder(hasty.address().resolve("/work")).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(begun.get(30, TimeUnit.SECONDS)).isEqualTo("begun");
            hasty.close();
            assertThat(work.handle((answer, error) -> error != null || answer.statusCode() == 503)
                            .get(30, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @Test
    @DisplayName("says why it cannot listen")
    void portTaken() {
        assertThatThrownBy(() -> start(ListenOptions.loopback(server.port())))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("cannot listen on 127.0.0.1:" + server.port());
        assertThat(URI.create(server.address().toString()).getHost()).isEqualTo("127.0.0.1");
    }

    @Test
    @Tag("proof")
    @DisplayName("does not wait for a connection that never ends, if no request is under way")
    void aConnectionThatStays() {
        server.server.addBean(new Graceful() {
            @Override
            public CompletableFuture<Void> shutdown() {
                return new CompletableFuture<>();
            }

            @Override
            public boolean isShutdown() {
                return false;
            }
        });
        long began = System.nanoTime();

        server.close();

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
    }
}
