package dev.reeve.internal.server;

import static dev.reeve.internal.server.FrameSocket.END_HEADERS;
import static dev.reeve.internal.server.FrameSocket.GOAWAY;
import static dev.reeve.internal.server.FrameSocket.HEADERS;
import static dev.reeve.internal.server.FrameSocket.PING;
import static dev.reeve.internal.server.FrameSocket.RST_STREAM;
import static dev.reeve.internal.server.FrameSocket.SETTINGS;
import static dev.reeve.internal.server.FrameSocket.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Authentication;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.Router;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The limits of a server for which nobody has set any")
@Timeout(180)
final class DefaultLimitsTest {

    private static final int STREAMS = 128;
    private static final int FRAMES = 128;
    private static final int CONNECTIONS = 4_096;
    private static final int REQUESTS = 10_000;
    private static final Duration IDLE = Duration.ofSeconds(75);

    private static final int ENHANCE_YOUR_CALM = 11;
    private static final int REFUSED_STREAM = 7;
    private static final short MAX_CONCURRENT_STREAMS = 3;
    private static final int PATIENCE_MILLIS = 60_000;

    private static final String GET = "GET /self HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final List<JettyServer> servers = new ArrayList<>();

    /** A server with these settings, and a clock of requests that stands still. */
    private JettyServer start(Map<String, String> more) {
        Map<String, String> flags = new HashMap<>(Map.of("listen.port", "0"));
        flags.putAll(more);
        ServerSettings settings = ServerSettings.of(Map.of(), Map.of(), flags);
        HttpHandler handler = new HttpHandler(
                new Router(List.of(
                        Endpoint.get("/self", Operation.LIST, call -> Answer.json(200, "{}")),
                        Endpoint.post(
                                "/echo",
                                Operation.LIST,
                                call -> Answer.json(200, call.json().text())))),
                Admission.of(Authentication.none(Principal.everywhere("root", Role.ADMIN)), Access.byRoles())
                        .limitedTo(settings.limits(() -> 0)));
        JettyServer server = JettyServer.start(handler, settings.listening());
        servers.add(server);
        return server;
    }

    @AfterEach
    void close() {
        servers.forEach(JettyServer::close);
    }

    @Test
    @DisplayName("An HTTP/2 connection has at most 128 requests at once")
    void streams() throws IOException {
        try (FrameSocket socket = new FrameSocket(start(Map.of()).port())) {
            for (int i = 0; i <= STREAMS; i++) {
                frame(socket.out(), HEADERS, END_HEADERS, 2 * i + 1, FrameSocket.request("POST", "/echo"));
            }

            assertThat(setting(socket, MAX_CONCURRENT_STREAMS)).isEqualTo(STREAMS);
            FrameSocket.Frame refused = next(socket, RST_STREAM);
            assertThat(refused.stream()).isEqualTo(2 * STREAMS + 1);
            assertThat(refused.number()).isEqualTo(REFUSED_STREAM);
        }
    }

    @Test
    @DisplayName("An HTTP/2 connection with more than 128 control frames in a second is ended")
    void controlFrames() throws IOException {
        JettyServer server = start(Map.of());
        try (FrameSocket socket = new FrameSocket(server.port())) {
            for (int i = 0; i < FRAMES - 8; i++) { // the beginning of a connection has a few, too
                frame(socket.out(), PING, 0, 0, new byte[8]);
            }
            frame(socket.out(), HEADERS, END_HEADERS | FrameSocket.END_STREAM, 1, FrameSocket.request("GET", "/self"));
            assertThat(FrameSocket.status(next(socket, HEADERS).content())).isEqualTo("200");
        }
        try (FrameSocket socket = new FrameSocket(server.port())) {
            ByteArrayOutputStream pings = new ByteArrayOutputStream();
            for (int i = 0; i < 2 * FRAMES; i++) {
                frame(pings, PING, 0, 0, new byte[8]);
            }
            pings.writeTo(socket.out());
            FrameSocket.Frame goodbye = next(socket, GOAWAY);
            assertThat(ByteBuffer.wrap(goodbye.content()).getInt(4)).isEqualTo(ENHANCE_YOUR_CALM);
        } catch (SocketException e) {
            // the server has closed the connection before it read all, so its goodbye was dropped
            assertThat(e).hasMessageContaining("reset");
        }
    }

    private static FrameSocket.Frame next(FrameSocket socket, int type) throws IOException {
        while (true) {
            FrameSocket.Frame frame = socket.read();
            if (frame.type() == type) {
                return frame;
            }
        }
    }

    private static int setting(FrameSocket socket, short wanted) throws IOException {
        ByteBuffer settings = ByteBuffer.wrap(next(socket, SETTINGS).content());
        while (settings.hasRemaining()) {
            short id = settings.getShort();
            int value = settings.getInt();
            if (id == wanted) {
                return value;
            }
        }
        return -1;
    }

    @ParameterizedTest
    @CsvSource({"limits.perKey, this address", "limits.perAddress, this caller"})
    @DisplayName("An address and a key may each send 10,000 requests a second")
    void requests(String switchedOff, String sender) throws Exception {
        JettyServer server = start(Map.of(switchedOff, "0"));
        try (Socket socket = connect(server)) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    byte[] hundred = GET.repeat(100).getBytes(StandardCharsets.US_ASCII);
                    for (int i = 0; i < REQUESTS / 100; i++) {
                        socket.getOutputStream().write(hundred);
                    }
                    socket.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
                    socket.shutdownOutput();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            List<String> answers = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .lines()
                    .filter(line -> line.contains("HTTP/1.1 ") || line.contains("too many"))
                    .toList();
            sent.join();
            assertThat(answers)
                    .filteredOn(line -> line.contains("HTTP/1.1 200"))
                    .hasSize(REQUESTS);
            assertThat(answers)
                    .filteredOn(line -> line.contains("HTTP/1.1 429"))
                    .hasSize(1);
            assertThat(answers.getLast()).contains("too many requests of " + sender);
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("There are at most 4,096 connections; another one waits, and is closed 75 seconds after its last byte")
    void connections() throws IOException {
        JettyServer server = start(Map.of());
        List<Socket> all = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                all.add(connect(server));
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> server.connections() == CONNECTIONS);
            try (Socket another = connect(server)) {
                another.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
                another.setSoTimeout(500);
                assertThatThrownBy(() -> another.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);

                all.removeLast().close();

                another.setSoTimeout(PATIENCE_MILLIS);
                assertThat(another.getInputStream().read()).isEqualTo('H');
                long answered = System.nanoTime();
                another.setSoTimeout((int) IDLE.toMillis() + PATIENCE_MILLIS);
                another.getInputStream().readAllBytes();
                assertThat(Duration.ofNanos(System.nanoTime() - answered))
                        .isBetween(IDLE.minusSeconds(1), IDLE.plusSeconds(30));
            }
        } finally {
            for (Socket socket : all) {
                socket.close();
            }
        }
    }

    private static Socket connect(JettyServer server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }
}
