package dev.reeve.internal.agent.endpoint;

import dev.reeve.Json;
import dev.reeve.internal.agent.protocol.Protocol;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of an agent without a session of its own. The server keeps a session for it, with one slot, and holds an
 * exchange open on it, so that the node counts the agent as present until complete-by. Thread-safe.
 */
final class Claim {

    /** How long after complete-by a report is still passed on; it may have been made in time. */
    static final Duration GRACE = Duration.ofSeconds(30);

    private final AgentTransport transport;
    private final SessionId session;
    private final AttemptRequest request;
    private final LongSupplier nanos;
    private final long claimedAt;
    private final Runnable ended;
    private final CompletableFuture<@Nullable Verdict> verdict = new CompletableFuture<>();

    private long sent;
    private boolean cancelled;
    private boolean over;

    /**
     * @param claimedAt when the agent asked, on the monotonic clock
     * @param ended called once, when the session is over
     */
    Claim(
            AgentTransport transport,
            SessionId session,
            AttemptRequest request,
            LongSupplier nanos,
            long claimedAt,
            Runnable ended) {
        this.transport = transport;
        this.session = session;
        this.request = request;
        this.nanos = nanos;
        this.claimedAt = claimedAt;
        this.ended = ended;
    }

    /** The request with the time that remains now. */
    AttemptRequest request() {
        return new AttemptRequest(
                request.token(),
                request.idempotencyKey(),
                request.workflow(),
                request.action(),
                request.input(),
                request.remaining().minusNanos(nanos.getAsLong() - claimedAt),
                request.heartbeat(),
                request.checkpoint(),
                request.evidence(),
                request.traceparent());
    }

    /** Confirms the attempt to the node, takes no more work, and keeps the session. */
    void hold() {
        heartbeat(null);
    }

    /** @return whether the attempt is held */
    boolean heartbeat(@Nullable Json checkpoint) {
        return send(new Exchange(List.of(), List.of(new Beat(request.token(), checkpoint)), true));
    }

    /** @return the verdict; null if the session ended without one */
    CompletionStage<@Nullable Verdict> report(Report report) {
        send(new Exchange(List.of(report), List.of(), true));
        return verdict;
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    private boolean send(Exchange exchange) {
        long number;
        synchronized (this) {
            if (over) {
                return false;
            }
            number = ++sent;
        }
        var unused = transport.exchange(session, exchange, Protocol.WAIT_MAX).whenComplete((reply, error) -> {
            if (reply == null) {
                end(null);
            } else {
                absorb(number, reply);
            }
        });
        synchronized (this) {
            return !over;
        }
    }

    private void absorb(long number, Reply reply) {
        boolean newest;
        synchronized (this) {
            cancelled |= reply.cancelled().contains(request.token());
            newest = number == sent;
        }
        for (Verdict given : reply.verdicts()) {
            if (given.token().equals(request.token())) {
                end(given);
                return;
            }
        }
        if (nanos.getAsLong() - claimedAt >= request.remaining().plus(GRACE).toNanos()) {
            end(null);
        } else if (newest) {
            send(new Exchange(List.of(), List.of(), true));
        }
    }

    private void end(@Nullable Verdict given) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        ended.run();
        var unused = transport.leave(session);
        verdict.complete(given);
    }
}
