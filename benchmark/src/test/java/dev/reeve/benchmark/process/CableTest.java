package dev.reeve.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A cable transfers bytes, until it is cut, silenced or redirected, and again after that")
final class CableTest {

    @SuppressWarnings("NullAway.Init") // set before each test
    private ServerSocket server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Cable cable;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        cable = Cable.to(server.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        cable.close();
        server.close();
    }

    private Socket connect() throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), cable.port());
        client.setSoTimeout(10_000);
        return client;
    }

    private void exchange() throws IOException {
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            client.getOutputStream().write(1);
            assertThat(accepted.getInputStream().read()).isEqualTo(1);
            accepted.getOutputStream().write(2);
            assertThat(client.getInputStream().read()).isEqualTo(2);
        }
    }

    @Test
    void cut() throws IOException {
        exchange();
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            cable.cut();
            assertBroken(client);
            assertBroken(accepted);
        }
        try (Socket refused = connect()) {
            assertBroken(refused);
        }
        cable.heal();
        exchange();
    }

    @Test
    @DisplayName("cutting also breaks a connection that is just being made")
    void cutWhileConnecting() throws IOException {
        ServerSocket busy = server;
        List<Socket> held = new CopyOnWriteArrayList<>();
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    held.add(busy.accept()); // a full backlog would keep the cable waiting
                }
            } catch (IOException e) {
                // closed after the test
            }
        });
        for (int i = 0; i < 300; i++) {
            try (Socket client = connect()) {
                cable.cut();
                assertBroken(client);
            }
            cable.heal();
        }
        for (Socket each : held) {
            each.close();
        }
    }

    @Test
    void redirect() throws IOException {
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            server.close();
            server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
            cable.redirect(server.getLocalPort());
            assertBroken(client);
            assertBroken(accepted);
        }
        exchange();
    }

    @Test
    void silence() throws IOException {
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            cable.silence();
            client.getOutputStream().write(1);
            accepted.setSoTimeout(50);
            assertThatThrownBy(() -> accepted.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            cable.heal();
            assertBroken(client);
        }
        exchange();
    }

    private static void assertBroken(Socket socket) {
        int read;
        try {
            read = socket.getInputStream().read();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection stands", e);
        } catch (IOException e) {
            read = -1; // a reset
        }
        assertThat(read).isEqualTo(-1);
    }
}
