package dev.reeve.agent.http;

import dev.reeve.agent.StepContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.ProxyAuthenticationProtocolHandler;
import org.eclipse.jetty.client.RedirectProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.WWWAuthenticationProtocolHandler;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Requests over Jetty's client, which connects to the addresses that {@link Destinations} has judged. It follows no
 * redirection, decodes no content, keeps no cookie, answers no challenge and uses no proxy. Thread-safe.
 */
final class JettyCalls implements AutoCloseable {

    /** The name of the handler of upgrades. */
    private static final String UPGRADE = "upgrade";

    private static final int THREADS_MAX = 16;
    private static final int RESPONSE_HEADERS_MAX = 16 * 1024;
    private static final int REQUEST_HEADERS_MAX = 48 * 1024;
    private static final int CONNECTIONS_MAX = 256;
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration KEPT = Duration.ofSeconds(15);

    /** How soon a cancelled attempt ends its request. */
    private static final Duration LOOK = Duration.ofMillis(200);

    /** There is no answer. */
    static final class NoAnswerException extends Exception {
        private static final long serialVersionUID = 1;

        private final boolean sent;

        /**
         * @param sent whether the service may have received the request
         */
        NoAnswerException(Throwable cause, boolean sent) {
            super(cause);
            this.sent = sent;
        }

        boolean sent() {
            return sent;
        }

        Throwable reason() {
            Throwable cause = getCause();
            return cause == null ? this : cause;
        }
    }

    /** The attempt was cancelled, or its time is over. */
    static final class CancelledException extends IOException {
        private static final long serialVersionUID = 1;

        CancelledException() {
            super("the attempt was cancelled");
        }
    }

    private static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1;
    }

    private final HttpClient client;
    private final Duration timeout;
    private final int responseMax;

    private JettyCalls(HttpClient client, Duration timeout, int responseMax) {
        this.client = client;
        this.timeout = timeout;
        this.responseMax = responseMax;
    }

    static JettyCalls start(
            Destinations destinations, SslContextFactory.Client tls, Duration timeout, int responseMax) {
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        connector.setSslContextFactory(tls);
        HttpClient client = new HttpClient(new HttpClientTransportOverHTTP(connector));
        QueuedThreadPool threads = new QueuedThreadPool(THREADS_MAX, 1);
        threads.setName("reeve-http-action");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        client.setExecutor(threads);
        client.setSocketAddressResolver((host, port, context, promise) -> resolve(destinations, host, port, promise));
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, "reeve"));
        client.setDefaultRequestContentType(null);
        client.setMaxResponseHeadersSize(RESPONSE_HEADERS_MAX);
        client.setMaxRequestHeadersSize(REQUEST_HEADERS_MAX);
        client.setMaxConnectionsPerDestination(CONNECTIONS_MAX);
        client.setConnectTimeout(Math.min(CONNECT.toMillis(), timeout.toMillis()));
        client.setIdleTimeout(KEPT.toMillis());
        client.setDestinationIdleTimeout(Duration.ofMinutes(5).toMillis());
        JettyCalls calls = new JettyCalls(client, timeout, responseMax);
        try {
            client.start();
        } catch (Exception e) {
            calls.close();
            throw new IllegalStateException("the HTTP client cannot start", e);
        }
        // an answer of a service must not make this client do anything else
        client.getContentDecoderFactories().clear();
        for (String name : List.of(
                RedirectProtocolHandler.NAME,
                WWWAuthenticationProtocolHandler.NAME,
                ProxyAuthenticationProtocolHandler.NAME,
                UPGRADE)) {
            client.getProtocolHandlers().remove(name);
        }
        return calls;
    }

    /** Looks the name up on another thread, because a lookup may take long. */
    private static void resolve(
            Destinations destinations, String host, int port, Promise<List<InetSocketAddress>> promise) {
        Thread.ofVirtual().name("reeve-http-lookup").start(() -> {
            try {
                promise.succeeded(destinations.addresses(host, port));
            } catch (IOException | RuntimeException e) {
                promise.failed(e);
            }
        });
    }

    /**
     * Sends a request and waits for the whole answer.
     *
     * @param headers with secrets in place of their references
     * @throws NoAnswerException if there is none; the request is over
     * @throws InterruptedException if the attempt is over; the request is over, too
     */
    Answer send(Call call, Map<String, String> headers, StepContext step)
            throws NoAnswerException, InterruptedException {
        long millis = Math.clamp(Math.min(timeout.toMillis(), step.remaining().toMillis()), 1, Integer.MAX_VALUE);
        Request request = client.newRequest(call.url())
                .method(call.method())
                .timeout(millis, TimeUnit.MILLISECONDS)
                .idleTimeout(millis, TimeUnit.MILLISECONDS)
                .headers(fields -> {
                    fields.put(HttpHeader.ACCEPT, "application/json, */*;q=0.5");
                    headers.forEach(fields::put);
                });
        Call.Body body = call.body();
        if (body != null) {
            String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
            request.body(new BytesRequestContent(type == null ? body.type() : type, body.bytes()));
        }
        return new Exchange(request, call.isSafe(), millis + LOOK.toMillis()).run(step);
    }

    /** One request and its answer. Jetty's threads write, and the handler's thread reads what is complete. */
    private final class Exchange {

        private final Request request;
        private final boolean safe;
        private final CompletableFuture<Result> complete = new CompletableFuture<>();

        /** Completes if Jetty does not notice its timeout, as under a flood of answers before the answer. */
        private final CompletableFuture<Boolean> overdue;

        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private volatile boolean sent;
        private volatile boolean cut;

        Exchange(Request request, boolean safe, long millis) {
            this.request = request;
            this.safe = safe;
            this.overdue = new CompletableFuture<Boolean>().completeOnTimeout(true, millis, TimeUnit.MILLISECONDS);
        }

        Answer run(StepContext step) throws NoAnswerException, InterruptedException {
            request.onRequestBegin(begun -> sent = true)
                    .onResponseContent(this::take)
                    .send(complete::complete);
            Result result = await(step);
            Response response = result.getResponse();
            boolean complete = result.isSucceeded() || cut;
            if (complete && response != null && response.getStatus() > 0) {
                return new Answer(response.getStatus(), headers(response), content.toByteArray(), cut);
            }
            Throwable failure = result.getFailure();
            // a handshake comes before the first byte of the request
            boolean handshake = failure instanceof SSLHandshakeException;
            throw new NoAnswerException(failure == null ? new IOException("no answer") : failure, sent && !handshake);
        }

        private void take(Response response, ByteBuffer part) {
            int left = responseMax - content.size();
            byte[] bytes = new byte[Math.min(left, part.remaining())];
            boolean tooLarge = part.remaining() > left;
            part.get(bytes);
            content.writeBytes(bytes);
            if (tooLarge && !cut) {
                cut = true;
                CompletableFuture<Boolean> unused = response.abort(new TooLargeException());
            }
        }

        /**
         * Waits for the end. When an execution is cancelled, a request without an effect ends at once. Another one goes
         * on, because its answer says whether there is an effect to undo.
         */
        private Result await(StepContext step) throws NoAnswerException, InterruptedException {
            try {
                while (true) {
                    Duration left = step.remaining();
                    if (overdue.isDone()) {
                        TimeoutException late = new TimeoutException();
                        abort(late);
                        throw new NoAnswerException(late, sent);
                    }
                    if (left.isZero() || (safe && step.cancelled())) {
                        CancelledException cancelled = new CancelledException();
                        abort(cancelled);
                        throw new NoAnswerException(cancelled, sent);
                    }
                    long wait = Math.min(LOOK.toMillis(), left.toMillis() + 1);
                    try {
                        return complete.get(wait, TimeUnit.MILLISECONDS);
                    } catch (TimeoutException e) {
                        // the next look
                    }
                }
            } catch (InterruptedException e) {
                abort(e);
                throw e;
            } catch (ExecutionException e) {
                throw new IllegalStateException("the answer completes normally only", e);
            } finally {
                boolean unused = overdue.cancel(false); // also its timer
            }
        }

        private void abort(Throwable reason) {
            CompletableFuture<Boolean> unused = request.abort(reason);
            // a connection that still receives does not look at the abort
            Connection connection = request.getConnection();
            if (connection != null) {
                connection.close();
            }
        }
    }

    private static Map<String, String> headers(Response response) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (HttpField field : response.getHeaders()) {
            String value = field.getValue() == null ? "" : field.getValue();
            headers.merge(field.getName().toLowerCase(Locale.ROOT), value, (one, next) -> one + ", " + next);
        }
        return headers;
    }

    /** Ends all requests. */
    @Override
    public void close() {
        LifeCycle.stop(client);
    }
}
