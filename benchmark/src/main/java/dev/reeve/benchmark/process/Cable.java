package dev.reeve.benchmark.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The connections of a node to its database, which can be cut or silenced. On the loopback address. Thread-safe. */
public final class Cable implements AutoCloseable {

    private static final int BACKLOG = 100;
    private static final int BUFFER_BYTES = 1 << 16;

    private enum State {
        SOUND,
        SILENT,
        CUT
    }

    private final ServerSocket listening;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile State state = State.SOUND;
    private volatile int serverPort;

    private Cable(int serverPort, ServerSocket listening) {
        this.serverPort = serverPort;
        this.listening = listening;
    }

    public static Cable to(int serverPort) throws IOException {
        Cable cable = new Cable(serverPort, new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
        Thread.ofPlatform().daemon().name("cable").start(cable::accept);
        return cable;
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** Breaks all connections, and refuses new ones. */
    public void cut() {
        state = State.CUT;
        breakAll();
    }

    /** Transfers nothing any more, in either direction, and breaks nothing. */
    public void silence() {
        state = State.SILENT;
    }

    /** Works again. Connections that were silent are broken, because they have lost data. */
    public void heal() {
        breakAll();
        state = State.SOUND;
    }

    /** Breaks all connections. New ones lead to another server. */
    public void redirect(int port) {
        serverPort = port;
        breakAll();
    }

    private void breakAll() {
        sockets.removeIf(
                socket -> { // one by one: clearing the set would lose one that is added meanwhile
                    close(socket);
                    return true;
                });
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                sockets.add(client); // before the look at the state, so that a cut at this moment breaks it, too
                if (state == State.CUT) {
                    close(client);
                    sockets.remove(client);
                } else {
                    connect(client);
                }
            } catch (IOException e) {
                // closed, or the client or the server is gone
            }
        }
    }

    private void connect(Socket client) throws IOException {
        int port = serverPort;
        Socket server = new Socket();
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        } catch (IOException e) {
            close(client);
            close(server);
            throw e;
        }
        sockets.add(server);
        if (port != serverPort || client.isClosed()) { // redirected, or broken before the server was among the sockets
            close(client);
            close(server);
            return;
        }
        Thread.ofPlatform().daemon().start(() -> transfer(client, server));
        Thread.ofPlatform().daemon().start(() -> transfer(server, client));
    }

    private void transfer(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                if (state != State.SILENT) {
                    out.write(buffer, 0, length);
                }
            }
        } catch (IOException e) {
            // broken
        }
        close(from);
        close(to);
        sockets.remove(from);
        sockets.remove(to);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is closed anyway
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            // it is closed anyway
        }
        breakAll();
    }
}
