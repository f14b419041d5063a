package dev.reeve.faults.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A TCP proxy before a PostgreSQL server. It splits the stream into {@link Exchange}s, and the current {@link Script}
 * decides the {@link Fate} of each. Without TLS, on the loopback address. Thread-safe.
 */
public final class PostgresProxy implements AutoCloseable {

    private volatile int serverPort;
    private final ServerSocket listening;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger injected = new AtomicInteger();
    private final Map<Integer, Link> links = new ConcurrentHashMap<>();
    private volatile Script script = Script.PASS;
    private volatile boolean refusing;

    private PostgresProxy(int serverPort, ServerSocket listening) {
        this.serverPort = serverPort;
        this.listening = listening;
    }

    public static PostgresProxy before(int serverPort) throws IOException {
        PostgresProxy proxy = new PostgresProxy(serverPort, new ServerSocket(0, 100, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().name("proxy").start(proxy::accept);
        return proxy;
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** Applies to all connections from the next exchange on. */
    public void play(Script next) {
        script = next;
    }

    /** Passes everything again, except on connections that were silenced or muted. */
    public void heal() {
        script = Script.PASS;
        refusing = false;
    }

    /** Leads new connections to another server, as after a failover. */
    public void redirect(int port) {
        serverPort = port;
    }

    /** Number of exchanges with another fate than to pass. */
    public int injected() {
        return injected.get();
    }

    /** Resets all connections, and closes new ones immediately, until {@link #heal}. */
    public void partition() {
        refusing = true;
        links.values().forEach(Link::reset);
        links.clear();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                if (refusing) {
                    client.close();
                    continue;
                }
                Thread.ofVirtual().start(() -> connect(client));
            } catch (IOException e) {
                // closed, or the client has disconnected
            }
        }
    }

    private void connect(Socket client) {
        try {
            client.setTcpNoDelay(true);
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            server.setTcpNoDelay(true);
            int number = connections.incrementAndGet();
            Link link = new Link(number, client, server, this::fate);
            links.put(number, link);
            link.start();
        } catch (IOException e) {
            // the server is down, so the proxy refuses this client
            try {
                client.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
        }
    }

    private Fate fate(Exchange exchange) {
        Fate fate = script.fate(exchange);
        if (!fate.equals(Fate.PASS)) {
            injected.incrementAndGet();
        }
        return fate;
    }

    @Override
    public void close() throws IOException {
        listening.close();
        links.values().forEach(Link::close);
    }
}
