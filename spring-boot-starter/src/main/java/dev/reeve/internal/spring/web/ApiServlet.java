package dev.reeve.internal.spring.web;

import dev.reeve.internal.access.Principal;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Authentication;
import dev.reeve.internal.http.EventStream;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.HttpRequest;
import dev.reeve.internal.http.RequestBody;
import dev.reeve.internal.http.ServerEvent;
import dev.reeve.internal.http.TimedInputStream;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns requests of the container into those of the HTTP API, and its answers into those of the container. */
final class ApiServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1;

    private static final Logger LOG = LoggerFactory.getLogger(ApiServlet.class);

    /** The request that this thread passes to the handler, for {@link #authentication}. */
    private static final ThreadLocal<@Nullable HttpServletRequest> CURRENT = new ThreadLocal<>();

    private final transient Supplier<HttpHandler> handler;

    private final transient Duration bodyTime;

    /**
     * @param bodyTime within which a body must have arrived
     */
    ApiServlet(Supplier<HttpHandler> handler, Duration bodyTime) {
        this.handler = handler;
        this.bodyTime = bodyTime;
    }

    /** Asks the login of the application. The handler calls it on the thread of the request. */
    static Authentication authentication(Function<HttpServletRequest, Principal> callers) {
        return request -> callers.apply(Objects.requireNonNull(CURRENT.get(), "no request of this servlet"));
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        CompletableFuture<Answer.Ready> answer = answer(request);
        if (answer.isDone() && !(answer.join() instanceof Answer.Events)) {
            send(answer.join(), response);
            return;
        }
        AsyncContext async = request.startAsync(request, response);
        async.setTimeout(0);
        async.addListener(new Leaving(answer));
        var unused = answer.whenComplete((ready, gone) -> {
            if (gone != null) {
                async.complete();
            } else {
                Thread.ofVirtual().name("reeve-answer").start(() -> sendLater(ready, response, async));
            }
        });
    }

    private CompletableFuture<Answer.Ready> answer(HttpServletRequest request) {
        CURRENT.set(request);
        try {
            return handler.get().answer(read(request));
        } finally {
            CURRENT.remove();
        }
    }

    private HttpRequest read(HttpServletRequest request) {
        Map<String, List<String>> headers = new HashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name.toLowerCase(Locale.ROOT), Collections.list(request.getHeaders(name)));
        }
        // HTTP/2 has the authority instead
        headers.computeIfAbsent("host", name -> List.of(request.getServerName() + ":" + request.getServerPort()));
        String query = request.getQueryString();
        return new HttpRequest(
                request.getMethod().toUpperCase(Locale.ROOT),
                mount(request),
                path(request),
                query == null ? "" : query,
                headers,
                request.getRemoteAddr(),
                body(request));
    }

    /** The path of the servlet, with those of the application and of a proxy that has taken its own off. */
    private static String mount(HttpServletRequest request) {
        return request.getContextPath() + request.getServletPath();
    }

    /** The path behind that of the servlet, as it was sent. */
    private static String path(HttpServletRequest request) {
        String prefix = mount(request);
        String uri = request.getRequestURI();
        // a prefix that was sent with escapes leads to no endpoint
        return uri.startsWith(prefix) && uri.length() > prefix.length() ? uri.substring(prefix.length()) : "/";
    }

    private RequestBody body(HttpServletRequest request) {
        return () -> {
            try {
                return new TimedInputStream(request.getInputStream(), bodyTime);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static void sendLater(Answer.Ready answer, HttpServletResponse response, AsyncContext async) {
        try {
            if (answer instanceof Answer.Events events) {
                events(events.events(), response);
            } else {
                send(answer, response);
            }
        } catch (IOException | IllegalStateException e) {
            LOG.debug("a client has left: {}", e.toString());
        } finally {
            async.complete();
        }
    }

    private static void send(Answer.Ready answer, HttpServletResponse response) throws IOException {
        switch (answer) {
            case Answer.Value value -> {
                begin(value.status(), value.contentType(), response);
                value.headers().forEach(response::setHeader);
                byte[] body = value.body().getBytes(StandardCharsets.UTF_8);
                if (body.length > 0) {
                    response.setContentLength(body.length);
                    response.getOutputStream().write(body);
                }
            }
            case Answer.Streamed streamed -> {
                begin(streamed.status(), streamed.contentType(), response);
                streamed.headers().forEach(response::setHeader);
                streamed.body().writeTo(response.getOutputStream());
            }
            case Answer.Events events -> throw new IllegalStateException("events need a thread of their own");
        }
    }

    private static void begin(int status, String contentType, HttpServletResponse response) {
        response.setStatus(status);
        HttpHandler.HEADERS.forEach(response::setHeader);
        if (!contentType.isEmpty()) {
            response.setContentType(contentType);
        }
    }

    /** Writes events until the stream ends, or the client has left. */
    private static void events(EventStream events, HttpServletResponse response) throws IOException {
        try (events) {
            begin(200, ServerEvent.CONTENT_TYPE, response);
            OutputStream out = response.getOutputStream();
            events.writeTo(text -> write(out, text));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /**
     * Gives an answer up when its client has left.
     *
     * @param answer which nobody waits for then
     */
    private record Leaving(CompletableFuture<Answer.Ready> answer) implements AsyncListener {

        @Override
        public void onComplete(AsyncEvent event) {
            // the answer was sent
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            answer.cancel(false);
        }

        @Override
        public void onError(AsyncEvent event) {
            answer.cancel(false);
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // happens once
        }
    }
}
