package dev.reeve.engine.dispatch;

import dev.reeve.agent.transport.Beat;
import dev.reeve.agent.transport.Exchange;
import dev.reeve.agent.transport.NodeClosedException;
import dev.reeve.agent.transport.Registration;
import dev.reeve.agent.transport.Reply;
import dev.reeve.agent.transport.Report;
import dev.reeve.agent.transport.SessionId;
import dev.reeve.agent.transport.UnknownSessionException;
import dev.reeve.agent.transport.Verdict;
import dev.reeve.core.AttemptToken;
import dev.reeve.engine.runtime.Clock;
import dev.reeve.engine.store.ServicePause;
import dev.reeve.model.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Brings ready steps and free slots together. Work is handed out only when a slot is free, so a slow agent is never buried
 * (D2); what finds no slot waits in a queue per action.
 *
 * <p>Holds nothing that cannot be rebuilt: after a restart the lanes enqueue their ready steps again. Thread-safe; one
 * lock, held only for moves in memory. Promises and sinks are called without it.
 */
public final class Dispatcher {

    /** How soon an offer that did not arrive is made again; agents show within a second what they got (L4). */
    private static final Duration OFFER_PATIENCE = Duration.ofSeconds(4);

    private final Clock clock;
    private final WorkSink sink;
    private final ReentrantLock lock = new ReentrantLock();
    private final Roster roster;
    private final Services services;
    private boolean draining;
    private boolean closed;

    /**
     * @param sessionSeed where session ids begin: random, so that a session of an earlier node is never taken for one of
     *     this
     */
    public Dispatcher(Clock clock, WorkSink sink, ServiceOptions options, RandomGenerator chance, long sessionSeed) {
        this.clock = clock;
        this.sink = sink;
        this.services = new Services(clock, options, chance);
        this.roster = new Roster(clock, sessionSeed);
    }

    // What the lanes call

    /**
     * A free slot for this action, unless others wait for one already, or its service is not called at present.
     *
     * @param retry whether it is for an attempt that comes after one that failed
     */
    public @Nullable Slot reserve(String action, boolean retry) {
        lock.lock();
        try {
            Service service = services.find(action);
            return service != null && service.takesAtOnce(retry) ? freeSlot(service, retry) : null;
        } finally {
            lock.unlock();
        }
    }

    /** Gives reserved slots back that were not used. */
    public void release(Collection<Slot> slots) {
        if (slots.isEmpty()) {
            return;
        }
        moved(effects -> {
            Set<AgentSession> touched = new LinkedHashSet<>();
            for (Slot slot : slots) {
                slot.giveBack();
                touched.add(slot.session);
            }
            touched.forEach(session -> fill(session, effects));
            for (Slot slot : slots) {
                fillLimited(slot.service, effects);
            }
        });
    }

    /** Sends committed attempts to their agents. */
    public void deliver(List<Delivery> deliveries) {
        if (deliveries.isEmpty()) {
            return;
        }
        Effects effects = new Effects();
        List<AttemptToken> lost = new ArrayList<>();
        long nanos = clock.nanos();
        lock.lock();
        try {
            Set<AgentSession> touched = new LinkedHashSet<>();
            for (Delivery delivery : deliveries) {
                AgentSession session = delivery.slot().session;
                if (session.isOpen()) {
                    session.unreserve();
                    session.request(delivery, nanos);
                    touched.add(session);
                } else {
                    delivery.slot().giveBack();
                    lost.add(delivery.token());
                }
            }
            touched.forEach(session -> flush(session, effects));
        } finally {
            lock.unlock();
        }
        effects.send(sink);
        lost.forEach(sink::lost);
    }

    /** Queues steps that found no slot. */
    public void enqueue(List<ReadyStep> steps) {
        if (steps.isEmpty()) {
            return;
        }
        long nanos = clock.nanos();
        moved(effects -> {
            Set<Service> touched = new LinkedHashSet<>();
            for (ReadyStep ready : steps) {
                Service service = services.of(ready.action());
                service.queue.add(ready, nanos);
                touched.add(service);
            }
            touched.forEach(service -> fill(service, effects));
        });
    }

    /** Attempts that do not count any more, though their agents have not reported: their slots are free. */
    public void forget(List<AttemptToken> tokens, List<String> agents) {
        if (tokens.isEmpty()) {
            return;
        }
        long nanos = clock.nanos();
        moved(effects -> {
            for (int i = 0; i < tokens.size(); i++) {
                AgentSession session = roster.find(agents.get(i));
                AgentSession.Held attempt =
                        session == null ? null : session.held().get(tokens.get(i));
                if (session != null && attempt != null) {
                    over(session, tokens.get(i), attempt, attempt.givenUp(), nanos, effects);
                    session.cancel(tokens.get(i));
                    fill(session, effects);
                }
            }
        });
    }

    /** Tells the agents that these attempts' results are not wanted any more. */
    public void cancel(List<AttemptToken> tokens, List<String> agents) {
        if (tokens.isEmpty()) {
            return;
        }
        moved(effects -> {
            for (int i = 0; i < tokens.size(); i++) {
                AgentSession session = roster.find(agents.get(i));
                if (session != null) {
                    session.cancel(tokens.get(i));
                    flush(session, effects);
                }
            }
        });
    }

    /** Whether the agent that the store names for this attempt has it. */
    public Presence presence(String agent, AttemptToken token) {
        return asked(() -> {
            AgentSession session = roster.find(agent);
            if (session == null) {
                return Presence.GONE;
            }
            return session.held().containsKey(token) ? Presence.HELD : Presence.NOT_DELIVERED;
        });
    }

    /** A slot at this very agent, whether it has a free one or not; null if its session is over. */
    public @Nullable Slot reserveAt(String agent, String action) {
        return asked(() -> {
            AgentSession session = roster.find(agent);
            return session == null ? null : services.of(action).takeAgain(session);
        });
    }

    /** How long ago the agent last showed that it works on this attempt; null if it does not hold it. */
    public @Nullable Duration silence(String agent, AttemptToken token) {
        return asked(() -> {
            AgentSession session = roster.find(agent);
            AgentSession.Held attempt = session == null ? null : session.held().get(token);
            return attempt == null ? null : attempt.silence(clock.nanos());
        });
    }

    // What the transport calls

    /**
     * @throws NodeClosedException if the node is closed for good
     */
    SessionId register(Registration registration) {
        Effects effects = new Effects();
        SessionId id;
        lock.lock();
        try {
            if (closed) {
                throw new NodeClosedException();
            }
            AgentSession session = roster.add(
                    registration,
                    registration.actions().stream().map(services::of).toList());
            id = session.id();
            fill(session, effects);
        } finally {
            lock.unlock();
        }
        effects.send(sink);
        return id;
    }

    CompletionStage<Reply> exchange(SessionId id, Exchange exchange, Duration wait) {
        CompletableFuture<Reply> promise = new CompletableFuture<>();
        Effects effects = new Effects();
        List<Beat> checkpoints;
        List<Report> reports = new ArrayList<>();
        AgentSession session;
        lock.lock();
        try {
            if (closed) {
                return CompletableFuture.failedFuture(new NodeClosedException());
            }
            session = roster.find(id);
            if (session == null) {
                return CompletableFuture.failedFuture(new UnknownSessionException(id));
            }
            long nanos = clock.nanos();
            session.exchanged(nanos, exchange.draining());
            checkpoints = session.beat(exchange.beats(), nanos);
            for (Report report : exchange.reports()) {
                if (session.reported(report.token())) {
                    reports.add(report);
                }
            }
            AgentSession.Poll before =
                    session.poll(new AgentSession.Poll(promise, clock.now(), nanos + wait.toNanos()));
            if (before != null) {
                effects.answer(before, session.takeReply(before.received()));
            }
            if (wait.isZero() || session.hasNews()) {
                answer(session, effects);
            }
            boolean isBack = session.isSuspect() && session.judge(nanos, Long.MAX_VALUE);
            if (isBack || !exchange.reports().isEmpty()) {
                fill(session, effects);
            }
        } finally {
            lock.unlock();
        }
        for (Beat beat : checkpoints) {
            if (beat.checkpoint() != null) {
                store(session, beat.token(), beat.checkpoint());
            }
        }
        for (Report report : reports) {
            sink.report(
                    report, refused -> verdict(session, report, refused), () -> unanswered(session, report.token()));
        }
        effects.send(sink);
        return promise;
    }

    void leave(SessionId id) {
        Effects effects = new Effects();
        List<AttemptToken> lost;
        lock.lock();
        try {
            AgentSession session = roster.remove(id);
            if (session == null) {
                return;
            }
            session.services().forEach(service -> fillLimited(service, effects));
            lost = List.copyOf(session.held().keySet());
            answer(session, effects);
        } finally {
            lock.unlock();
        }
        effects.send(sink);
        lost.forEach(sink::lost);
    }

    // What the supervisor and the node call

    /**
     * Answers exchanges that have waited long enough, offers again what did not arrive, ends sessions of agents that were not
     * heard of for {@code silenceMax}, and tries services again that were left alone for long enough.
     */
    public void tick(Duration silenceMax) {
        Effects effects = new Effects();
        List<SessionId> silent = new ArrayList<>();
        long nanos = clock.nanos();
        lock.lock();
        try {
            for (AgentSession session : roster.all()) {
                if (session.judge(nanos, silenceMax.toNanos() / 3)) {
                    fill(session, effects);
                }
                session.offerAgain(nanos, OFFER_PATIENCE.toNanos());
                flush(session, effects);
                AgentSession.Poll poll = session.poll();
                if (poll != null && poll.expiresNanos() - nanos <= 0) {
                    answer(session, effects);
                }
                if (poll == null && nanos - session.lastExchangeNanos() > silenceMax.toNanos()) {
                    silent.add(session.id());
                }
            }
            for (Service service : services.all()) {
                service.tick(nanos, services);
                fillLimited(service, effects);
            }
            effects.take(services);
        } finally {
            lock.unlock();
        }
        effects.send(sink);
        silent.forEach(this::leave);
    }

    /** Tells verdicts that were held back to travel together; called by a lane when its batch is done. */
    public void flushVerdicts() {
        moved(effects -> {
            for (AgentSession session : roster.all()) {
                flush(session, effects);
            }
        });
    }

    /** The node is closed for good: agents are told, and end. */
    public void close() {
        List<AgentSession.Poll> polls = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            draining = true;
            for (AgentSession session : roster.all()) {
                AgentSession.Poll poll = session.poll(null);
                if (poll != null) {
                    polls.add(poll);
                }
            }
        } finally {
            lock.unlock();
        }
        polls.forEach(poll -> poll.promise().completeExceptionally(new NodeClosedException()));
    }

    /** From now on nothing new is handed out. */
    public void drain() {
        lock.lock();
        try {
            draining = true;
        } finally {
            lock.unlock();
        }
    }

    /** Attempts that agents hold or are about to get. */
    public int outstanding() {
        return asked(() -> {
            int count = 0;
            for (AgentSession session : roster.all()) {
                count += session.registration().slots() - session.free();
            }
            return count;
        });
    }

    // What people ask and want

    /** A person does not want this action to be called. What is under way goes on. */
    public void pause(ServicePause pause) {
        moved(effects -> services.pause(pause));
    }

    /** A person wants this action to be called again, whether a person had paused it or a breaker had opened. */
    public void resume(String action) {
        moved(effects -> fill(services.resume(action), effects));
    }

    /** Exactly these are paused. */
    public void paused(List<ServicePause> pauses) {
        moved(effects -> services.paused(pauses).forEach(resumed -> fill(resumed, effects)));
    }

    /** How things stand with each action that was ever named here, by action. */
    public List<ServiceStatus> services() {
        return asked(services::statuses);
    }

    /** Attempts that take unusually long, those that have been under way for longest first. */
    public List<SuspectAttempt> suspects() {
        return asked(() -> roster.suspects(clock.nanos()));
    }

    /** The agents that are there, and those that went a short while ago. */
    public List<AgentStatus> agents() {
        return asked(roster::statuses);
    }

    /** Which services failed for everybody since the node was opened, the oldest first; those that still do come last. */
    public List<ServiceIncident> incidents() {
        return asked(services::incidents);
    }

    public void listen(ServiceListener listener) {
        services.listen(listener);
    }

    /**
     * Actions that are called, with steps that have waited longer than {@code patience}: how many wait, and whether any agent
     * can do it.
     */
    public List<Starving> starving(Duration patience) {
        List<Starving> found = new ArrayList<>();
        long nanos = clock.nanos();
        lock.lock();
        try {
            for (Service service : services.all()) {
                long waited = nanos - service.queue.waitingSinceNanos();
                if (service.hasNext() && waited > patience.toNanos()) {
                    found.add(new Starving(
                            service.action, service.queue.size(), service.able.size(), Duration.ofNanos(waited)));
                }
            }
        } finally {
            lock.unlock();
        }
        return found;
    }

    /** Does something under the lock, and says what follows without it. */
    private void moved(Consumer<Effects> move) {
        Effects effects = new Effects();
        lock.lock();
        try {
            move.accept(effects);
            effects.take(services);
        } finally {
            lock.unlock();
        }
        effects.send(sink);
    }

    private <T extends @Nullable Object> T asked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }

    // Under the lock

    private @Nullable Slot freeSlot(Service service, boolean retry) {
        if (draining) {
            return null;
        }
        AgentSession best = null;
        for (AgentSession session : service.able) {
            if (session.hasFreeSlot() && (best == null || session.free() > best.free())) {
                best = session;
            }
        }
        return best == null ? null : service.take(best, retry);
    }

    private void fill(Service service, Effects effects) {
        for (AgentSession session : service.able) {
            fill(session, effects);
        }
    }

    /** Where only so many attempts are let through at once, the end of one may be the beginning of another, wherever it was. */
    private void fillLimited(Service service, Effects effects) {
        if (service.isLimited()) {
            service.lookedAt();
            fill(service, effects);
        }
    }

    /** Gives the session waiting steps as far as it has slots: the most urgent first, over all its actions. */
    private void fill(AgentSession session, Effects effects) {
        while (!draining && session.hasFreeSlot()) {
            Service next = null;
            for (Service service : session.services()) {
                if (service.hasNext() && (next == null || service.isMoreUrgentThan(next))) {
                    next = service;
                }
            }
            ReadyStep ready = next == null ? null : next.poll(clock.nanos());
            if (next == null || ready == null) {
                return;
            }
            effects.grant(ready, next.take(session, ready.retry()));
        }
    }

    /** The attempt is over, and what that says about its service is counted. */
    private void over(
            AgentSession session,
            AttemptToken token,
            AgentSession.Held attempt,
            Outcome outcome,
            long nanos,
            Effects effects) {
        Service service = attempt.slot.service;
        service.ended(attempt, outcome, token.execution(), nanos, services);
        session.drop(token);
        fillLimited(service, effects);
    }

    private void flush(AgentSession session, Effects effects) {
        if (session.poll() != null && session.hasNews()) {
            answer(session, effects);
        }
    }

    private void answer(AgentSession session, Effects effects) {
        AgentSession.Poll poll = session.poll(null);
        if (poll != null) {
            session.answered(clock.nanos());
            effects.answer(poll, session.takeReply(poll.received()));
        }
    }

    /** Of each attempt a lane has one checkpoint at a time; of those that come meanwhile the newest follows. */
    private void store(AgentSession session, AttemptToken token, Json checkpoint) {
        sink.checkpoint(token, checkpoint, () -> {
            Json next;
            lock.lock();
            try {
                AgentSession.Held attempt = session.held().get(token);
                next = attempt == null ? null : attempt.stored();
            } finally {
                lock.unlock();
            }
            if (next != null) {
                store(session, token, next);
            }
        });
    }

    private void unanswered(AgentSession session, AttemptToken token) {
        lock.lock();
        try {
            session.reportDone(token);
        } finally {
            lock.unlock();
        }
    }

    /** @param refused why the report does not count; null if it does */
    private void verdict(AgentSession session, Report report, @Nullable String refused) {
        AttemptToken token = report.token();
        moved(effects -> {
            session.reportDone(token);
            session.verdict(new Verdict(token, refused));
            AgentSession.Held attempt = session.held().get(token);
            if (attempt != null) {
                over(
                        session,
                        token,
                        attempt,
                        refused == null ? outcome(report) : Outcome.UNKNOWN,
                        clock.nanos(),
                        effects);
            }
        });
    }

    private static Outcome outcome(Report report) {
        return switch (report) {
            case Report.Completed completed -> Outcome.ANSWERED;
            case Report.Failed failed -> Outcome.of(failed.failure());
        };
    }
}
