package dev.reeve.internal.http.agent;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.Reeve;
import dev.reeve.internal.agent.endpoint.Completions;
import dev.reeve.internal.agent.protocol.CompletionTokens;
import dev.reeve.internal.http.Addresses;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.RequestLimits;
import dev.reeve.internal.http.TokenBuckets;
import dev.reeve.spi.transport.Report;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The address for results by completion token. The token is the credential: a client that has it needs no key. It says
 * nothing about the execution, and neither does an answer.
 */
public final class CompletionRoutes {

    /** How many results for one token are taken each second. More than that are no repetitions of a lost answer. */
    private static final int PER_TOKEN = 10;

    /** How many texts that are no tokens an address may send each second. */
    private static final int UNKNOWN_PER_ADDRESS = 100;

    private final Completions completions;
    private final Reeve reeve;
    private final TokenBuckets tokens;
    private final TokenBuckets addresses;

    private CompletionRoutes(Completions completions, Reeve reeve, LongSupplier nanos) {
        this.completions = completions;
        this.reeve = reeve;
        this.tokens = new TokenBuckets(PER_TOKEN, nanos);
        this.addresses = new TokenBuckets(UNKNOWN_PER_ADDRESS, nanos);
    }

    /** @param nanos a monotonic clock */
    public static List<Endpoint> of(Completions completions, Reeve reeve, LongSupplier nanos) {
        CompletionRoutes routes = new CompletionRoutes(completions, reeve, nanos);
        return List.of(
                Endpoint.withToken("/v1/completions/{token}", routes::complete).waiting());
    }

    private Answer complete(Call call) {
        String text = call.parameter("token");
        CompletionTokens.Opened opened = opened(call, text);
        RequestLimits.check(tokens.take(text), "this token");
        call.requireType(AgentRoutes.JSON);
        String document = call.request().body().text(call.bodyMax());
        return AgentRoutes.later(completions.complete(opened, document, this::find), AgentRoutes.REPORT_PATIENCE);
    }

    private CompletionTokens.Opened opened(Call call, String text) {
        try {
            return completions.open(text);
        } catch (RuntimeException e) {
            RequestLimits.check(addresses.take(Addresses.sender(call.request().origin())), "this address");
            throw e;
        }
    }

    /** The end of an attempt, as the history has it. */
    private Optional<Report> find(String namespace, AttemptToken token) {
        return reeve.namespace(namespace).find(token.execution()).flatMap(execution -> find(execution, token));
    }

    private static Optional<Report> find(Execution execution, AttemptToken token) {
        boolean begun = false;
        for (HistoryEntry entry : execution.history()) {
            if (entry.event() instanceof Event.StepStarted started
                    && started.nonce() == token.nonce()
                    && started.step().equals(token.step())) {
                begun = true;
            }
            Report report = begun ? report(entry.event(), token) : null;
            if (report != null) {
                return Optional.of(report);
            }
        }
        return Optional.empty();
    }

    private static @Nullable Report report(Event event, AttemptToken token) {
        return switch (event) {
            case Event.StepCompleted e
            when token.purpose() == Purpose.FORWARD
                    && e.attempt() == token.attempt()
                    && e.step().equals(token.step()) -> new Report.Completed(token, e.output());
            case Event.StepCompensated e
            when token.purpose() == Purpose.COMPENSATION
                    && e.attempt() == token.attempt()
                    && e.step().equals(token.step()) ->
                new Report.Completed(token, e.output() == null ? Json.NULL : e.output());
            case Event.AttemptFailed e
            when token.purpose() == e.purpose()
                    && e.attempt() == token.attempt()
                    && e.step().equals(token.step()) -> new Report.Failed(token, e.failure());
            default -> null;
        };
    }
}
