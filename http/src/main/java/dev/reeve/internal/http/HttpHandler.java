package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Subject;
import dev.reeve.internal.values.Namespaces;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests: checks the host and the caller, finds the endpoint, checks whether the caller may, and runs it. Any
 * server can run it. Thread-safe.
 */
public final class HttpHandler implements AutoCloseable {

    /** Names the namespace, if it is not the caller's only one. */
    public static final String NAMESPACE_HEADER = "Reeve-Namespace";

    /** Sent with each answer. Nothing of an API may be shown, stored or guessed at by a browser. (D21) */
    public static final Map<String, String> HEADERS = Map.of(
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Cache-Control", "no-store");

    /** Maximum number of callers that wait for an answer. It bounds their memory. */
    static final int WAITING_MAX = 50_000;

    /** Maximum number of open streams of events. Each one has a virtual thread. */
    static final int STREAMS_MAX = 10_000;

    /** Stands for a caller who has proven nothing. */
    static final String UNKNOWN = "(unknown)";

    /** Paths with the id of an execution; those of messages have it, too. */
    private static final List<String> OF_EXECUTIONS = List.of("/v1/executions/{id}", "/v1/messages/{id}");

    private final Router router;
    private final Admission admission;
    private final RefusedTries refused;
    private final LongPolls polls = new LongPolls();
    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    public HttpHandler(Router router, Admission admission) {
        this.router = router;
        this.admission = admission;
        this.refused = new RefusedTries(admission.record(), System::nanoTime);
    }

    /**
     * Answers a request. Blocks while the endpoint works, and not while it waits. The future never fails, unless the
     * server cancels it because the client has left.
     */
    public CompletableFuture<Answer.Ready> answer(HttpRequest sent) {
        HttpRequest request = sent.from(admission.proxies().client(sent));
        try {
            refused.tick();
            return switch (checked(sent, request)) {
                case Answer.Later later -> polls.add(bounded(later), e -> failure(request, e));
                case Answer.Events events -> CompletableFuture.completedFuture(registered(request, events));
                case Answer.Ready ready -> CompletableFuture.completedFuture(ready);
            };
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(failure(request, e));
        }
    }

    /**
     * @param sent as it came from the sender, which may be a proxy
     * @param request as it came from the client
     */
    private Answer checked(HttpRequest sent, HttpRequest request) {
        admission.checkBeforeRouting(request);
        Router.Found found = router.find(request.method(), request.path());
        Endpoint endpoint = found.endpoint();
        Operation operation = endpoint.operation();
        var query = QueryText.parse(request.query());
        if (endpoint.takesSecrets()) {
            admission.proxies().check(sent);
        }
        if (operation == null) {
            Principal nobody = new Principal("nobody", Map.of());
            return endpoint.action()
                    .answer(new Call(
                            request, found.parameters(), query, nobody, Namespaces.DEFAULT, endpoint.bodyMax()));
        }
        Subject subject = subject(request, found);
        Principal caller = caller(request, operation, subject);
        admission.limits().keySends(caller.name());
        String namespace = operation.isOfAllNamespaces() ? Principal.EVERYWHERE : namespace(request, caller);
        Call asked = new Call(request, found.parameters(), query, caller, namespace, endpoint.bodyMax());
        Call call = asked.in(endpoint.action().namespace(asked));
        checkAccess(call, operation, subject);
        return endpoint.action().answer(call);
    }

    private Principal caller(HttpRequest request, Operation operation, Subject subject) {
        try {
            return admission.authentication().authenticate(request);
        } catch (ReeveException e) {
            if (e.code() == ErrorCode.UNAUTHENTICATED) {
                recordUnknown(request, operation, subject, e.getMessage());
                throw e;
            }
            // such as a damaged file of keys: nothing that the caller could mend, or should know
            throw new IllegalStateException("the caller cannot be identified", e);
        } catch (HttpException e) {
            if (e.code() == ErrorCode.UNAUTHENTICATED) {
                recordUnknown(request, operation, subject, e.getMessage());
            }
            throw e;
        }
    }

    /** The subject of a refused request: the record finds it by the id in its path, whether that exists or not. */
    private static Subject subject(HttpRequest request, Router.Found found) {
        Map<String, String> named = found.parameters();
        String path = found.endpoint().path();
        boolean execution = OF_EXECUTIONS.stream().anyMatch(path::startsWith);
        return new Subject(
                request.toString(),
                execution ? Subject.id(named.get("id")) : null,
                named.get("workflow"),
                named.get("key"));
    }

    private void recordUnknown(HttpRequest request, Operation operation, Subject subject, @Nullable String reason) {
        refused.add(
                new AccessRecord.Entry(
                        UNKNOWN, request.origin(), operation, UNKNOWN, subject, reason, ErrorCode.UNAUTHENTICATED),
                "address " + Addresses.sender(request.origin()));
    }

    private void checkAccess(Call call, Operation operation, Subject subject) {
        Principal caller = call.caller();
        try {
            admission.access().check(caller, operation, call.namespace(), null);
        } catch (ReeveException e) {
            refused.add(
                    new AccessRecord.Entry(
                            caller.name(),
                            call.request().origin(),
                            operation,
                            call.namespace(),
                            subject,
                            null,
                            e.code()),
                    "key " + caller.name());
            throw caller.roles().isEmpty() && e.code() == ErrorCode.DENIED
                    ? ReeveException.of(
                            ErrorCode.DENIED,
                            e.getMessage() + "; " + admission.authentication().withoutRoles(caller))
                    : e;
        }
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

    private Answer.Later bounded(Answer.Later later) {
        if (polls.size() >= WAITING_MAX) {
            later.answer().toCompletableFuture().cancel(false);
            throw tooMany("callers wait");
        }
        return later;
    }

    /** A stream of events is registered, so that it ends with the server. To HEAD, only its type is answered. */
    private Answer.Ready registered(HttpRequest request, Answer.Events answer) {
        EventStream stream = answer.events();
        if (request.method().equals("HEAD")) {
            stream.close();
            return new Answer.Value(200, Map.of(), ServerEvent.CONTENT_TYPE, "");
        }
        streams.removeIf(EventStream::isEnded);
        if (streams.size() >= STREAMS_MAX) {
            stream.close();
            throw tooMany("streams are open");
        }
        streams.add(stream);
        if (closed) {
            stream.close();
        }
        return answer;
    }

    private static HttpException tooMany(String what) {
        return HttpException.of(429, ErrorCode.OVERLOADED, "too many " + what + ": ask again later")
                .with("Retry-After", "5");
    }

    private static Answer.Ready failure(HttpRequest request, Throwable thrown) {
        return ProblemDetail.answer(request, unwrapped(thrown));
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
        refused.close();
    }
}
