package dev.reeve.internal.agent.endpoint;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.BusyNodeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The endpoints behind the HTTP server of the JDK, on the loopback address, with faults on demand. */
public final class LoopbackServer implements AutoCloseable {

    /** A fault of one request. */
    public enum Fault {
        NONE,
        /** The server works, and the answer is lost. */
        LOST_ANSWER,
        /** The request arrives twice. */
        DUPLICATED,
        /** The connection ends before the server reads the request. */
        LOST_REQUEST,
        BUSY,
        BROKEN,
        GARBAGE,
        HUGE
    }

    private static final Map<String, String> KEYS = Map.of("key-a", "payments", "key-b", "thief");

    public final AgentEndpoints endpoints;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    public final AtomicInteger requests = new AtomicInteger();
    public final AtomicInteger faults = new AtomicInteger();
    private volatile Function<String, Fault> faulty = path -> Fault.NONE;

    public LoopbackServer(AgentTransport node, int port) throws IOException {
        endpoints = new AgentEndpoints(
                namespace -> node, "shared by servers".getBytes(StandardCharsets.UTF_8), System::nanoTime);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** @param choice gives the fault of a request to this path */
    public void faulty(Function<String, Fault> choice) {
        faulty = choice;
    }

    private void handle(HttpExchange http) throws IOException {
        requests.incrementAndGet();
        String path = http.getRequestURI().getPath();
        Fault fault = faulty.apply(path);
        if (fault != Fault.NONE) {
            faults.incrementAndGet();
        }
        switch (fault) {
            case LOST_REQUEST -> http.close();
            case BUSY -> {
                http.getResponseHeaders().add("Retry-After", "1");
                send(http, 503, "busy");
            }
            case BROKEN -> send(http, 500, "broken");
            case GARBAGE -> send(http, 200, "<html>a proxy</html>");
            case HUGE -> {
                http.sendResponseHeaders(200, 0);
                byte[] block = new byte[1 << 20];
                try (var out = http.getResponseBody()) {
                    for (int i = 0; i < 100; i++) {
                        out.write(block);
                    }
                }
            }
            case NONE, LOST_ANSWER, DUPLICATED -> answer(http, path, fault);
        }
    }

    private void answer(HttpExchange http, String path, Fault fault) throws IOException {
        String body = new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String key = http.getRequestHeaders().getFirst("Authorization");
        String principal = key == null ? null : KEYS.get(key.replace("Bearer ", ""));
        if (principal == null) {
            send(http, 401, "unknown key");
            return;
        }
        Caller caller = new Caller(principal, "default");
        try {
            if (fault == Fault.DUPLICATED) {
                var unused = route(http.getRequestMethod(), path, caller, body, http);
            }
            Object answer = route(http.getRequestMethod(), path, caller, body, http)
                    .toCompletableFuture()
                    .join();
            if (fault == Fault.LOST_ANSWER) {
                http.close();
            } else {
                send(http, 200, String.valueOf(answer));
            }
        } catch (CompletionException e) {
            refuse(http, e.getCause());
        }
    }

    private static void refuse(HttpExchange http, @Nullable Throwable cause) throws IOException {
        if (cause instanceof BusyNodeException busy) {
            http.getResponseHeaders()
                    .add("Retry-After", Long.toString(busy.retryAfter().toSeconds()));
            send(http, 503, "busy");
            return;
        }
        ErrorCode code = cause instanceof ReeveException e ? e.code() : ErrorCode.INTERNAL;
        int status = switch (code) {
            case NOT_FOUND -> 404;
            case INVALID_INPUT -> 400;
            case REFUSED -> 409;
            case OVERLOADED, STORE_UNAVAILABLE, CLOSED -> 503;
            default -> 500;
        };
        send(http, status, String.valueOf(cause == null ? null : cause.getMessage()));
    }

    private CompletionStage<?> route(String method, String path, Caller caller, String body, HttpExchange http) {
        String[] parts = path.substring(1).split("/", -1);
        if (parts.length == 2) {
            return endpoints.register(caller, body);
        }
        if (method.equals("DELETE")) {
            return endpoints.leave(caller, parts[2]);
        }
        if (path.equals("/v1/attempts/claim")) {
            return endpoints.claim(caller, body, http.getRequestHeaders().getFirst("Idempotency-Key"));
        }
        return switch (parts[3]) {
            case "exchange" -> endpoints.exchange(caller, parts[2], body);
            case "complete" -> endpoints.complete(caller, parts[2], body);
            case "fail" -> endpoints.fail(caller, parts[2], body);
            case "heartbeat" -> endpoints.heartbeat(caller, parts[2], body);
            default -> throw ReeveException.of(ErrorCode.NOT_FOUND, path);
        };
    }

    private static void send(HttpExchange http, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        http.sendResponseHeaders(status, bytes.length);
        try (var out = http.getResponseBody()) {
            out.write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
