package dev.reeve.internal.server;

import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.EventStream;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.HttpRequest;
import dev.reeve.internal.http.RequestBody;
import dev.reeve.internal.http.ServerEvent;
import dev.reeve.internal.http.TimedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns Jetty's requests into ours, and our answers into Jetty's. Thread-safe. */
final class JettyHandler extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(JettyHandler.class);

    private static final int REST_MAX = 64 << 10;

    private final HttpHandler handler;
    private final Duration bodyTime;

    JettyHandler(HttpHandler handler, Duration bodyTime) {
        this.handler = handler;
        this.bodyTime = bodyTime;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        CompletableFuture<Answer.Ready> answer = handler.answer(read(request));
        request.addFailureListener(left -> answer.cancel(false));
        if (answer.isDone()) {
            finish(request);
            sendNow(answer.join(), response, callback);
        } else {
            var unused = answer.whenComplete((ready, gone) -> {
                if (gone != null) {
                    callback.failed(gone);
                } else {
                    sendNow(ready, response, callback);
                }
            });
        }
        return true;
    }

    /**
     * Reads the rest of a body that the endpoint did not want, up to a limit. Otherwise HTTP/2 would reset the stream,
     * and a client that still sends would not see the answer.
     */
    private void finish(Request request) {
        if (request.getLength() == 0) {
            return;
        }
        try {
            byte[] ignored = new byte[REST_MAX];
            int unused = new TimedInputStream(Content.Source.asInputStream(request), bodyTime)
                    .readNBytes(ignored, 0, REST_MAX);
        } catch (IOException e) {
            LOG.debug("the rest of a body did not arrive: {}", e.toString());
        }
    }

    private HttpRequest read(Request request) {
        Map<String, List<String>> headers = new TreeMap<>();
        for (HttpField field : request.getHeaders()) {
            headers.computeIfAbsent(field.getLowerCaseName(), name -> new ArrayList<>())
                    .add(field.getValue() == null ? "" : field.getValue());
        }
        // HTTP/2 has the authority instead
        String authority = request.getHttpURI().getAuthority();
        if (authority != null) {
            headers.putIfAbsent("host", List.of(authority));
        }
        String query = request.getHttpURI().getQuery();
        String path = request.getHttpURI().getPath();
        return new HttpRequest(
                request.getMethod().toUpperCase(Locale.ROOT),
                path == null ? "/" : path,
                query == null ? "" : query,
                headers,
                Request.getRemoteAddr(request),
                body(request));
    }

    private RequestBody body(Request request) {
        return request.getLength() == 0
                ? RequestBody.NONE
                : () -> new TimedInputStream(Content.Source.asInputStream(request), bodyTime);
    }

    private static void sendNow(Answer.Ready answer, Response response, Callback callback) {
        try {
            switch (answer) {
                case Answer.Value value -> send(value, response, callback);
                case Answer.Streamed streamed -> stream(streamed, response, callback);
                case Answer.Events events ->
                    Thread.ofVirtual().name("reeve-events").start(() -> events(events.events(), response, callback));
            }
        } catch (RuntimeException e) {
            callback.failed(e);
        }
    }

    static void send(Answer.Value answer, Response response, Callback callback) {
        begin(answer.status(), answer.contentType(), response);
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        if (body.length > 0) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        }
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private static void begin(int status, String contentType, Response response) {
        response.setStatus(status);
        HttpHandler.HEADERS.forEach((name, value) -> response.getHeaders().put(name, value));
        if (!contentType.isEmpty()) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
        }
    }

    private static void stream(Answer.Streamed answer, Response response, Callback callback) {
        begin(answer.status(), answer.contentType(), response);
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        try (OutputStream out = Content.Sink.asOutputStream(response)) {
            answer.body().writeTo(out);
        } catch (IOException e) {
            callback.failed(e);
            return;
        }
        callback.succeeded();
    }

    /** Writes events until the stream ends, or the client has left. Each write waits until it is done. */
    private static void events(EventStream events, Response response, Callback callback) {
        try (events) {
            begin(200, ServerEvent.CONTENT_TYPE, response);
            events.writeTo(text -> write(response, text));
            response.write(true, ByteBuffer.allocate(0), callback);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            callback.failed(e);
        } catch (IOException | RuntimeException e) {
            LOG.debug("a stream of events ends: {}", e.toString());
            callback.failed(e);
        }
    }

    private static void write(Response response, String text) throws IOException {
        Content.Sink.write(response, false, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
}
