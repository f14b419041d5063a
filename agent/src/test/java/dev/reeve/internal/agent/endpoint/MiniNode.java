package dev.reeve.internal.agent.endpoint;

import dev.reeve.AttemptToken;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.UnknownSessionException;
import dev.reeve.spi.transport.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A node in memory for many agents. Accepts the first report of each attempt, and refuses later ones. */
public final class MiniNode implements AgentTransport {

    private static final class Session {
        private final Registration registration;
        private final Map<AttemptToken, AttemptRequest> held = new LinkedHashMap<>();
        private final List<AttemptRequest> work = new ArrayList<>();
        private List<Verdict> verdicts = new ArrayList<>();
        private List<AttemptToken> cancelled = new ArrayList<>();
        private @Nullable CompletableFuture<Reply> poll;
        private boolean draining;

        private Session(Registration registration) {
            this.registration = registration;
        }
    }

    private final Map<SessionId, Session> sessions = new LinkedHashMap<>();
    private final Deque<AttemptRequest> ready = new ArrayDeque<>();
    private final Set<AttemptToken> reported = new HashSet<>();
    public final List<Report> accepted = new ArrayList<>();
    public final List<Beat> beats = new ArrayList<>();
    private int registrations;
    private int exchanges;
    private boolean deciding = true;

    @Override
    public synchronized CompletionStage<SessionId> register(Registration registration) {
        SessionId id = new SessionId(++registrations);
        sessions.put(id, new Session(registration));
        return CompletableFuture.completedFuture(id);
    }

    @Override
    public CompletionStage<Reply> exchange(SessionId id, Exchange exchange, Duration wait) {
        CompletableFuture<Reply> promise = new CompletableFuture<>();
        CompletableFuture<Reply> older;
        synchronized (this) {
            Session session = sessions.get(id);
            if (session == null) {
                return CompletableFuture.failedFuture(new UnknownSessionException(id));
            }
            exchanges++;
            session.draining = exchange.draining();
            beats.addAll(exchange.beats());
            for (Report report : exchange.reports()) {
                if (deciding) {
                    decide(session, report);
                }
            }
            older = session.poll;
            session.poll = promise;
        }
        if (older != null) {
            older.complete(new Reply(List.of(), List.of(), List.of()));
        }
        if (wait.isZero()) {
            promise.complete(new Reply(List.of(), List.of(), List.of()));
        }
        deliver();
        return promise;
    }

    private void decide(Session session, Report report) {
        session.held.remove(report.token());
        boolean first = reported.add(report.token());
        if (first) {
            accepted.add(report);
        }
        session.verdicts.add(new Verdict(report.token(), first ? null : "reported already"));
    }

    @Override
    public CompletionStage<Void> leave(SessionId id) {
        Session session;
        synchronized (this) {
            session = sessions.remove(id);
        }
        if (session != null && session.poll != null) {
            session.poll.complete(new Reply(List.of(), List.of(), List.of()));
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Hands out requests, in turn and as slots are free. */
    public void submit(AttemptRequest... requests) {
        synchronized (this) {
            ready.addAll(List.of(requests));
        }
        deliver();
    }

    public void cancel(AttemptToken token) {
        synchronized (this) {
            sessions.values().stream()
                    .filter(session -> session.held.containsKey(token))
                    .forEach(session -> session.cancelled.add(token));
        }
        deliver();
    }

    /** Offers again what was handed out and never listed in a heartbeat. */
    public void offerAgain() {
        synchronized (this) {
            for (Session session : sessions.values()) {
                session.held.forEach((token, request) -> {
                    boolean confirmed =
                            beats.stream().anyMatch(beat -> beat.token().equals(token));
                    if (!confirmed && !session.work.contains(request)) {
                        session.work.add(request);
                    }
                });
            }
        }
        deliver();
    }

    /** Forgets all sessions, as a node does that was restarted. */
    public void restart() {
        synchronized (this) {
            List.copyOf(sessions.values()).forEach(session -> {
                if (session.poll != null) {
                    session.poll.completeExceptionally(new UnknownSessionException(new SessionId(0)));
                }
            });
            sessions.clear();
        }
    }

    /** Leaves reports without a verdict, as while the store does not answer. */
    public synchronized void decides(boolean decides) {
        deciding = decides;
    }

    private void deliver() {
        Map<CompletableFuture<Reply>, Reply> answers = new LinkedHashMap<>();
        synchronized (this) {
            for (Session session : sessions.values()) {
                CompletableFuture<Reply> poll = session.poll;
                if (poll == null || poll.isDone()) {
                    continue;
                }
                fill(session);
                if (!session.work.isEmpty() || !session.verdicts.isEmpty() || !session.cancelled.isEmpty()) {
                    answers.put(poll, new Reply(List.copyOf(session.work), session.verdicts, session.cancelled));
                    session.work.clear();
                    session.verdicts = new ArrayList<>();
                    session.cancelled = new ArrayList<>();
                    session.poll = null;
                }
            }
        }
        answers.forEach(CompletableFuture::complete);
    }

    private void fill(Session session) {
        List<AttemptRequest> passed = new ArrayList<>();
        while (!session.draining && session.held.size() < session.registration.slots() && !ready.isEmpty()) {
            AttemptRequest request = ready.remove();
            if (session.registration.actions().contains(request.action())) {
                session.held.put(request.token(), request);
                session.work.add(request);
            } else {
                passed.add(request);
            }
        }
        ready.addAll(passed);
    }

    public synchronized int sessions() {
        return sessions.size();
    }

    public synchronized int registrations() {
        return registrations;
    }

    public synchronized int exchanges() {
        return exchanges;
    }

    public synchronized List<Report> accepted() {
        return List.copyOf(accepted);
    }

    public synchronized List<Beat> beats() {
        return List.copyOf(beats);
    }
}
