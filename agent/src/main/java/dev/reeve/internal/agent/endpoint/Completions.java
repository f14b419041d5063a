package dev.reeve.internal.agent.endpoint;

import dev.reeve.AttemptToken;
import dev.reeve.ErrorCode;
import dev.reeve.Failure;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.agent.Agent;
import dev.reeve.internal.agent.protocol.CompletionTokens;
import dev.reeve.internal.agent.protocol.MalformedMessageException;
import dev.reeve.internal.agent.protocol.SingleCodec;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Results by those who have a completion token, and no other credential. Any server of the store takes them.
 * Thread-safe.
 */
public final class Completions {

    /** The result that an attempt ended with, as its history says. */
    @FunctionalInterface
    public interface Results {

        /** Empty if it has none, or its execution is gone. May block. */
        Optional<Report> find(String namespace, AttemptToken token);
    }

    /**
     * How long after its time a token still reaches the engine. It refuses a late result by its own clock, and keeps
     * it as evidence for the step's probe.
     */
    static final Duration GRACE = Duration.ofMinutes(10);

    private static final String NAME = "completions";

    private final Function<String, AgentTransport> nodes;
    private final CompletionTokens tokens;
    private final InstantSource clock;

    /**
     * @param nodes the transport to the node for the agents of a namespace
     * @param secret known to all servers of the store, and to nobody else
     * @param clock the wall clock, which servers share roughly
     */
    public Completions(Function<String, AgentTransport> nodes, byte[] secret, InstantSource clock) {
        this.nodes = nodes;
        this.tokens = new CompletionTokens(secret);
        this.clock = clock;
    }

    /** @param remaining until the attempt's complete-by */
    public String token(AttemptToken token, String namespace, Duration remaining) {
        Instant now = clock.instant();
        Duration most = Duration.ofSeconds(Integer.MAX_VALUE); // far from the end of time
        return tokens.text(token, namespace, now.plus(remaining.compareTo(most) < 0 ? remaining : most));
    }

    /** An agent of this process, with tokens. */
    public Agent.Builder agent(String namespace, String name) {
        return Agent.named(name).transport(transport(namespace));
    }

    /** The node for agents of this process, with tokens. */
    public AgentTransport transport(String namespace) {
        AgentTransport node = nodes.apply(namespace);
        return new AgentTransport() {
            @Override
            public CompletionStage<SessionId> register(Registration registration) {
                return node.register(registration);
            }

            @Override
            public CompletionStage<Reply> exchange(SessionId session, Exchange exchange, Duration wait) {
                return node.exchange(session, exchange, wait);
            }

            @Override
            public String schema() {
                return node.schema();
            }

            @Override
            public CompletionStage<String> completionToken(AttemptToken token, Duration remaining) {
                return CompletableFuture.completedFuture(token(token, namespace, remaining));
            }

            @Override
            public CompletionStage<Void> leave(SessionId session) {
                return node.leave(session);
            }
        };
    }

    /**
     * The completion of a token.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if it is no token; {@link ErrorCode#REFUSED} if it expired
     */
    public CompletionTokens.Opened open(String text) {
        CompletionTokens.Opened opened = tokens.open(text);
        if (opened == null) {
            throw ReeveException.of(ErrorCode.NOT_FOUND, "this is no completion token of this server");
        }
        if (clock.instant().isAfter(opened.expires().plus(GRACE))) {
            throw noEffect();
        }
        return opened;
    }

    /**
     * Takes a result. A repetition of the accepted one is accepted.
     *
     * @return fails with {@link ErrorCode#CONFLICT} if the attempt has another result, and with
     *     {@link ErrorCode#REFUSED} if it came late or was given up
     */
    public CompletionStage<String> complete(CompletionTokens.Opened opened, String document, Results results) {
        Report report;
        try {
            report = SingleCodec.readResult(document, opened.token());
        } catch (MalformedMessageException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
        return SingleReport.send(nodes.apply(opened.namespace()), NAME, report)
                .thenApplyAsync(
                        verdict -> answer(verdict, report, opened, results),
                        task -> Thread.ofVirtual().name("reeve-completion").start(task));
    }

    private static String answer(
            @Nullable Verdict verdict, Report report, CompletionTokens.Opened opened, Results results) {
        if (verdict == null) {
            throw SingleReport.undecided();
        }
        if (verdict.refused() == null) {
            return SingleCodec.ACCEPTED;
        }
        Report found = results.find(opened.namespace(), opened.token()).orElse(null);
        if (found == null) {
            throw noEffect();
        }
        if (!isSame(report, found)) {
            throw ReeveException.of(ErrorCode.CONFLICT, "another result was accepted for this token before");
        }
        return SingleCodec.ACCEPTED;
    }

    private static boolean isSame(Report one, Report other) {
        return switch (one) {
            case Report.Completed(AttemptToken token, Json output) ->
                other instanceof Report.Completed(AttemptToken found, Json recorded)
                        && Objects.equals(output.value(), recorded.value());
            case Report.Failed(AttemptToken token, Failure failure) ->
                other instanceof Report.Failed(AttemptToken found, Failure recorded)
                        && failure.cause() == recorded.cause()
                        && failure.code().equals(recorded.code())
                        && recorded.message().startsWith(failure.message())
                        && failure.possiblyDone() == recorded.possiblyDone();
            case Report.LeftOpen open -> false;
        };
    }

    /** Says nothing about the execution: the caller may be any client. */
    private static ReeveException noEffect() {
        return ReeveException.of(
                ErrorCode.REFUSED, "the result has no effect: its time is over, or it is not wanted any more");
    }
}
