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

    /** Stands for a caller who has proven nothing. */
    static final String UNKNOWN = "(unknown)";

    /** Paths with the id of an execution; those of messages have it, too. */
    private static final List<String> OF_EXECUTIONS = List.of("/v1/executions/{id}", "/v1/messages/{id}");

    private final Router router;
    private final Admission admission;
    private final RefusedTries refused;
    private final LongPolls polls;
    private final OpenStreams streams;
    private final Places reads;

    public HttpHandler(Router router, Admission admission) {
        this.router = router;
        this.admission = admission;
        this.refused = new RefusedTries(admission.record(), System::nanoTime);
        CallerShares shares = admission.limits().shares();
        this.polls = new LongPolls(new Places("long polls", CallerShares.POLLS_MAX, shares.polls()));
        this.streams = new OpenStreams(new Places("streams", CallerShares.STREAMS_MAX, shares.streams()));
        this.reads = new Places("large reads", CallerShares.READS_MAX, shares.reads());
    }

    /**
     * Answers a request. Blocks while the endpoint works, and not while it waits. The future never fails, unless the
     * server cancels it because the client has left.
     */
    public CompletableFuture<Answer.Ready> answer(HttpRequest sent) {
        HttpRequest request = sent.from(admission.proxies().client(sent));
        try {
            refused.tick();
            Admitted admitted = admitted(sent, request);
            if (admitted.endpoint().cost() == Endpoint.Cost.WAITING) {
                return polls.answer(
                        admitted.caller(),
                        () -> admitted.endpoint().action().answer(admitted.call()),
                        e -> failure(request, e));
            }
            return switch (answer(admitted)) {
                case Answer.Later later -> throw new IllegalStateException(request + " waits without a place");
                case Answer.Events events ->
                    CompletableFuture.completedFuture(opened(request, events, admitted.caller()));
                case Answer.Ready ready -> CompletableFuture.completedFuture(ready);
            };
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(failure(request, e));
        }
    }

    /**
     * A request that passed the checks.
     *
     * @param caller has a share of the server; the address of a sender who has proven nothing
     */
    private record Admitted(Endpoint endpoint, Call call, String caller) {}

    private Answer answer(Admitted admitted) {
        Endpoint endpoint = admitted.endpoint();
        if (endpoint.cost() == Endpoint.Cost.LOW) {
            return endpoint.action().answer(admitted.call());
        }
        reads.take(admitted.caller());
        try {
            return endpoint.action().answer(admitted.call());
        } finally {
            reads.giveBack(admitted.caller());
        }
    }

    /**
     * @param sent as it came from the sender, which may be a proxy
     * @param request as it came from the client
     */
    private Admitted admitted(HttpRequest sent, HttpRequest request) {
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
            return new Admitted(
                    endpoint,
                    new Call(request, found.parameters(), query, nobody, Namespaces.DEFAULT, endpoint.bodyMax()),
                    "address " + Addresses.sender(request.origin()));
        }
        Subject subject = subject(request, found);
        Principal caller = caller(request, operation, subject);
        admission.limits().keySends(caller.name());
        String namespace = operation.isOfAllNamespaces() ? Principal.EVERYWHERE : namespace(request, caller);
        Call asked = new Call(request, found.parameters(), query, caller, namespace, endpoint.bodyMax());
        Call call = asked.in(endpoint.action().namespace(asked));
        checkAccess(call, operation, subject);
        return new Admitted(endpoint, call, "key " + caller.name());
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

    /** To HEAD, only the type of a stream is answered. */
    private Answer.Ready opened(HttpRequest request, Answer.Events answer, String caller) {
        if (request.method().equals("HEAD")) {
            answer.events().close();
            return new Answer.Value(200, Map.of(), ServerEvent.CONTENT_TYPE, "");
        }
        return new Answer.Events(streams.add(answer.events(), caller));
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

    /** The number of large reads under way. */
    int reads() {
        return reads.taken();
    }

    public Router router() {
        return router;
    }

    /** Answers all long polls and ends all streams, now and from now on, so that a server can stop. Idempotent. */
    @Override
    public void close() {
        polls.end();
        streams.end();
        refused.close();
    }
}
