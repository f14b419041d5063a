package dev.reeve.internal.agent.http;

import dev.reeve.AttemptToken;
import dev.reeve.SchemaDataSource;
import dev.reeve.internal.agent.protocol.ExchangeCodec;
import dev.reeve.internal.agent.protocol.MalformedMessageException;
import dev.reeve.internal.agent.protocol.Pace;
import dev.reeve.internal.agent.protocol.Protocol;
import dev.reeve.internal.agent.protocol.RegistrationCodec;
import dev.reeve.internal.agent.protocol.ReplyCodec;
import dev.reeve.internal.agent.protocol.SingleCodec;
import dev.reeve.internal.wire.BoundedBody;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.BusyNodeException;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.UnknownSessionException;
import dev.reeve.spi.transport.Verdict;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Connects an agent to one of several servers by HTTP. Thread-safe.
 *
 * <p>A session belongs to the server that opened it. When that server stays away, the session counts as lost, and the
 * next registration goes to another server. The agent keeps its attempts meanwhile and delivers their reports there,
 * because the servers share one store.
 */
public final class HttpTransport implements AgentTransport {

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** How long an answer may take beyond the delay that the agent asked for. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The longest pause that a server can ask for. */
    private static final Duration RETRY_AFTER_MAX = Duration.ofMinutes(1);

    private static final int DETAIL_LENGTH_MAX = 300;

    /** Texts of tokens that are kept. More than one agent holds, plus those whose verdict never came. */
    private static final int TOKENS_MAX = 250_000;

    private record Link(URI server, String session) {}

    /** The content of one answer of a server. */
    private record Answered(URI server, int status, String body, HttpResponse<String> response) {}

    private final ServerChoice servers;
    private final Supplier<String> credential;
    private final String namespace;
    private final HttpClient client;

    private final AtomicLong sessions = new AtomicLong();
    private final Map<SessionId, Link> links = new ConcurrentHashMap<>();
    private final Map<AttemptToken, String> tokens = new LinkedHashMap<>();
    private volatile Pace pace = Pace.STANDARD;
    private volatile String schema = SchemaDataSource.DEFAULT;

    /**
     * @param servers addresses of servers that share a store
     * @param credential the API key; empty for none. Asked for each request, so that it can be renewed
     * @param first selects the server to begin with
     */
    public HttpTransport(List<URI> servers, Supplier<String> credential, int first) {
        this(servers, credential, first, "");
    }

    /**
     * @param namespace of the agent; empty for the one that the server chooses for the credential
     */
    public HttpTransport(List<URI> servers, Supplier<String> credential, int first, String namespace) {
        this(servers, credential, first, namespace, client(servers));
    }

    /**
     * @param client sends the requests, and follows no redirect
     */
    public HttpTransport(
            List<URI> servers, Supplier<String> credential, int first, String namespace, HttpClient client) {
        this.namespace = namespace;
        this.servers = new ServerChoice(servers, first);
        this.credential = credential;
        this.client = client;
    }

    private static HttpClient client(List<URI> servers) {
        boolean plain = servers.stream().allMatch(server -> "http".equalsIgnoreCase(server.getScheme()));
        return HttpClient.newBuilder()
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER) // a credential is sent only to the named servers
                // without TLS, the upgrade to HTTP/2 costs a round trip, and a request with a body does not get it
                .version(plain ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
                .build();
    }

    @Override
    public String schema() {
        return schema;
    }

    @Override
    public CompletionStage<SessionId> register(Registration registration) {
        URI server = servers.current();
        return post(server, "/v1/agents", RegistrationCodec.write(registration), Duration.ZERO)
                .thenApply(answer -> {
                    RegistrationCodec.Registered registered =
                            read(answer, () -> RegistrationCodec.readRegistered(answer.body()));
                    SessionId id = new SessionId(sessions.incrementAndGet());
                    links.put(id, new Link(server, registered.session()));
                    pace = registered.pace();
                    schema = registered.schema();
                    return id;
                });
    }

    @Override
    public CompletionStage<Reply> exchange(SessionId session, Exchange exchange, Duration wait) {
        Link link = links.get(session);
        if (link == null) {
            return CompletableFuture.failedFuture(new UnknownSessionException(session));
        }
        Duration asked = wait.compareTo(pace.poll()) > 0 ? pace.poll() : wait;
        String body = ExchangeCodec.write(exchange, asked, this::text);
        return post(link.server(), "/v1/agents/" + link.session() + "/exchange", body, asked)
                .handle((answer, error) -> {
                    if (error != null) {
                        throw lostOr(session, link, error);
                    }
                    if (answer.status() == 404) {
                        links.remove(session);
                        throw new UnknownSessionException(session);
                    }
                    ReplyCodec.Received received = read(answer, () -> ReplyCodec.read(answer.body(), pace));
                    pace = received.pace();
                    keep(received);
                    return received.reply();
                });
    }

    @Override
    public CompletionStage<String> completionToken(AttemptToken token, Duration remaining) {
        String body = SingleCodec.writeRemaining(remaining);
        return post(servers.current(), "/v1/attempts/" + text(token) + "/completion-token", body, Duration.ZERO)
                .thenApply(answer -> read(answer, () -> SingleCodec.readCompletionToken(answer.body())));
    }

    /** A session is lost together with its server. */
    private RuntimeException lostOr(SessionId session, Link link, Throwable error) {
        if (!servers.current().equals(link.server())) {
            links.remove(session);
            return new UnknownSessionException(session);
        }
        return error instanceof RuntimeException exception ? exception : new CompletionException(error);
    }

    @Override
    public CompletionStage<Void> leave(SessionId session) {
        Link link = links.remove(session);
        if (link == null) {
            return CompletableFuture.completedFuture(null);
        }
        HttpRequest request = request(link.server(), "/v1/agents/" + link.session(), PATIENCE)
                .DELETE()
                .build();
        return send(link.server(), request).thenAccept(answer -> {
            if (answer.status() != 404) {
                read(answer, () -> "");
            }
        });
    }

    private CompletableFuture<Answered> post(URI server, String path, String body, Duration wait) {
        HttpRequest request = request(server, path, wait.plus(PATIENCE))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return send(server, request);
    }

    private HttpRequest.Builder request(URI server, String path, Duration timeout) {
        String base = server.toString();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path))
                .timeout(timeout)
                .header("Accept", "application/json");
        if (!namespace.isEmpty()) {
            request.header("Reeve-Namespace", namespace);
        }
        String key = credential.get();
        return key.isEmpty() ? request : request.header("Authorization", "Bearer " + key);
    }

    private CompletableFuture<Answered> send(URI server, HttpRequest request) {
        return client.sendAsync(request, BoundedBody.of(Protocol.DOCUMENT_BYTES_MAX))
                .handle((response, error) -> {
                    if (error != null) {
                        servers.failed(server);
                        throw new CompletionException(
                                error instanceof CompletionException wrapper && wrapper.getCause() != null
                                        ? wrapper.getCause()
                                        : error);
                    }
                    if (response.statusCode() >= 500) {
                        servers.failed(server);
                    } else {
                        servers.answered(server);
                    }
                    return new Answered(server, response.statusCode(), response.body(), response);
                });
    }

    private static <T> T read(Answered answer, Supplier<T> reader) {
        int status = answer.status();
        if (status >= 200 && status < 300) {
            try {
                return reader.get();
            } catch (MalformedMessageException e) {
                throw new CompletionException(new IOException(
                        "server %s does not speak the agents' protocol: %s".formatted(answer.server(), e.getMessage()),
                        e));
            }
        }
        if (status == 429 || status == 503) {
            throw new BusyNodeException(described(answer), retryAfter(answer.response()));
        }
        throw new CompletionException(new IOException(described(answer)));
    }

    private static String described(Answered answer) {
        String hint = switch (answer.status()) {
            case 401 -> ", it does not know the credential";
            case 403 -> ", the credential may not do the work of an agent";
            case 404 -> ", its address may be wrong";
            default -> "";
        };
        String body = answer.body();
        return "server %s answered with status %d%s: %s"
                .formatted(
                        answer.server(),
                        answer.status(),
                        hint,
                        body.length() <= DETAIL_LENGTH_MAX ? body : body.substring(0, DETAIL_LENGTH_MAX) + "…");
    }

    private static Duration retryAfter(HttpResponse<String> response) {
        String seconds = response.headers().firstValue("Retry-After").orElse("");
        if (!seconds.matches("\\d{1,9}")) {
            return Duration.ZERO;
        }
        Duration asked = Duration.ofSeconds(Long.parseLong(seconds));
        return asked.compareTo(RETRY_AFTER_MAX) > 0 ? RETRY_AFTER_MAX : asked;
    }

    private String text(AttemptToken token) {
        String text;
        synchronized (tokens) {
            text = tokens.get(token);
        }
        if (text == null) {
            throw new IllegalStateException("the text of token %s is not kept".formatted(token));
        }
        return text;
    }

    private void keep(ReplyCodec.Received received) {
        synchronized (tokens) {
            for (Verdict verdict : received.reply().verdicts()) {
                tokens.remove(verdict.token());
            }
            tokens.putAll(received.tokens());
            Iterator<AttemptToken> oldest = tokens.keySet().iterator();
            while (tokens.size() > TOKENS_MAX) {
                oldest.next();
                oldest.remove();
            }
        }
    }

    /** The number of tokens whose texts are kept. For tests. */
    int kept() {
        synchronized (tokens) {
            return tokens.size();
        }
    }
}
