package dev.reeve.internal.agent;

import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A node in memory that hands out what it is given as slots are free, and accepts every report. For one agent. */
final class LiveNode implements AgentTransport {

    private record Poll(CompletableFuture<Reply> promise, long arrivedAt) {}

    private final Ticker ticker = Ticker.system();
    private final Consumer<Report> reports;
    private final Deque<AttemptRequest> ready = new ArrayDeque<>();
    private List<Verdict> verdicts = new ArrayList<>();
    private @Nullable Poll poll;
    private boolean draining;
    private int free;
    private int exchanges;
    private boolean left;

    LiveNode(Consumer<Report> reports) {
        this.reports = reports;
    }

    @Override
    public synchronized CompletionStage<SessionId> register(Registration registration) {
        free = registration.slots();
        return CompletableFuture.completedFuture(new SessionId(1));
    }

    @Override
    public CompletionStage<Reply> exchange(SessionId session, Exchange exchange, Duration wait) {
        CompletableFuture<Reply> promise = new CompletableFuture<>();
        Poll older;
        Reply forOlder;
        synchronized (this) {
            exchanges++;
            draining |= exchange.draining();
            for (Report report : exchange.reports()) {
                free++;
                verdicts.add(new Verdict(report.token(), null));
                reports.accept(report);
            }
            older = poll;
            forOlder = new Reply(List.of(), List.of(), List.of());
            poll = new Poll(promise, ticker.nanos());
        }
        if (older != null) {
            older.promise().complete(forOlder);
        }
        answer();
        return promise;
    }

    @Override
    public synchronized CompletionStage<Void> leave(SessionId session) {
        left = true;
        return CompletableFuture.completedFuture(null);
    }

    void submit(List<AttemptRequest> requests) {
        synchronized (this) {
            ready.addAll(requests);
        }
        answer();
    }

    private void answer() {
        Poll answered;
        Reply reply;
        synchronized (this) {
            answered = poll;
            if (answered == null || (verdicts.isEmpty() && (ready.isEmpty() || free == 0 || draining))) {
                return;
            }
            List<AttemptRequest> work = new ArrayList<>();
            while (!draining && free > 0 && !ready.isEmpty()) {
                free--;
                work.add(since(answered.arrivedAt(), ready.remove()));
            }
            reply = new Reply(work, verdicts, List.of());
            verdicts = new ArrayList<>();
            poll = null;
        }
        answered.promise().complete(reply);
    }

    /** The time that remains, counted from the arrival of the exchange, as the protocol has it. */
    private AttemptRequest since(long arrivedAt, AttemptRequest request) {
        return new AttemptRequest(
                request.token(),
                request.workflow(),
                request.action(),
                request.input(),
                request.remaining().plusNanos(ticker.nanos() - arrivedAt),
                request.heartbeat(),
                request.checkpoint(),
                request.evidence());
    }

    synchronized int exchanges() {
        return exchanges;
    }

    synchronized boolean left() {
        return left;
    }
}
