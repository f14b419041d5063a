package dev.reeve.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.ConnectOptions;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.document.StartedDocument;
import dev.reeve.internal.tls.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A client of servers whose TLS fails")
@Timeout(120)
final class TlsTest {

    private static final String JSON = "application/json";
    private static final ExecutionId ID = new ExecutionId(new UUID(1, 2));
    private static final char[] PASSWORD = TestCertificate.PASSWORD.toCharArray();

    @AutoClose
    private final Opened open = new Opened();

    private final AtomicInteger connections = new AtomicInteger();

    /** Reads the beginning of each connection, and closes it. */
    private URI closing(ServerSocket socket) {
        open.add(socket);
        Thread.ofVirtual().start(() -> {
            while (!socket.isClosed()) {
                try (Socket connection = socket.accept()) {
                    connections.incrementAndGet();
                    int unused = connection.getInputStream().read(new byte[4096]);
                } catch (IOException e) {
                    // the client refuses, or the test is over
                }
            }
        });
        return URI.create("https://127.0.0.1:" + socket.getLocalPort());
    }

    private URI closing() throws IOException {
        return closing(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }

    /** Shows a certificate that no client trusts. */
    private URI untrusted(Path directory) throws Exception {
        Path file = directory.resolve("key.p12");
        KeyStore store = Files.exists(file)
                ? KeyStore.getInstance(file.toFile(), PASSWORD)
                : TestCertificate.create(file, "localhost");
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return closing(context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }

    private Execution execution(Duration timeout, URI... servers) {
        ConnectOptions options = ConnectOptions.to(servers).withTimeout(timeout);
        Wire wire = new Wire(options, new Surroundings(System::nanoTime, () -> 0.0), 100_000);
        open.add(wire);
        return new RemoteExecution(wire, "default", ID);
    }

    private Reeve client(Duration timeout, URI... servers) {
        // begins at the first server
        Reeve reeve = RemoteReeve.connect(
                ConnectOptions.to(servers).withTimeout(timeout),
                new Surroundings(System::nanoTime, () -> 0.0),
                100_000);
        return open.add(reeve);
    }

    private ScriptedServer answering(int status, String body) {
        return open.add(ScriptedServer.answering(status, JSON, body));
    }

    @Test
    @DisplayName("A server that closes while TLS begins got nothing, so the next one gets even a decision")
    void nextServer() throws Exception {
        ScriptedServer good = answering(204, "");
        execution(Duration.ofSeconds(30), closing(), good.address()).cancel("r");
        assertThat(good.requests).hasSize(1);

        String started = DocumentWriter.write(new StartedDocument(ID));
        assertThat(client(
                                Duration.ofSeconds(30),
                                closing(),
                                answering(201, started).address())
                        .start("w", 1)
                        .id())
                .isEqualTo(ID);
    }

    @Test
    @Tag("proof")
    @DisplayName("It is asked again until the timeout, and a wait for an end outlasts it")
    void again() throws Exception {
        ReeveException failure = catchThrowableOfType(
                ReeveException.class,
                () -> client(Duration.ofSeconds(5), closing()).nodes());
        assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(connections).hasValueGreaterThan(1);

        connections.set(0);
        Execution waiting = execution(Duration.ofMillis(200), closing());
        failure = catchThrowableOfType(ReeveException.class, () -> waiting.awaitEnd(Duration.ofSeconds(5)));
        assertThat(failure.code()).isEqualTo(ErrorCode.TIMED_OUT);
        assertThat(connections).hasValueGreaterThan(1);
    }

    @Test
    @DisplayName("A certificate that is not trusted fails at once if no server has a better one")
    void certificates(@TempDir Path directory) throws Exception {
        ScriptedServer good = answering(200, "{\"nodes\":[]}");
        assertThat(client(Duration.ofMinutes(1), untrusted(directory), good.address())
                        .nodes())
                .isEmpty();

        connections.set(0);
        ReeveException failure = catchThrowableOfType(
                ReeveException.class,
                () -> client(Duration.ofMinutes(10), untrusted(directory), untrusted(directory))
                        .nodes());
        assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNUSABLE);
        assertThat(failure).hasMessageContaining("certificate").hasMessageContaining("was not sent");
        assertThat(connections).hasValue(2);
    }
}
