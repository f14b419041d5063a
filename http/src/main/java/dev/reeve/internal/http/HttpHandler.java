package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.values.Namespaces;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests: checks the host and the caller, finds the endpoint, checks whether the caller may, and runs it. Any
 * server can run it. Thread-safe.
 */
public final class HttpHandler implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HttpHandler.class);

    /** Names the namespace, if it is not the caller's only one. */
    public static final String NAMESPACE_HEADER = "Reeve-Namespace";

    /** Sent with each answer. Nothing of an API may be shown, stored or guessed at by a browser. (D21) */
    public static final Map<String, String> HEADERS = Map.of(
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Cache-Control", "no-store");

    private final Router router;
    private final Authentication authentication;
    private final Access access;
    private final AllowedHosts hosts;
    private final LongPolls polls = new LongPolls();
    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    public HttpHandler(Router router, Authentication authentication, Access access, AllowedHosts hosts) {
        this.router = router;
        this.authentication = authentication;
        this.access = access;
        this.hosts = hosts;
    }

    /**
     * Answers a request. Blocks while the endpoint works, and not while it waits. The future never fails, unless the
     * server cancels it because the client has left.
     */
    public CompletableFuture<Answer.Ready> answer(HttpRequest request) {
        try {
            return switch (checked(request)) {
                case Answer.Later later -> polls.add(later, e -> failure(request, e));
                case Answer.Events events -> CompletableFuture.completedFuture(registered(events));
                case Answer.Ready ready -> CompletableFuture.completedFuture(ready);
            };
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(failure(request, e));
        }
    }

    private Answer checked(HttpRequest request) {
        hosts.check(request);
        Router.Found found = router.find(request.method(), request.path());
        Endpoint endpoint = found.endpoint();
        Operation operation = endpoint.operation();
        var query = QueryText.parse(request.query());
        if (operation == null) {
            Principal nobody = new Principal("nobody", Map.of());
            return endpoint.action()
                    .answer(new Call(
                            request, found.parameters(), query, nobody, Namespaces.DEFAULT, endpoint.bodyMax()));
        }
        Principal caller = authentication.authenticate(request);
        String namespace = namespace(request, caller);
        access.check(caller, operation, namespace, null);
        return endpoint.action()
                .answer(new Call(request, found.parameters(), query, caller, namespace, endpoint.bodyMax()));
    }

    /** That of the header, or the only one in which the caller has a role, or the default one. */
    private static String namespace(HttpRequest request, Principal caller) {
        String wanted = request.header(NAMESPACE_HEADER).orElse(null);
        if (wanted == null) {
            Set<String> own = caller.roles().keySet();
            return own.size() == 1 && !own.contains(Principal.EVERYWHERE)
                    ? own.iterator().next()
                    : Namespaces.DEFAULT;
        }
        try {
            return Namespaces.check(wanted);
        } catch (IllegalArgumentException e) {
            throw HttpException.badRequest(String.valueOf(e.getMessage()));
        }
    }

    private Answer.Events registered(Answer.Events answer) {
        EventStream stream = answer.events();
        streams.removeIf(EventStream::isEnded);
        streams.add(stream);
        if (closed) {
            stream.close();
        }
        return answer;
    }

    private static Answer.Ready failure(HttpRequest request, Throwable thrown) {
        Throwable error = unwrapped(thrown);
        return switch (error) {
            case HttpException e -> ProblemDetail.answer(e);
            case ReeveException e when e.code() != ErrorCode.INTERNAL -> ProblemDetail.answer(e);
            // an argument that a type of the API refused; its message is for the caller
            case IllegalArgumentException e ->
                ProblemDetail.answer(ReeveException.of(ErrorCode.INVALID_INPUT, String.valueOf(e.getMessage()), e));
            default -> {
                LOG.error("{} failed; the caller gets the status 500", request, error);
                yield ProblemDetail.internal();
            }
        };
    }

    private static Throwable unwrapped(Throwable thrown) {
        @Nullable Throwable cause = thrown.getCause();
        return thrown instanceof CompletionException && cause != null ? cause : thrown;
    }

    /** The number of requests that wait for their answers. */
    public int waiting() {
        return polls.size();
    }

    public Router router() {
        return router;
    }

    /** Answers all long polls and ends all streams, now and from now on, so that a server can stop. Idempotent. */
    @Override
    public void close() {
        closed = true;
        polls.end();
        streams.forEach(EventStream::close);
    }
}
