package dev.reeve.internal.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on the loopback address that answers bytes of a test, one connection for each request. Thread-safe. */
final class ScriptedServer implements AutoCloseable {

    /** Answers one request. */
    @FunctionalInterface
    interface Script {
        void answer(Received request, OutputStream out) throws IOException, InterruptedException;
    }

    /** A request as it arrived. */
    record Received(String line, List<String> headers, String body) {
        String header(String name) {
            String prefix = name.toLowerCase(Locale.ROOT) + ":";
            return headers.stream()
                    .filter(each -> each.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(each -> each.substring(prefix.length()).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    private final ServerSocket socket;
    private final Script script;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    final List<Received> requests = new CopyOnWriteArrayList<>();

    private ScriptedServer(Script script) {
        this.script = script;
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    static ScriptedServer of(Script script) {
        return new ScriptedServer(script);
    }

    /** Always the same answer. */
    static ScriptedServer answering(int status, String type, String body, String... headers) {
        return of((request, out) -> send(out, status, type, body, headers));
    }

    static void send(OutputStream out, int status, String type, String body, String... headers) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder("HTTP/1.1 %d X\r\n".formatted(status));
        if (!type.isEmpty()) {
            head.append("Content-Type: ").append(type).append("\r\n");
        }
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        head.append("Content-Length: ").append(bytes.length).append("\r\nConnection: close\r\n\r\n");
        out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        out.write(bytes);
        out.flush();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                open.add(connection);
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            Received request = read(connection.getInputStream());
            requests.add(request);
            script.answer(request, connection.getOutputStream());
        } catch (IOException | InterruptedException e) {
            // the client has left, or the test is over
        } finally {
            open.remove(connection);
        }
    }

    private static Received read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head.append((char) next);
        }
        List<String> lines = head.toString().strip().lines().toList();
        Received empty = new Received(lines.getFirst(), lines.subList(1, lines.size()), "");
        String length = empty.header("Content-Length");
        byte[] body = in.readNBytes(length.isEmpty() ? 0 : Integer.parseInt(length));
        return new Received(empty.line(), empty.headers(), new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        try {
            socket.close();
            for (Socket connection : open) {
                connection.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
