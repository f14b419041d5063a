package dev.reeve.internal.agent;

import dev.reeve.AttemptToken;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
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

/** A node that does nothing by itself: the test looks at what came and says what is answered, or that nothing is. */
final class FakeNode implements AgentTransport {

    /** One exchange as it arrived. */
    record Sent(SessionId session, Exchange exchange, CompletableFuture<Reply> promise) {}

    final List<Sent> sent = new ArrayList<>();
    final List<Registration> registrations = new ArrayList<>();
    final List<SessionId> left = new ArrayList<>();
    final Deque<RuntimeException> registrationFailures = new ArrayDeque<>();
    /** Whether an exchange stays unanswered when a newer one comes: a node that is not as it should be, or slow. */
    boolean holdsOlder;

    boolean silentOnRegistration;
    boolean throwsOnExchange;

    @Override
    public CompletionStage<SessionId> register(Registration registration) {
        registrations.add(registration);
        if (silentOnRegistration) {
            return new CompletableFuture<>();
        }
        return registrationFailures.isEmpty()
                ? CompletableFuture.completedFuture(new SessionId(registrations.size()))
                : CompletableFuture.failedFuture(registrationFailures.remove());
    }

    @Override
    public CompletionStage<Reply> exchange(SessionId session, Exchange exchange, Duration wait) {
        if (throwsOnExchange) {
            throw new IllegalStateException("thrown instead of a promise that fails");
        }
        CompletableFuture<Reply> promise = new CompletableFuture<>();
        sent.add(new Sent(session, exchange, promise));
        if (!holdsOlder) {
            releaseOlder();
        }
        return promise;
    }

    @Override
    public CompletionStage<Void> leave(SessionId session) {
        left.add(session);
        return CompletableFuture.completedFuture(null);
    }

    /** The newest exchange. */
    Sent last() {
        return sent.getLast();
    }

    /** Answers all open exchanges but the newest with nothing, as a node does when a newer one arrives. */
    void releaseOlder() {
        for (Sent older : sent.subList(0, sent.size() - 1)) {
            older.promise().complete(new Reply(List.of(), List.of(), List.of()));
        }
    }

    void answer(Reply reply) {
        releaseOlder();
        last().promise().complete(reply);
    }

    void offer(AttemptRequest... requests) {
        answer(new Reply(List.of(requests), List.of(), List.of()));
    }

    void accept(AttemptToken... tokens) {
        answer(new Reply(
                List.of(),
                List.of(tokens).stream().map(token -> new Verdict(token, null)).toList(),
                List.of()));
    }

    void refuse(AttemptToken token, String reason) {
        answer(new Reply(List.of(), List.of(new Verdict(token, reason)), List.of()));
    }

    void cancel(AttemptToken... tokens) {
        answer(new Reply(List.of(), List.of(), List.of(tokens)));
    }

    void fail(RuntimeException error) {
        releaseOlder();
        last().promise().completeExceptionally(error);
    }

    /** All reports that came, in order, repeated ones too. */
    List<Report> reports() {
        return sent.stream().flatMap(each -> each.exchange().reports().stream()).toList();
    }

    List<Beat> beats() {
        return sent.stream().flatMap(each -> each.exchange().beats().stream()).toList();
    }
}
