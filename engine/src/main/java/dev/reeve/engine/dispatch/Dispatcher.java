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
import dev.reeve.model.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
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
    private final Map<SessionId, AgentSession> sessions = new LinkedHashMap<>();
    private final Map<String, AgentSession> byReference = new HashMap<>();
    private final Map<String, List<AgentSession>> byAction = new HashMap<>();
    private final Map<String, ReadyQueue> queues = new LinkedHashMap<>();
    private long sessionCounter;
    private boolean draining;
    private boolean closed;

    /**
     * @param sessionSeed where session ids begin: random, so that a session of an earlier node is never taken for one of
     *     this
     */
    public Dispatcher(Clock clock, WorkSink sink, long sessionSeed) {
        this.clock = clock;
        this.sink = sink;
        this.sessionCounter = sessionSeed;
    }

    // What the lanes call

    /** A free slot for this action, unless others wait for one already. */
    public @Nullable Slot reserve(String action) {
        lock.lock();
        try {
            ReadyQueue queue = queues.get(action);
            return queue == null || queue.isEmpty() ? freeSlot(action) : null;
        } finally {
            lock.unlock();
        }
    }

    /** Gives reserved slots back that were not used. */
    public void release(Collection<Slot> slots) {
        if (slots.isEmpty()) {
            return;
        }
        Grants grants = new Grants();
        lock.lock();
        try {
            Set<AgentSession> touched = new LinkedHashSet<>();
            for (Slot slot : slots) {
                slot.session.unreserve();
                touched.add(slot.session);
            }
            touched.forEach(session -> fill(session, grants));
        } finally {
            lock.unlock();
        }
        grants.send(sink);
    }

    /** Sends committed attempts to their agents. */
    public void deliver(List<Delivery> deliveries) {
        if (deliveries.isEmpty()) {
            return;
        }
        Answers answers = new Answers();
        List<AttemptToken> lost = new ArrayList<>();
        long nanos = clock.nanos();
        lock.lock();
        try {
            Set<AgentSession> touched = new LinkedHashSet<>();
            for (Delivery delivery : deliveries) {
                AgentSession session = delivery.slot().session;
                session.unreserve();
                if (session.isOpen()) {
                    session.request(delivery, nanos);
                    touched.add(session);
                } else {
                    lost.add(delivery.token());
                }
            }
            touched.forEach(session -> flush(session, answers));
        } finally {
            lock.unlock();
        }
        answers.send();
        lost.forEach(sink::lost);
    }

    /** Queues steps that found no slot. */
    public void enqueue(List<ReadyStep> steps) {
        if (steps.isEmpty()) {
            return;
        }
        Grants grants = new Grants();
        long nanos = clock.nanos();
        lock.lock();
        try {
            Set<String> actions = new LinkedHashSet<>();
            for (ReadyStep ready : steps) {
                queues.computeIfAbsent(ready.action(), a -> new ReadyQueue()).add(ready, nanos);
                actions.add(ready.action());
            }
            for (String action : actions) {
                for (AgentSession session : byAction.getOrDefault(action, List.of())) {
                    fill(session, grants);
                }
            }
        } finally {
            lock.unlock();
        }
        grants.send(sink);
    }

    /** Attempts that do not count any more, though their agents have not reported: their slots are free. */
    public void forget(List<AttemptToken> tokens, List<String> agents) {
        if (tokens.isEmpty()) {
            return;
        }
        Grants grants = new Grants();
        lock.lock();
        try {
            for (int i = 0; i < tokens.size(); i++) {
                AgentSession session = byReference.get(agents.get(i));
                if (session != null && session.drop(tokens.get(i))) {
                    session.cancel(tokens.get(i));
                    fill(session, grants);
                }
            }
        } finally {
            lock.unlock();
        }
        grants.send(sink);
    }

    /** Tells the agents that these attempts' results are not wanted any more. */
    public void cancel(List<AttemptToken> tokens, List<String> agents) {
        if (tokens.isEmpty()) {
            return;
        }
        Answers answers = new Answers();
        lock.lock();
        try {
            for (int i = 0; i < tokens.size(); i++) {
                AgentSession session = byReference.get(agents.get(i));
                if (session != null) {
                    session.cancel(tokens.get(i));
                    flush(session, answers);
                }
            }
        } finally {
            lock.unlock();
        }
        answers.send();
    }

    /** Whether the agent that the store names for this attempt has it. */
    public Presence presence(String agent, AttemptToken token) {
        lock.lock();
        try {
            AgentSession session = byReference.get(agent);
            if (session == null) {
                return Presence.GONE;
            }
            return session.held().containsKey(token) ? Presence.HELD : Presence.NOT_DELIVERED;
        } finally {
            lock.unlock();
        }
    }

    /** A slot at this very agent, whether it has a free one or not; null if its session is over. */
    public @Nullable Slot reserveAt(String agent) {
        lock.lock();
        try {
            AgentSession session = byReference.get(agent);
            if (session == null) {
                return null;
            }
            session.reserve();
            return new Slot(session);
        } finally {
            lock.unlock();
        }
    }

    /** How long ago the agent last showed that it works on this attempt; null if it does not hold it. */
    public @Nullable Duration silence(String agent, AttemptToken token) {
        lock.lock();
        try {
            AgentSession session = byReference.get(agent);
            AgentSession.Held attempt = session == null ? null : session.held().get(token);
            return attempt == null ? null : attempt.silence(clock.nanos());
        } finally {
            lock.unlock();
        }
    }

    // What the transport calls

    /**
     * @throws NodeClosedException if the node is closed for good
     */
    SessionId register(Registration registration) {
        Grants grants = new Grants();
        SessionId id;
        lock.lock();
        try {
            if (closed) {
                throw new NodeClosedException();
            }
            id = new SessionId(++sessionCounter);
            AgentSession session = new AgentSession(id, registration, clock.nanos());
            sessions.put(id, session);
            byReference.put(session.reference(), session);
            for (String action : registration.actions()) {
                byAction.computeIfAbsent(action, a -> new ArrayList<>()).add(session);
            }
            fill(session, grants);
        } finally {
            lock.unlock();
        }
        grants.send(sink);
        return id;
    }

    CompletionStage<Reply> exchange(SessionId id, Exchange exchange, Duration wait) {
        CompletableFuture<Reply> promise = new CompletableFuture<>();
        Answers answers = new Answers();
        Grants grants = new Grants();
        List<Beat> checkpoints = new ArrayList<>();
        List<Report> reports = new ArrayList<>();
        AgentSession session;
        lock.lock();
        try {
            if (closed) {
                return CompletableFuture.failedFuture(new NodeClosedException());
            }
            session = sessions.get(id);
            if (session == null) {
                return CompletableFuture.failedFuture(new UnknownSessionException(id));
            }
            long nanos = clock.nanos();
            session.exchanged(nanos, exchange.draining());
            for (Beat beat : exchange.beats()) {
                // Only what is held: an attempt that was given up must not come back and keep a slot for ever.
                AgentSession.Held attempt = session.held().get(beat.token());
                if (attempt != null) {
                    attempt.beat(nanos);
                    if (beat.checkpoint() != null && attempt.checkpoint(beat.checkpoint())) {
                        checkpoints.add(beat);
                    }
                }
            }
            for (Report report : exchange.reports()) {
                if (session.reported(report.token())) {
                    reports.add(report);
                }
            }
            AgentSession.Poll before =
                    session.poll(new AgentSession.Poll(promise, clock.now(), nanos + wait.toNanos()));
            if (before != null) {
                answers.add(before, session.takeReply(before.received()));
            }
            if (wait.isZero() || session.hasNews()) {
                answer(session, answers);
            }
            if (!exchange.reports().isEmpty()) {
                fill(session, grants);
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
            AttemptToken token = report.token();
            sink.report(
                    report, refused -> verdict(session, new Verdict(token, refused)), () -> unanswered(session, token));
        }
        answers.send();
        grants.send(sink);
        return promise;
    }

    void leave(SessionId id) {
        Answers answers = new Answers();
        List<AttemptToken> lost;
        lock.lock();
        try {
            AgentSession session = sessions.remove(id);
            if (session == null) {
                return;
            }
            session.close();
            byReference.remove(session.reference());
            for (String action : session.registration().actions()) {
                List<AgentSession> able = byAction.get(action);
                if (able != null) {
                    able.remove(session);
                }
            }
            lost = List.copyOf(session.held().keySet());
            answer(session, answers);
        } finally {
            lock.unlock();
        }
        answers.send();
        lost.forEach(sink::lost);
    }

    // What the supervisor and the node call

    /**
     * Answers exchanges that have waited long enough, offers again what did not arrive, and ends sessions of agents that were
     * not heard of for {@code silenceMax}.
     */
    public void tick(Duration silenceMax) {
        Answers answers = new Answers();
        List<SessionId> silent = new ArrayList<>();
        long nanos = clock.nanos();
        lock.lock();
        try {
            for (AgentSession session : sessions.values()) {
                session.offerAgain(nanos, OFFER_PATIENCE.toNanos());
                flush(session, answers);
                AgentSession.Poll poll = session.poll();
                if (poll != null && poll.expiresNanos() - nanos <= 0) {
                    answer(session, answers);
                }
                if (poll == null && nanos - session.lastExchangeNanos() > silenceMax.toNanos()) {
                    silent.add(session.id());
                }
            }
        } finally {
            lock.unlock();
        }
        answers.send();
        silent.forEach(this::leave);
    }

    /** Tells verdicts that were held back to travel together; called by a lane when its batch is done. */
    public void flushVerdicts() {
        Answers answers = new Answers();
        lock.lock();
        try {
            for (AgentSession session : sessions.values()) {
                flush(session, answers);
            }
        } finally {
            lock.unlock();
        }
        answers.send();
    }

    /** The node is closed for good: agents are told, and end. */
    public void close() {
        List<AgentSession.Poll> polls = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            draining = true;
            for (AgentSession session : sessions.values()) {
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
        lock.lock();
        try {
            int count = 0;
            for (AgentSession session : sessions.values()) {
                count += session.registration().slots() - session.free();
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** Actions with steps that have waited longer than {@code patience}, with how many wait and whether any agent can do it. */
    public List<Starving> starving(Duration patience) {
        List<Starving> found = new ArrayList<>();
        long nanos = clock.nanos();
        lock.lock();
        try {
            queues.forEach((action, queue) -> {
                if (!queue.isEmpty() && nanos - queue.waitingSinceNanos() > patience.toNanos()) {
                    int agents = byAction.getOrDefault(action, List.of()).size();
                    found.add(new Starving(
                            action, queue.size(), agents, Duration.ofNanos(nanos - queue.waitingSinceNanos())));
                }
            });
        } finally {
            lock.unlock();
        }
        return found;
    }

    // Under the lock

    private @Nullable Slot freeSlot(String action) {
        if (draining) {
            return null;
        }
        List<AgentSession> able = byAction.get(action);
        if (able == null) {
            return null;
        }
        AgentSession best = null;
        for (AgentSession session : able) {
            if (session.hasFreeSlot() && (best == null || session.free() > best.free())) {
                best = session;
            }
        }
        if (best == null) {
            return null;
        }
        best.reserve();
        return new Slot(best);
    }

    /** Gives the session waiting steps as far as it has slots: the most urgent first, over all its actions. */
    private void fill(AgentSession session, Grants grants) {
        while (!draining && session.hasFreeSlot()) {
            ReadyQueue next = null;
            for (String action : session.registration().actions()) {
                ReadyQueue queue = queues.get(action);
                if (queue != null && !queue.isEmpty() && (next == null || moreUrgent(queue, next))) {
                    next = queue;
                }
            }
            ReadyStep ready = next == null ? null : next.poll(clock.nanos());
            if (ready == null) {
                return;
            }
            session.reserve();
            grants.add(ready, new Slot(session));
        }
    }

    /** The queue that has not been served for longest goes first among equals, so that no action starves another. */
    private static boolean moreUrgent(ReadyQueue one, ReadyQueue other) {
        return one.priority() != other.priority()
                ? one.priority() > other.priority()
                : one.waitingSinceNanos() - other.waitingSinceNanos() < 0;
    }

    private void flush(AgentSession session, Answers answers) {
        if (session.poll() != null && session.hasNews()) {
            answer(session, answers);
        }
    }

    private static void answer(AgentSession session, Answers answers) {
        AgentSession.Poll poll = session.poll(null);
        if (poll != null) {
            answers.add(poll, session.takeReply(poll.received()));
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

    private void verdict(AgentSession session, Verdict verdict) {
        lock.lock();
        try {
            session.reportDone(verdict.token());
            session.verdict(verdict);
            session.drop(verdict.token());
        } finally {
            lock.unlock();
        }
    }

    /** Answers to exchanges, sent once the lock is released. */
    private static final class Answers {
        private final List<AgentSession.Poll> polls = new ArrayList<>(2);
        private final List<Reply> replies = new ArrayList<>(2);

        void add(AgentSession.Poll poll, Reply reply) {
            polls.add(poll);
            replies.add(reply);
        }

        void send() {
            for (int i = 0; i < polls.size(); i++) {
                polls.get(i).promise().complete(replies.get(i));
            }
        }
    }

    /** Steps that got a slot, told to their lanes once the lock is released. */
    private static final class Grants {
        private final List<ReadyStep> steps = new ArrayList<>(0);
        private final List<Slot> slots = new ArrayList<>(0);

        void add(ReadyStep ready, Slot slot) {
            steps.add(ready);
            slots.add(slot);
        }

        void send(WorkSink sink) {
            for (int i = 0; i < steps.size(); i++) {
                sink.grant(steps.get(i), slots.get(i));
            }
        }
    }
}
