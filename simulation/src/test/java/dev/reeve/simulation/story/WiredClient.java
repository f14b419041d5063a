package dev.reeve.simulation.story;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.agent.endpoint.AgentEndpoints;
import dev.reeve.internal.agent.endpoint.Caller;
import dev.reeve.spi.transport.BusyNodeException;
import java.io.IOException;
import java.net.Authenticator;
import java.net.ConnectException;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** The HTTP client of an agent, in virtual time, over the network of a story. For one thread. */
final class WiredClient extends HttpClient {

    /** Sees the requests of an agent, and decides which of them arrive. */
    interface Watch {

        /** A request goes to a server. False if the server cannot be reached. */
        boolean reaches(int server, String path);

        /** The agent receives an answer, or learns that the request failed. */
        void ended(int server, boolean answered);
    }

    private record Content(int status, String body, Map<String, List<String>> headers) {}

    private record Received<T>(HttpRequest request, Content content, HttpHeaders headers, T body)
            implements HttpResponse<T> {

        @Override
        public int statusCode() {
            return content.status();
        }

        @Override
        public Optional<HttpResponse<T>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.empty();
        }

        @Override
        public URI uri() {
            return request.uri();
        }

        @Override
        public Version version() {
            return Version.HTTP_1_1;
        }
    }

    private final Wires wires;
    private final Caller caller;
    private final Watch watch;

    WiredClient(Wires wires, Caller caller, Watch watch) {
        this.wires = wires;
        this.caller = caller;
        this.watch = watch;
    }

    /** The address of a server. */
    static URI address(int server) {
        return URI.create("http://127.0.0.1:" + (server + 1));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, HttpResponse.BodyHandler<T> responseBodyHandler) {
        CompletableFuture<HttpResponse<T>> answer = new CompletableFuture<>();
        int server = request.uri().getPort() - 1;
        String path = request.uri().getPath();
        if (!watch.reaches(server, path)) {
            wires.later(Duration.ofMillis(2), () -> end(server, answer, null, new ConnectException("refused")));
            return answer;
        }
        String document = body(request);
        wires.ask(
                server,
                node -> asked(node, request.method(), path, document),
                text -> end(server, answer, received(request, responseBodyHandler, ok(text)), null),
                error -> end(server, answer, received(request, responseBodyHandler, problem(error)), null));
        wires.later(
                request.timeout().orElseThrow(),
                () -> end(server, answer, null, new HttpTimeoutException("request timed out")));
        return answer;
    }

    private <T> void end(
            int server,
            CompletableFuture<HttpResponse<T>> answer,
            @Nullable HttpResponse<T> response,
            @Nullable IOException error) {
        if (answer.isDone()) {
            return;
        }
        watch.ended(server, response != null && response.statusCode() < 500);
        if (response != null) {
            answer.complete(response);
        } else {
            answer.completeExceptionally(error);
        }
    }

    private CompletionStage<String> asked(AgentEndpoints node, String method, String path, String document) {
        String[] parts = path.split("/", -1); // "", "v1", "agents", the session, "exchange"
        if (parts.length == 3) {
            return node.register(caller, document);
        }
        return method.equals("DELETE") ? node.leave(caller, parts[3]) : node.exchange(caller, parts[3], document);
    }

    private static Content ok(String text) {
        return new Content(200, text, Map.of());
    }

    private static Content problem(Throwable thrown) {
        Throwable error = Wires.cause(thrown);
        if (error instanceof BusyNodeException) {
            return new Content(429, "{}", Map.of("Retry-After", List.of("1")));
        }
        ErrorCode code = error instanceof ReeveException known ? known.code() : ErrorCode.STORE_UNAVAILABLE;
        int status = switch (code) {
            case NOT_FOUND -> 404;
            case INVALID_INPUT -> 400;
            default -> 503;
        };
        return new Content(status, "{}", Map.of());
    }

    private static <T> HttpResponse<T> received(
            HttpRequest request, HttpResponse.BodyHandler<T> handler, Content content) {
        HttpHeaders headers = HttpHeaders.of(content.headers(), (name, value) -> true);
        HttpResponse.BodySubscriber<T> subscriber = handler.apply(new HttpResponse.ResponseInfo() {
            @Override
            public int statusCode() {
                return content.status();
            }

            @Override
            public HttpHeaders headers() {
                return headers;
            }

            @Override
            public Version version() {
                return Version.HTTP_1_1;
            }
        });
        subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long number) {}

            @Override
            public void cancel() {}
        });
        subscriber.onNext(List.of(ByteBuffer.wrap(content.body().getBytes(StandardCharsets.UTF_8))));
        subscriber.onComplete();
        T body = subscriber.getBody().toCompletableFuture().join();
        return new Received<>(request, content, headers, body);
    }

    private static String body(HttpRequest request) {
        StringBuilder text = new StringBuilder();
        request.bodyPublisher()
                .ifPresent(publisher -> publisher.subscribe(new Flow.Subscriber<>() {
                    @Override
                    public void onSubscribe(Flow.Subscription subscription) {
                        subscription.request(Long.MAX_VALUE);
                    }

                    @Override
                    public void onNext(ByteBuffer bytes) {
                        text.append(StandardCharsets.UTF_8.decode(bytes));
                    }

                    @Override
                    public void onError(Throwable error) {
                        throw new IllegalStateException(error);
                    }

                    @Override
                    public void onComplete() {}
                }));
        return text.toString();
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> responseBodyHandler) {
        throw new UnsupportedOperationException("a story never blocks");
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request,
            HttpResponse.BodyHandler<T> responseBodyHandler,
            HttpResponse.@Nullable PushPromiseHandler<T> pushPromiseHandler) {
        return sendAsync(request, responseBodyHandler);
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return Optional.empty();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return Optional.empty();
    }

    @Override
    public Redirect followRedirects() {
        return Redirect.NEVER;
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return Optional.empty();
    }

    @Override
    public SSLContext sslContext() {
        try {
            return SSLContext.getDefault();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public SSLParameters sslParameters() {
        return new SSLParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return Optional.empty();
    }

    @Override
    public Version version() {
        return Version.HTTP_1_1;
    }

    @Override
    public Optional<Executor> executor() {
        return Optional.empty();
    }
}
