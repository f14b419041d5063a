package dev.reeve.internal.http.local;

import com.sun.net.httpserver.HttpExchange;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.EventStream;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.HttpRequest;
import dev.reeve.internal.http.ServerEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Turns requests of the JDK's server into ours, and our answers into its. An answer that fails half-way breaks the
 * connection, so that no caller takes it for a whole one. Thread-safe.
 */
final class DoorHandler implements com.sun.net.httpserver.HttpHandler {

    private final HttpHandler api;

    DoorHandler(HttpHandler api) {
        this.api = api;
    }

    /** Blocks until the answer is sent, also while a long poll waits. */
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        switch (api.answer(read(exchange)).join()) {
            case Answer.Value value -> send(value, exchange);
            case Answer.Streamed streamed -> {
                begin(streamed.contentType(), exchange);
                streamed.headers().forEach(exchange.getResponseHeaders()::set);
                exchange.sendResponseHeaders(streamed.status(), 0);
                streamed.body().writeTo(exchange.getResponseBody());
            }
            case Answer.Events events -> events(events.events(), exchange);
        }
        exchange.close();
    }

    private static HttpRequest read(HttpExchange exchange) {
        Map<String, List<String>> headers = new TreeMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
        return new HttpRequest(
                exchange.getRequestMethod().toUpperCase(Locale.ROOT),
                Objects.requireNonNullElse(exchange.getRequestURI().getRawPath(), "/"),
                Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), ""),
                headers,
                exchange.getRemoteAddress().getAddress().getHostAddress(),
                exchange::getRequestBody);
    }

    static void send(Answer.Value answer, HttpExchange exchange) throws IOException {
        begin(answer.contentType(), exchange);
        answer.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        if (body.length == 0 || exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(answer.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
    }

    private static void begin(String contentType, HttpExchange exchange) {
        HttpHandler.HEADERS.forEach(
                (name, value) -> exchange.getResponseHeaders().set(name, value));
        if (!contentType.isEmpty()) {
            exchange.getResponseHeaders().set("Content-Type", contentType);
        }
    }

    private static void events(EventStream events, HttpExchange exchange) throws IOException {
        try (events) {
            begin(ServerEvent.CONTENT_TYPE, exchange);
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            events.writeTo(text -> {
                out.write(text.getBytes(StandardCharsets.UTF_8));
                out.flush();
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
