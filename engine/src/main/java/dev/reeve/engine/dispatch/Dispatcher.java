package dev.reeve.engine.dispatch;

import dev.reeve.agent.transport.Beat;
import dev.reeve.agent.transport.Exchange;
import dev.reeve.agent.transport.NodeClosedException;
import dev.reeve.agent.transport.Registration;
import dev.reeve.agent.transport.Reply;
import dev.reeve.agent.transport.Report;
import dev.reeve.agent.transport.SessionId;
import dev.reeve.agent.transport.UnknownSessionException;
import dev.reeve.core.AttemptToken;
import dev.reeve.core.CallLimit;
import dev.reeve.core.Times;
import dev.reeve.engine.runtime.Clock;
import dev.reeve.engine.runtime.HeldBytes;
import dev.reeve.engine.runtime.Mailbox;
import dev.reeve.engine.store.ServicePause;
import dev.reeve.model.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
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

    private final Clock clock;
    private final WorkSink sink;
    private final ReentrantLock lock = new ReentrantLock();
    private final Roster roster;
    private final Services services;
    private final Handout handout;
    private final Counting counting = new Counting();

    private volatile Runnable sooner = () -> {};
    private volatile Consumer<OfflineAgent> offline = agent -> {};

    /** What lanes say of reports until their batches are done: one move under the lock, however many there are. */
    private final Mailbox<Handout.Judged> judged = new Mailbox<>(Integer.MAX_VALUE);

    private boolean closed;

    /**
     * @param sessionSeed where session ids begin: random, so that a session of an earlier node is never taken for one of
     *     this
     */
    public Dispatcher(Clock clock, WorkSink sink, ServiceOptions options, RandomGenerator chance, long sessionSeed) {
        this(clock, sink, options, chance, sessionSeed, HeldBytes.unbounded());
    }

    /** @param held where the inputs of attempts at agents are counted */
    public Dispatcher(
            Clock clock,
            WorkSink sink,
            ServiceOptions options,
            RandomGenerator chance,
            long sessionSeed,
            HeldBytes held) {
        this.clock = clock;
        this.sink = sink;
        this.services = new Services(clock, options, chance, counting);
        this.roster = new Roster(clock, held, sessionSeed);
        this.handout = new Handout(clock, roster, services, counting);
    }

    // What the lanes call

    /**
     * A free slot for this action, unless others wait for one already, or its service is not called at present.
     *
     * @param retry whether it is for an attempt that comes after one that failed
     * @param limit that its call must be within; null for any number of calls
     */
    public @Nullable Slot reserve(String action, boolean retry, @Nullable CallLimit limit) {
        lock.lock();
        try {
            return handout.reserve(action, retry, limit);
        } finally {
            lock.unlock();
        }
    }

    /** Gives reserved slots back that were not used. */
    public void release(Collection<Slot> slots) {
        if (slots.isEmpty()) {
            return;
        }
        moved(effects -> handout.release(slots, effects));
    }

    /** Gives reserved slots back, of which nobody knows whether they were used until the lane has {@link #settled}. */
    public void doubt(int lane, Collection<Slot> slots) {
        if (slots.isEmpty()) {
            return;
        }
        moved(effects -> handout.doubt(lane, slots, effects));
    }

    /** Attempts whose calls were counted are over, and that is stored. */
    public void uncount(List<AttemptToken> counted) {
        if (counted.isEmpty()) {
            return;
        }
        moved(effects -> handout.uncount(counted, effects));
    }

    /** Attempts may have left the limits for which they counted before they were {@link #found} last, and that is stored. */
    public void leave(List<AttemptToken> counted) {
        if (counted.isEmpty()) {
            return;
        }
        moved(effects -> handout.leave(counted, effects));
    }

    /** An attempt that is to be counted is under way with this limit; also for those it counted for before, until it may {@link #leave}. */
    public void found(AttemptToken token, String action, CallLimit limit) {
        moved(effects -> handout.found(token, action, limit));
    }

    /** Of the calls that are counted exactly these are under way in a lane, as far as the store knows. */
    public void settled(int lane, Set<AttemptToken> underWay) {
        moved(effects -> handout.settled(lane, underWay, effects));
    }

    /** Before anything else: so many lanes will say what they have found under way; until then no call with a limit begins. */
    public void expect(int lanes) {
        moved(effects -> counting.expect(lanes));
    }

    /** Sends committed attempts to their agents. */
    public void deliver(List<Delivery> deliveries) {
        if (deliveries.isEmpty()) {
            return;
        }
        List<AttemptToken> lost = new ArrayList<>(0);
        moved(effects -> handout.deliver(deliveries, lost, effects));
        lost.forEach(sink::lost);
    }

    /** Queues steps that found no slot. */
    public void enqueue(List<ReadyStep> steps) {
        if (steps.isEmpty()) {
            return;
        }
        moved(effects -> handout.enqueue(steps, effects));
    }

    /** Steps that do not wait as this any more, though no slot was given for it. */
    public void withdraw(List<ReadyStep> steps) {
        if (steps.isEmpty()) {
            return;
        }
        moved(effects -> handout.withdraw(steps, effects));
    }

    /** Attempts that do not count any more, though their agents have not reported: their slots are free. */
    public void forget(List<AttemptToken> tokens, List<String> agents) {
        if (tokens.isEmpty()) {
            return;
        }
        moved(effects -> {
            for (int i = 0; i < tokens.size(); i++) {
                handout.forget(tokens.get(i), agents.get(i), effects);
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
                handout.cancel(tokens.get(i), agents.get(i), effects);
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

    /** Within which time the agent has promised a sign of life for this attempt; null if within none, or if it does not hold it. */
    public @Nullable Duration heartbeat(String agent, AttemptToken token) {
        return asked(() -> {
            AgentSession session = roster.find(agent);
            AgentSession.Held attempt = session == null ? null : session.held().get(token);
            return attempt == null ? null : attempt.heartbeat;
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
            handout.fill(session, effects);
        } finally {
            lock.unlock();
        }
        send(effects);
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
                    session.poll(new AgentSession.Poll(promise, clock.now(), nanos + Times.nanos(wait)));
            if (before != null) {
                effects.answer(before, session.takeReply(before.received()));
            }
            if (wait.isZero() || session.hasNews()) {
                handout.answer(session, effects);
            }
            boolean isBack = session.isSuspect() && session.judge(nanos, Long.MAX_VALUE);
            if (isBack || !exchange.reports().isEmpty()) {
                handout.fill(session, effects);
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
                    report,
                    refused -> judged.offer(new Handout.Judged(session, report, refused)),
                    () -> unanswered(session, report.token()));
        }
        send(effects);
        return promise;
    }

    void leave(SessionId id) {
        Effects effects = new Effects();
        List<AttemptToken> lost;
        OfflineAgent gone;
        lock.lock();
        try {
            AgentSession session = roster.remove(id);
            if (session == null) {
                return;
            }
            lost = List.copyOf(session.held().keySet());
            gone = closed || lost.isEmpty() ? null : offline(session);
            handout.left(session, effects);
        } finally {
            lock.unlock();
        }
        send(effects);
        lost.forEach(sink::lost);
        if (gone != null) {
            offline.accept(gone);
        }
    }

    private static OfflineAgent offline(AgentSession session) {
        SortedMap<String, Integer> held = new TreeMap<>();
        session.held().values().forEach(attempt -> held.merge(attempt.slot.service.action, 1, Integer::sum));
        return new OfflineAgent(session.registration().agent(), held);
    }

    // What the supervisor and the node call

    /**
     * Answers exchanges that have waited long enough, offers again what did not arrive, ends sessions of agents that were not
     * heard of for {@code silenceMax}, and tries services again that were left alone for long enough.
     */
    public void tick(Duration silenceMax) {
        List<SessionId> silent = new ArrayList<>(0);
        long nanos = clock.nanos();
        moved(effects -> {
            for (AgentSession session : roster.all()) {
                if (handout.tick(session, nanos, silenceMax.toNanos(), effects)) {
                    silent.add(session.id());
                }
            }
            for (Service service : services.all()) {
                handout.tick(service, nanos, effects);
            }
        });
        silent.forEach(this::leave);
    }

    /** Called when something is to be done sooner than {@link #restNanos} said; must be cheap. */
    public void onSooner(Runnable signal) {
        sooner = signal;
    }

    /** How long {@link #tickLimits} has nothing to do; {@link Long#MAX_VALUE} for ever. */
    public long restNanos(long nanos) {
        long next = counting.nextNanos();
        return next == Long.MAX_VALUE ? next : Math.max(0, next - nanos);
    }

    /** Steps that wait for a rate are handed out if their time has come. */
    public void tickLimits() {
        moved(handout::tickCounting);
    }

    /** Verdicts take effect, and travel together; called by a lane when its batch is done. */
    public void flushVerdicts() {
        if (judged.isEmpty()) {
            return;
        }
        List<Handout.Judged> verdicts = new ArrayList<>();
        moved(effects -> {
            judged.drainTo(verdicts, Integer.MAX_VALUE);
            handout.judged(verdicts, effects);
        });
    }

    /** The node is closed for good: agents are told, and end. */
    public void close() {
        List<AgentSession.Poll> polls = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            handout.drain();
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
            handout.drain();
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
        moved(effects -> handout.fill(services.resume(action), effects));
    }

    /** Exactly these are paused. */
    public void paused(List<ServicePause> pauses) {
        moved(effects -> services.paused(pauses).forEach(resumed -> handout.fill(resumed, effects)));
    }

    /** How things stand with each action that was ever named here, by action. */
    public List<ServiceStatus> services() {
        return asked(services::statuses);
    }

    /** Attempts that take unusually long, those that have been under way for longest first. */
    public List<SuspectAttempt> suspects() {
        return asked(() -> roster.suspects(clock.nanos()));
    }

    /** How things stand with the calls of an action that are counted with this key; null if none is, and none waits. */
    public @Nullable LimitStatus limit(String action, CallLimit limit) {
        return asked(() -> {
            Service service = services.find(action);
            Quota quota = service == null ? null : service.queue.quota(limit.key());
            return quota == null ? null : LimitStatus.of(quota, limit, clock);
        });
    }

    /** Told of each agent that goes while it holds attempts; must be cheap. */
    public void onOffline(Consumer<OfflineAgent> action) {
        offline = action;
    }

    /** How many steps wait for actions that no agent offers, by action; without those that people have paused. */
    public SortedMap<String, Integer> unoffered() {
        return asked(() -> {
            SortedMap<String, Integer> waiting = new TreeMap<>();
            for (Service service : services.all()) {
                if (service.able.isEmpty() && !service.queue.isEmpty() && service.state() != ServiceState.PAUSED) {
                    waiting.put(service.action, service.queue.size());
                }
            }
            return waiting;
        });
    }

    /** Whether there is an agent that can do it. */
    public boolean isOffered(String action) {
        return asked(() -> {
            Service service = services.find(action);
            return service != null && !service.able.isEmpty();
        });
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
        send(effects);
    }

    private void send(Effects effects) {
        effects.send(sink);
        if (counting.takeSooner()) {
            sooner.run();
        }
    }

    private <T extends @Nullable Object> T asked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
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
}
