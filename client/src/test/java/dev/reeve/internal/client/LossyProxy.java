package dev.reeve.internal.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes bytes on to a server, and loses as many answers as a test wants: the requests arrive. Thread-safe. */
final class LossyProxy implements AutoCloseable {

    private final ServerSocket socket;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile int server;

    /** The number of answers to lose from now on. */
    final AtomicInteger losing = new AtomicInteger();

    final AtomicInteger lost = new AtomicInteger();

    LossyProxy(URI server) {
        this.server = server.getPort();
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    /** Passes new connections on to another server, and cuts the open ones. */
    void leadTo(URI other) {
        server = other.getPort();
        cut();
    }

    void cut() {
        open.forEach(LossyProxy::close);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Thread.ofVirtual().start(() -> pass(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void pass(Socket client) {
        open.add(client);
        try (Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server)) {
            open.add(upstream);
            Thread requests = Thread.ofVirtual().start(() -> copy(client, upstream));
            InputStream in = upstream.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] buffer = new byte[8_192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (losing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    lost.incrementAndGet();
                    break;
                }
                out.write(buffer, 0, read);
                out.flush();
            }
            requests.interrupt();
        } catch (IOException e) {
            // one of both has left
        } finally {
            close(client);
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException e) {
            // one of both has left
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Is away from now on. */
    void stop() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }

    @Override
    public void close() {
        stop();
    }
}
