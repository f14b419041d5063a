package dev.reeve.internal.client;

import dev.reeve.ConnectOptions;
import dev.reeve.Credentials;
import dev.reeve.ErrorCode;
import dev.reeve.NotCompletedException;
import dev.reeve.ReeveException;
import dev.reeve.internal.wire.BoundedBody;
import dev.reeve.workflow.InvalidWorkflowException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to the servers, one after the other until one answers, and repeats those that may be repeated. Follows
 * no redirection, so that a key goes only to the named servers. Thread-safe.
 */
final class Wire implements AutoCloseable {

    /** More than any answer of a server: lists are pages, and histories have a limit. */
    static final int ANSWER_BYTES_MAX = 64 << 20;

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** How long one attempt may take for an answer, before a request that may be repeated is sent again. */
    private static final Duration ANSWER = Duration.ofSeconds(15);

    private static final Duration PAUSE_FIRST = Duration.ofMillis(50);

    private static final Duration PAUSE_MAX = Duration.ofSeconds(2);

    private static final int DOUBLINGS_MAX = 10;

    private static final int CAUSES_MAX = 20;

    private final ConnectOptions options;
    private final Servers servers;
    private final Surroundings surroundings;
    private final int answerBytesMax;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("reeve-client-", 0).factory());
    private final HttpClient client;
    private final Set<CompletableFuture<?>> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Wire(ConnectOptions options, Surroundings surroundings, int answerBytesMax) {
        this.options = options;
        this.surroundings = surroundings;
        this.answerBytesMax = answerBytesMax;
        this.servers =
                new Servers(options.servers(), (int) (surroundings.random().getAsDouble() * Integer.MAX_VALUE));
        boolean plain = options.servers().stream().allMatch(server -> "http".equalsIgnoreCase(server.getScheme()));
        this.client = HttpClient.newBuilder()
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                // without TLS, the upgrade to HTTP/2 costs a round trip, and a request with a body does not get it
                .version(plain ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
                .executor(threads)
                .build();
    }

    ConnectOptions options() {
        return options;
    }

    Surroundings surroundings() {
        return surroundings;
    }

    /** Runs dependent stages on virtual threads. */
    Executor threads() {
        return threads;
    }

    /** Sends a request, and waits for its answer. */
    Reply call(Request request) {
        return join(send(request), "for the answer");
    }

    /**
     * As {@link #call(Request)}. The server may refuse a repeated request because the first one arrived.
     *
     * @param arrived finds out whether it did, after an answer was lost
     */
    Reply call(Request request, Predicate<ReeveException> arrived) {
        Sending sending = new Sending(request);
        try {
            return join(sending.begin(), "for the answer");
        } catch (ReeveException e) {
            if (sending.hasLostAnswers && arrived.test(e)) {
                return new Reply(servers.current(), 204, "", "");
            }
            throw e;
        }
    }

    /** Sends a request. The future fails only with {@link ReeveException}, and completes on a virtual thread. */
    CompletableFuture<Reply> send(Request request) {
        return new Sending(request).begin();
    }

    /**
     * Completes with {@link ErrorCode#CLOSED} when this client is closed.
     *
     * @return the future itself
     */
    @SuppressWarnings("CollectionUndefinedEquality") // each future is itself only
    <T> CompletableFuture<T> register(CompletableFuture<T> future) {
        pending.add(future);
        var unused = future.whenComplete((done, error) -> pending.remove(future));
        if (closed) {
            future.completeExceptionally(closed());
        }
        return future;
    }

    /** Waits for a future of this client, which completes in time by itself. */
    static <T> T join(CompletableFuture<T> future, String what) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            future.cancel(false);
            throw ReeveException.of(
                    ErrorCode.TIMED_OUT,
                    "interrupted while waiting %s; the request may be carried out".formatted(what),
                    e);
        } catch (ExecutionException e) {
            throw rethrown(e.getCause() == null ? e : e.getCause());
        } catch (CancellationException e) {
            throw ReeveException.of(ErrorCode.TIMED_OUT, "cancelled while waiting " + what, e);
        }
    }

    /** A new exception for each waiter, so that its stack trace shows the caller. */
    static ReeveException rethrown(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        return switch (cause) {
            case InvalidWorkflowException e -> e;
            case NotCompletedException e -> e;
            case ReeveException e -> ReeveException.of(e.code(), String.valueOf(e.getMessage()), e);
            default -> ReeveException.of(ErrorCode.INTERNAL, "a mistake in Reeve: " + cause, cause);
        };
    }

    /** The pause before a repetition: random, so that many clients spread, and up to twice as long each time. */
    Duration pause(int repetitions) {
        long longest = Math.min(PAUSE_MAX.toNanos(), PAUSE_FIRST.toNanos() << Math.min(repetitions, DOUBLINGS_MAX));
        return Duration.ofNanos(
                longest / 2 + (long) (longest / 2.0 * surroundings.random().getAsDouble()));
    }

    /** Runs a task after a pause, on a virtual thread. */
    void later(Duration pause, Runnable task) {
        CompletableFuture.delayedExecutor(pause.toNanos(), TimeUnit.NANOSECONDS, command -> {
                    if (!closed) {
                        threads.execute(command);
                    }
                })
                .execute(task);
    }

    private static ReeveException closed() {
        return ReeveException.of(ErrorCode.CLOSED, "this client is closed: connect again");
    }

    /** Ends all calls under way with {@link ErrorCode#CLOSED}. Idempotent. */
    @Override
    public void close() {
        closed = true;
        pending.forEach(future -> future.completeExceptionally(closed()));
        client.shutdownNow();
        threads.shutdown();
    }

    boolean isClosed() {
        return closed;
    }

    /** One request, with its repetitions. */
    private final class Sending {

        private final Request request;
        private final CompletableFuture<Reply> result = new CompletableFuture<>();
        private final long deadline;
        private final Set<URI> untrusted = new HashSet<>();
        private int attempts;
        private boolean renewed;
        private volatile boolean hasLostAnswers;

        /** The work under way: the supplier of the key, or the exchange with the server. */
        private volatile @Nullable CompletableFuture<?> open;

        Sending(Request request) {
            this.request = request;
            this.deadline = surroundings.nanos().getAsLong()
                    + options.timeout().toNanos()
                    + request.polling().toNanos();
        }

        CompletableFuture<Reply> begin() {
            var unusedToo = register(result);
            var unused = result.whenComplete((done, error) -> abandon());
            attempt();
            return result;
        }

        /** The caller has left, or the client was closed. */
        private void abandon() {
            CompletableFuture<?> under = open;
            if (under != null) {
                under.cancel(true);
            }
        }

        private boolean isHarmless() {
            return request.repetition() == Request.Repetition.HARMLESS;
        }

        private long left() {
            return deadline - surroundings.nanos().getAsLong();
        }

        private void attempt() {
            if (!result.isDone()) {
                attempts++;
                withKey(this::exchange);
            }
        }

        /** Asks for the key on another thread, since its supplier may take its time, and goes on with it. */
        private void withKey(Consumer<String> next) {
            Credentials credentials = options.credentials();
            if (!credentials.hasKey()) {
                next.accept("");
                return;
            }
            CompletableFuture<String> key = new CompletableFuture<>();
            try {
                Future<?> supplier = threads.submit(() -> {
                    try {
                        key.complete(credentials.key());
                    } catch (Throwable e) {
                        key.completeExceptionally(e);
                    }
                });
                begun(key);
                var unused = key.orTimeout(Math.max(left(), 1), TimeUnit.NANOSECONDS)
                        .whenComplete((found, error) -> {
                            if (error != null) {
                                supplier.cancel(true);
                            }
                            if (!closed) {
                                threads.execute(() -> keyed(found, error, next));
                            }
                        });
            } catch (RuntimeException e) {
                result.completeExceptionally(mistake(e));
            }
        }

        private void begun(CompletableFuture<?> under) {
            open = under;
            if (result.isDone()) {
                under.cancel(true);
            }
        }

        private void keyed(@Nullable String key, @Nullable Throwable error, Consumer<String> next) {
            if (result.isDone()) {
                return;
            }
            try {
                if (key == null) {
                    repeatLater(withoutKey(error));
                } else {
                    next.accept(sendable(key));
                }
            } catch (RuntimeException e) {
                result.completeExceptionally(mistake(e));
            }
        }

        private static ReeveException withoutKey(@Nullable Throwable error) {
            String reason = error == null ? "it gave none" : said(error);
            if (error != null && !(error instanceof TimeoutException)) {
                reason = error.getMessage() == null
                        ? error.getClass().getName()
                        : error.getClass().getName() + ": " + reason;
            }
            return ReeveException.of(
                    ErrorCode.STORE_UNAVAILABLE,
                    "the supplier of the API key failed: %s. The request was not sent: repeat it".formatted(reason),
                    error);
        }

        private void exchange(String key) {
            URI server = servers.current();
            long left = Math.max(left(), 1);
            if (isHarmless()) {
                left = Math.min(left, ANSWER.plus(request.polling()).toNanos());
            }
            try {
                CompletableFuture<HttpResponse<String>> under =
                        client.sendAsync(built(server, key), BoundedBody.of(answerBytesMax));
                begun(under);
                CompletableFuture<HttpResponse<String>> bounded = new CompletableFuture<>();
                var unused = under.whenComplete((response, error) -> {
                    if (error == null) {
                        bounded.complete(response);
                    } else {
                        bounded.completeExceptionally(error);
                    }
                });
                var unusedToo = bounded.orTimeout(left, TimeUnit.NANOSECONDS).whenComplete((response, error) -> {
                    under.cancel(true);
                    if (!closed) {
                        threads.execute(() -> handle(server, key, response, error));
                    }
                });
            } catch (RuntimeException e) {
                result.completeExceptionally(mistake(e));
            }
        }

        private HttpRequest built(URI server, String key) {
            String base = server.toString();
            HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(
                            (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + request.target()))
                    .header("Accept", "application/json, application/problem+json")
                    .header("Reeve-Namespace", request.namespace());
            if (!key.isEmpty()) {
                builder.header("Authorization", "Bearer " + key);
            }
            String body = request.body();
            if (body == null) {
                return builder.method(request.method(), BodyPublishers.noBody()).build();
            }
            return builder.header("Content-Type", "application/json")
                    .method(request.method(), BodyPublishers.ofString(body))
                    .build();
        }

        /** The key as it can stand in a header. No message shows it. */
        private static String sendable(String key) {
            if (!key.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw ReeveException.of(
                        ErrorCode.INVALID_INPUT,
                        "the API key has a space, a line break or a character that is not ASCII: a key has none of them");
            }
            return key;
        }

        private void handle(
                URI server, String key, @Nullable HttpResponse<String> response, @Nullable Throwable error) {
            try {
                if (response == null) {
                    lost(server, error == null ? new IOException("no answer") : cause(error));
                } else {
                    answered(server, key, response);
                }
            } catch (RuntimeException e) {
                result.completeExceptionally(mistake(e));
            }
        }

        private static ReeveException mistake(RuntimeException e) {
            return e instanceof ReeveException known
                    ? known
                    : ReeveException.of(
                            ErrorCode.INTERNAL,
                            "a mistake in the client: " + e.getClass().getName(),
                            e);
        }

        private static Throwable cause(Throwable error) {
            return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        }

        private void lost(URI server, Throwable cause) {
            servers.failed(server);
            if (cause instanceof BoundedBody.TooLargeException) {
                result.completeExceptionally(ReeveException.of(
                        ErrorCode.STORE_UNUSABLE,
                        "%s: %s. The request may have been carried out".formatted(server, said(cause)),
                        cause));
                return;
            }
            boolean handshake = has(cause, SSLHandshakeException.class);
            if (handshake && has(cause, CertificateException.class)) {
                untrusted.add(server);
                if (untrusted.containsAll(servers.all())) {
                    result.completeExceptionally(ReeveException.of(
                            ErrorCode.STORE_UNUSABLE,
                            "the certificate of %s is not good for it: %s. The request was not sent"
                                    .formatted(server, said(cause)),
                            cause));
                    return;
                }
            }
            boolean sent = !(handshake // such as of a server that stops, or of a balancer without servers
                    || cause instanceof ConnectException
                    || cause instanceof HttpConnectTimeoutException
                    || cause instanceof UnknownHostException);
            hasLostAnswers |= sent;
            ReeveException failure = ReeveException.of(
                    ErrorCode.STORE_UNAVAILABLE,
                    "%s does not answer: %s. %s"
                            .formatted(
                                    server,
                                    said(cause),
                                    sent
                                            ? "The request may have been carried out: find out, or repeat it if that is harmless"
                                            : "The request was not sent: repeat it"),
                    cause);
            if (!sent || isHarmless()) {
                repeat(failure);
            } else {
                result.completeExceptionally(failure);
            }
        }

        private static boolean has(Throwable error, Class<? extends Throwable> kind) {
            int depth = 0;
            for (Throwable each = error; each != null && depth < CAUSES_MAX; each = each.getCause(), depth++) {
                if (kind.isInstance(each)) {
                    return true;
                }
            }
            return false;
        }

        private static String said(Throwable cause) {
            return switch (cause) {
                case HttpTimeoutException e -> "no connection in time";
                case TimeoutException e -> "no answer in time";
                case ConnectException e -> "no connection";
                default ->
                    cause.getMessage() == null ? cause.getClass().getSimpleName() : Shown.text(cause.getMessage());
            };
        }

        private void answered(URI server, String key, HttpResponse<String> response) {
            int status = response.statusCode();
            String type = type(response);
            String body = response.body() == null ? "" : response.body();
            if (status >= 200 && status < 300) {
                result.complete(new Reply(server, status, type, body));
                return;
            }
            ReeveException problem = Problems.of(
                    server,
                    status,
                    type,
                    body,
                    response.headers().firstValue("Location").orElse(""));
            boolean away = Set.of(ErrorCode.STORE_UNAVAILABLE, ErrorCode.CLOSED, ErrorCode.FENCED)
                    .contains(problem.code());
            if (away) {
                servers.failed(server);
                hasLostAnswers = true; // such an answer may tell of an unknown outcome
            }
            if (problem.code() == ErrorCode.UNAUTHENTICATED && !key.isEmpty() && !renewed) {
                renewed = true; // it may have expired on the way
                withKey(now -> {
                    if (now.equals(key)) {
                        result.completeExceptionally(problem);
                    } else {
                        exchange(now);
                    }
                });
            } else if (away && isHarmless()) {
                repeat(problem);
            } else {
                result.completeExceptionally(problem);
            }
        }

        private static String type(HttpResponse<String> response) {
            String header = response.headers().firstValue("Content-Type").orElse("");
            int end = header.indexOf(';');
            return (end < 0 ? header : header.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        }

        /** Repeats the request, at once while there are servers that were not asked, or else after a pause. */
        private void repeat(ReeveException failure) {
            if (attempts >= servers.size()) {
                repeatLater(failure);
            } else if (left() <= 0) {
                result.completeExceptionally(failure);
            } else {
                attempt();
            }
        }

        private void repeatLater(ReeveException failure) {
            Duration pause = pause(Math.max(0, attempts - servers.size()));
            if (left() - pause.toNanos() <= 0) {
                result.completeExceptionally(failure);
            } else {
                later(pause, this::attempt);
            }
        }
    }
}
