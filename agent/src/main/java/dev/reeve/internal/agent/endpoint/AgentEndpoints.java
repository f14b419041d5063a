package dev.reeve.internal.agent.endpoint;

import dev.reeve.AttemptToken;
import dev.reeve.ErrorCode;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.agent.protocol.ExchangeCodec;
import dev.reeve.internal.agent.protocol.MalformedMessageException;
import dev.reeve.internal.agent.protocol.Pace;
import dev.reeve.internal.agent.protocol.RegistrationCodec;
import dev.reeve.internal.agent.protocol.ReplyCodec;
import dev.reeve.internal.agent.protocol.Seal;
import dev.reeve.internal.agent.protocol.SingleCodec;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.NodeClosedException;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.UnknownSessionException;
import dev.reeve.spi.transport.Verdict;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers agents. Thread-safe, and never blocks: a long poll is a future of the node, so it costs no thread and no
 * statement. The futures fail with a {@link ReeveException}, or with {@code BusyNodeException}.
 */
public final class AgentEndpoints {

    private static final int REGISTRATIONS_PER_SECOND = 2_000;

    /** Attempts of agents without a session that one server keeps. */
    private static final int CLAIMS_MAX = 10_000;

    private static final int KEY_LENGTH_MAX = 255;

    private final Function<String, AgentTransport> nodes;
    private final byte[] secret;
    private final LongSupplier nanos;
    private final @Nullable Completions completions;
    private final Admission admission;
    private final Map<AttemptToken, Claim> claims = new ConcurrentHashMap<>();
    private final Map<String, KeyedClaim> keys = new ConcurrentHashMap<>();

    /**
     * @param nodes the transport to the node for the agents of a namespace
     * @param secret known to all servers of the store, and to no agent
     * @param nanos a monotonic clock
     */
    public AgentEndpoints(Function<String, AgentTransport> nodes, byte[] secret, LongSupplier nanos) {
        this(nodes, secret, nanos, null);
    }

    /**
     * As above.
     *
     * @param completions takes results of others; null if there are none
     */
    public AgentEndpoints(
            Function<String, AgentTransport> nodes,
            byte[] secret,
            LongSupplier nanos,
            @Nullable Completions completions) {
        this.completions = completions;
        this.nodes = nodes;
        this.secret = secret.clone();
        this.nanos = nanos;
        this.admission = new Admission(nanos, REGISTRATIONS_PER_SECOND, REGISTRATIONS_PER_SECOND);
    }

    private Seal seal(Caller caller) {
        return new Seal(secret, caller.namespace(), caller.principal());
    }

    // Agents with a session

    /** Opens a session. */
    public CompletionStage<String> register(Caller caller, String document) {
        return answered(() -> {
            admission.admit();
            Registration registration = RegistrationCodec.read(document);
            AgentTransport node = nodes.apply(caller.namespace());
            return node.register(registration)
                    .thenApply(session -> RegistrationCodec.write(new RegistrationCodec.Registered(
                            seal(caller).text(session), Pace.STANDARD, node.schema())));
        });
    }

    /** Takes reports and heartbeats, and waits for work. */
    public CompletionStage<String> exchange(Caller caller, String session, String document) {
        return answered(() -> {
            Seal seal = seal(caller);
            SessionId id = session(seal, session);
            ExchangeCodec.Received received = ExchangeCodec.read(document, seal);
            Duration wait = received.foreign().isEmpty() ? received.poll() : Duration.ZERO;
            return nodes.apply(caller.namespace())
                    .exchange(id, received.exchange(), wait)
                    .thenApply(reply -> ReplyCodec.write(reply, received.foreign(), seal, Pace.STANDARD));
        });
    }

    /** Ends a session. The answer is empty. */
    public CompletionStage<String> leave(Caller caller, String session) {
        return answered(() -> nodes.apply(caller.namespace())
                .leave(session(seal(caller), session))
                .thenApply(nothing -> ""));
    }

    private static SessionId session(Seal seal, String text) {
        SessionId id = seal.session(text);
        if (id == null) {
            throw unknownSession();
        }
        return id;
    }

    // Agents without one, such as a shell

    /**
     * A claim of one caller.
     *
     * @param leave called when the caller has left
     */
    private record Asked(CompletionStage<@Nullable Claim> claim, Runnable leave) {}

    /**
     * Waits for one attempt. The waiting ends when its callers have left, which cancel the future.
     *
     * @param key names the request, so that a repetition gets the same attempt; null for none
     */
    public CompletionStage<String> claim(Caller caller, String document, @Nullable String key) {
        Asked asked;
        try {
            asked = asked(caller, document, key);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(translated(e));
        }
        CompletableFuture<String> answer = answered(() -> asked.claim()
                        .thenApply(claim -> SingleCodec.write(claim == null ? null : claim.request(), seal(caller))))
                .toCompletableFuture();
        var unused = answer.whenComplete((text, error) -> {
            if (answer.isCancelled()) {
                asked.leave().run();
            }
        });
        return answer;
    }

    private Asked asked(Caller caller, String document, @Nullable String key) {
        long askedAt = nanos.getAsLong();
        SingleCodec.ClaimRequest request = SingleCodec.readClaim(document);
        if (key != null && (key.isBlank() || key.length() > KEY_LENGTH_MAX)) {
            throw new InvalidInputException("Idempotency-Key: expected 1 to %d characters".formatted(KEY_LENGTH_MAX));
        }
        WaitingClaim waiting = new WaitingClaim(nodes.apply(caller.namespace()));
        if (key == null) {
            return new Asked(claimed(caller, request, askedAt, waiting, () -> {}), waiting::abandon);
        }
        String name = caller.namespace() + "\n" + caller.principal() + "\n" + key;
        KeyedClaim mine = new KeyedClaim(waiting);
        KeyedClaim before = keys.putIfAbsent(name, mine);
        CompletableFuture<@Nullable Claim> joined = (before == null ? mine : before).join();
        if (before == null) {
            claimOnce(caller, request, askedAt, name, mine);
        }
        return new Asked(joined, () -> joined.cancel(false));
    }

    private void claimOnce(
            Caller caller, SingleCodec.ClaimRequest request, long askedAt, String name, KeyedClaim mine) {
        Runnable ended = () -> keys.remove(name, mine);
        var unused = answered(() -> claimed(caller, request, askedAt, mine.waiting(), ended))
                .whenComplete((claim, error) -> {
                    if (claim == null) {
                        ended.run();
                    }
                    mine.complete(claim, error);
                });
    }

    /** @param ended called when the claim is over */
    private CompletionStage<@Nullable Claim> claimed(
            Caller caller, SingleCodec.ClaimRequest request, long askedAt, WaitingClaim waiting, Runnable ended) {
        if (claims.size() >= CLAIMS_MAX) {
            throw ReeveException.of(
                    ErrorCode.OVERLOADED, "agents hold %,d claimed attempts already".formatted(CLAIMS_MAX));
        }
        AgentTransport node = nodes.apply(caller.namespace());
        return node.register(new Registration(request.agent(), request.actions(), 1))
                .thenCompose(session -> waiting.poll(session, request.poll())
                        .thenApply(reply -> taken(node, session, reply, askedAt, ended)));
    }

    private @Nullable Claim taken(AgentTransport node, SessionId session, Reply reply, long askedAt, Runnable ended) {
        if (reply.requests().isEmpty()) {
            var unused = node.leave(session);
            return null;
        }
        AttemptRequest request = reply.requests().getFirst();
        Claim claim = new Claim(node, session, request, nanos, askedAt, () -> {
            claims.remove(request.token());
            ended.run();
        });
        claims.put(request.token(), claim);
        claim.hold();
        return claim;
    }

    /** Takes the result of a claimed attempt. */
    public CompletionStage<String> complete(Caller caller, String token, String document) {
        return report(caller, token, SingleCodec.Ending.OUTPUT, document);
    }

    /** Takes the failure of a claimed attempt. */
    public CompletionStage<String> fail(Caller caller, String token, String document) {
        return report(caller, token, SingleCodec.Ending.FAILURE, document);
    }

    private CompletionStage<String> report(Caller caller, String token, SingleCodec.Ending ending, String document) {
        return answered(() -> {
            AttemptToken own = own(caller, token);
            return report(ending.read(document, own), caller);
        });
    }

    private CompletionStage<String> report(Report report, Caller caller) {
        Claim claim = claims.get(report.token());
        CompletionStage<@Nullable Verdict> verdict = claim == null ? reportAlone(caller, report) : claim.report(report);
        return verdict.thenCompose(given -> given == null && claim != null
                        ? reportAlone(caller, report)
                        : CompletableFuture.completedFuture(given))
                .thenApply(given -> verdict(given));
    }

    /** Reports an attempt that another server handed out, or this one before it was restarted. */
    private CompletionStage<@Nullable Verdict> reportAlone(Caller caller, Report report) {
        return SingleReport.send(nodes.apply(caller.namespace()), caller.principal(), report);
    }

    /** Leaves a claimed attempt open, for a result with its completion token. */
    public CompletionStage<String> leaveOpen(Caller caller, String token) {
        return answered(() -> report(new Report.LeftOpen(own(caller, token)), caller));
    }

    /** A token for others, who report the result of the attempt. */
    public CompletionStage<String> completionToken(Caller caller, String token, String document) {
        return answered(() -> {
            AttemptToken own = own(caller, token);
            if (completions == null) {
                throw ReeveException.of(ErrorCode.NOT_FOUND, "this server takes no completions");
            }
            String text = completions.token(own, caller.namespace(), SingleCodec.readRemaining(document));
            return CompletableFuture.completedFuture(SingleCodec.completionToken(text));
        });
    }

    private static String verdict(@Nullable Verdict given) {
        if (given == null) {
            throw SingleReport.undecided();
        }
        if (given.refused() != null) {
            throw ReeveException.of(ErrorCode.REFUSED, "the report has no effect: " + given.refused());
        }
        return SingleCodec.ACCEPTED;
    }

    /** A heartbeat of a claimed attempt. */
    public CompletionStage<String> heartbeat(Caller caller, String token, String document) {
        return answered(() -> {
            AttemptToken own = own(caller, token);
            Json checkpoint = SingleCodec.readCheckpoint(document);
            Claim claim = claims.get(own);
            if (claim == null || !claim.heartbeat(checkpoint)) {
                throw ReeveException.of(
                        ErrorCode.NOT_FOUND,
                        "this server does not hold the attempt: it is over, or another server handed it out");
            }
            return CompletableFuture.completedFuture(SingleCodec.heartbeat(claim.isCancelled()));
        });
    }

    private AttemptToken own(Caller caller, String token) {
        AttemptToken own = seal(caller).token(token);
        if (own == null) {
            throw ReeveException.of(ErrorCode.NOT_FOUND, "the token is not one of this agent's credential");
        }
        return own;
    }

    /** How many attempts of agents without a session this server keeps. */
    public int claims() {
        return claims.size();
    }

    private static ReeveException unknownSession() {
        return ReeveException.of(
                ErrorCode.NOT_FOUND, "there is no such session: register again, and list the held attempts");
    }

    /** Turns the exceptions of codecs and nodes into those of the API. */
    private static <T extends @Nullable Object> CompletionStage<T> answered(Supplier<CompletionStage<T>> work) {
        CompletionStage<T> stage;
        try {
            stage = work.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(translated(e));
        }
        return stage.exceptionallyCompose(error -> CompletableFuture.failedFuture(translated(error)));
    }

    private static Throwable translated(Throwable error) {
        Throwable cause =
                error instanceof CompletionException wrapper && wrapper.getCause() != null ? wrapper.getCause() : error;
        return switch (cause) {
            case MalformedMessageException e -> new InvalidInputException(String.valueOf(e.getMessage()));
            case UnknownSessionException e -> unknownSession();
            case NodeClosedException e -> ReeveException.of(ErrorCode.CLOSED, "the server is closing");
            default -> cause;
        };
    }
}
