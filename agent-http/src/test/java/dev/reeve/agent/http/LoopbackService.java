package dev.reeve.agent.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A service on the loopback address that answers with bytes, so that it can do what no decent server does. */
final class LoopbackService implements AutoCloseable {

    /** Writes the answers of a service. An exception closes the connection. */
    @FunctionalInterface
    interface Script {
        void answer(Received request, OutputStream out) throws IOException, InterruptedException;
    }

    /**
     * A request.
     *
     * @param headers by name, in lower case
     */
    record Received(String method, String target, Map<String, String> headers, String body) {
        @Nullable String header(String name) {
            return headers.get(name);
        }
    }

    private final ServerSocket server;
    private final Script script;
    private final List<Received> requests = new CopyOnWriteArrayList<>();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    private LoopbackService(ServerSocket server, Script script) {
        this.server = server;
        this.script = script;
    }

    static LoopbackService start(Script script) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            LoopbackService service = new LoopbackService(socket, script);
            Thread unused = Thread.ofVirtual().start(service::accept);
            return service;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A service that always gives the same answer. */
    static LoopbackService answering(String head, String body) {
        return start((request, out) -> write(out, head, body));
    }

    static void write(OutputStream out, String head, String body) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String lines = "HTTP/1.1 " + head + "\r\nContent-Length: " + content.length + "\r\n\r\n";
        out.write(lines.getBytes(StandardCharsets.ISO_8859_1));
        out.write(content);
        out.flush();
    }

    String origin() {
        return "http://127.0.0.1:" + port();
    }

    int port() {
        return server.getLocalPort();
    }

    List<Received> requests() {
        return requests;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                Thread unused = Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (Received request = read(in); request != null; request = read(in)) {
                requests.add(request);
                script.answer(request, socket.getOutputStream());
            }
        } catch (IOException e) {
            // the client has gone
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static @Nullable Received read(InputStream in) throws IOException {
        String first = line(in);
        if (first == null) {
            return null;
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        String[] words = first.split(" ", -1);
        return new Received(words[0], words[1], headers, body);
    }

    private static @Nullable String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int each = in.read(); each != '\n'; each = in.read()) {
            if (each < 0) {
                return null;
            }
            line.append((char) each);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
