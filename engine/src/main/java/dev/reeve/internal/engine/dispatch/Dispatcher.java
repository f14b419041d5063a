package dev.reeve.internal.engine.dispatch;

import dev.reeve.AgentStatus;
import dev.reeve.AttemptToken;
import dev.reeve.CallLimit;
import dev.reeve.ServiceIncident;
import dev.reeve.ServiceListener;
import dev.reeve.ServiceOptions;
import dev.reeve.ServicePause;
import dev.reeve.ServiceStatus;
import dev.reeve.SuspectAttempt;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.dispatch.queue.CallCounter;
import dev.reeve.internal.engine.dispatch.queue.LimitStatus;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.BusyNodeException;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.NodeClosedException;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.UnknownSessionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Matches ready steps with free slots. Work is handed out only when a slot is free, so a slow agent is never
 * overloaded. Steps without a slot wait in a queue for each action.
 *
 * <p>All state can be rebuilt: after a restart the lanes enqueue their ready steps again. Thread-safe. One lock is held
 * only for changes in memory. Futures are completed and sinks are called without the lock.
 */
public final class Dispatcher {

    private final Clock clock;
    private final WorkSink sink;
    private final ReentrantLock lock = new ReentrantLock();
    private final Roster roster;
    private final KnownServices services;
    private final Handout handout;
    private final CallCounter counting = new CallCounter();
    private final Neighbours neighbours;
    private final RemoteAgents remote;
    private final Correspondent correspondent;
    private final Reports reporting;
    private volatile Consumer<OfflineAgent> offline = agent -> {};
    private boolean closed;

    /**
     * @param sessionSeed the number from which sessions are counted: random, so that a session of another node is never
     *     mistaken for one of this node; see {@link SessionPrefix}
     * @param held counts the inputs of attempts at agents
     */
    public Dispatcher(
            Clock clock,
            WorkSink sink,
            ServiceOptions options,
            RandomGenerator chance,
            long sessionSeed,
            HeldBytes held) {
        this.clock = clock;
        this.sink = sink;
        this.services = new KnownServices(clock, options, chance, counting);
        this.roster = new Roster(clock, held, sessionSeed);
        this.reporting = new Reports(lock, sink);
        this.neighbours = new Neighbours(SessionPrefix.ofSeed(sessionSeed));
        this.remote = new RemoteAgents(clock, services, neighbours);
        this.handout = new Handout(clock, roster, services, counting, remote);
        this.correspondent = new Correspondent(remote, handout, this::moved, sink::orphaned);
        sink.onElsewhere(
                slot -> release(List.of(slot)),
                this::flushVerdicts,
                token -> moved(effects -> neighbours.unheard(token)));
    }

    // Called by the lanes

    /**
     * Reserves a free slot for this action. Returns null if other steps wait for one already, or if the service is not
     * called at present.
     *
     * @param retry whether the attempt follows a failed one
     * @param limit the limit that the call must respect; null for none
     */
    public @Nullable Slot reserve(String action, boolean retry, @Nullable CallLimit limit) {
        return asked(() -> handout.reserve(action, retry, limit));
    }

    /** Gives back reserved slots that were not used. */
    public void release(Collection<Slot> slots) {
        if (slots.isEmpty()) {
            return;
        }
        moved(effects -> handout.release(slots, effects));
    }

    /** Gives back reserved slots whose use is unknown until the lane has {@link #settled}. */
    public void doubt(int lane, Collection<Slot> slots) {
        if (slots.isEmpty()) {
            return;
        }
        moved(effects -> handout.doubt(lane, slots, effects));
    }

    /** The ends of these counted attempts are stored. */
    public void uncount(List<AttemptToken> counted) {
        if (counted.isEmpty()) {
            return;
        }
        moved(effects -> handout.uncount(counted, effects));
    }

    /**
     * The limits with which these attempts were {@link #found} last are stored. The attempts no longer count for
     * earlier ones.
     */
    public void leave(List<AttemptToken> counted) {
        if (counted.isEmpty()) {
            return;
        }
        moved(effects -> handout.leave(counted, effects));
    }

    /**
     * A counted attempt is under way with this limit. It also counts for its earlier limits, until it may
     * {@link #leave} them.
     */
    public void found(AttemptToken token, String action, CallLimit limit) {
        moved(effects -> handout.found(token, action, limit));
    }

    /** Exactly these counted calls are under way in these shards of a lane, according to the store. */
    public void settled(int lane, ShardSet shards, Set<AttemptToken> underWay) {
        moved(effects -> handout.settled(lane, shards, underWay, effects));
    }

    /**
     * Sets the number of lanes that will say what they found under way. Called first. No call with a limit begins until
     * all of them have.
     */
    public void expect(int lanes) {
        moved(effects -> counting.expect(lanes));
    }

    /**
     * From now on calls with limits need allowances of the store, and nothing leaves for agents while this node is
     * {@code silent}: others may consider it dead. The question must be cheap. Called before anything is handed out.
     */
    public AllowanceDesk share(BooleanSupplier silent) {
        moved(effects -> handout.onSilence(silent));
        return new AllowanceDesk(asked(counting::share), clock, this::moved, services, handout);
    }

    /** Sends committed attempts to their agents. */
    public void deliver(List<Delivery> deliveries) {
        if (deliveries.isEmpty()) {
            return;
        }
        List<AttemptToken> lost = new ArrayList<>(0);
        moved(effects -> handout.deliver(deliveries, lost, effects));
        lost.forEach(sink::orphaned);
    }

    /** Queues steps that found no slot. */
    public void enqueue(List<ReadyStep> steps) {
        if (steps.isEmpty()) {
            return;
        }
        moved(effects -> handout.enqueue(steps, effects));
    }

    /** Removes steps from the queue that no longer wait in this form and got no slot. */
    public void withdraw(List<ReadyStep> steps) {
        if (steps.isEmpty()) {
            return;
        }
        moved(effects -> handout.withdraw(steps, effects));
    }

    /**
     * Forgets the steps of these shards that wait and their counted calls, because another node has them from now on.
     * Attempts that agents hold go on.
     */
    public void drop(ShardSet shards) {
        moved(effects -> {
            handout.drop(shards, effects);
            neighbours.drop(shards);
        });
    }

    /**
     * Forgets what the lanes have said: this node has lost its registration. Agents stay, and keep the attempts that
     * were sent to them. Called when the lanes are dropped, before {@link #expect}.
     */
    public void reset() {
        moved(effects -> {
            correspondent.removed();
            counting.forgetDoubts(clock.nanos());
            neighbours.drop(ShardSet.ALL);
            handout.dropUnsent();
            handout.release(remote.reset(), effects);
            handout.drop(ShardSet.ALL, effects);
        });
    }

    /** Frees the slots of attempts that no longer count and were not reported. */
    public void forget(List<AttemptToken> tokens, List<String> agents) {
        if (tokens.isEmpty()) {
            return;
        }
        moved(effects -> {
            handout.forget(tokens, agents, effects);
            tokens.forEach(neighbours::remove);
        });
    }

    /** Notifies the agents that the results of these attempts are no longer needed. */
    public void cancel(List<AttemptToken> tokens, List<String> agents) {
        if (tokens.isEmpty()) {
            return;
        }
        moved(effects -> handout.cancel(tokens, agents, effects));
    }

    /** Whether the agent that the store names for this attempt has it. A lane of this node has the execution. */
    public Presence presence(String agent, AttemptToken token) {
        return asked(() -> {
            AgentSession session = roster.find(agent);
            if (session == null) {
                return neighbours.have(agent) ? Presence.ELSEWHERE : Presence.GONE;
            }
            HeldAttempt attempt = session.held().get(token);
            return attempt == null ? Presence.NOT_DELIVERED : attempt.isHere();
        });
    }

    /**
     * An attempt is under way at an agent of another node. If that node dies, the attempt is lost.
     *
     * @return false if the agent's node is unknown or has died: the attempt is lost
     */
    public boolean foreign(AttemptToken token, String agent) {
        return asked(() -> neighbours.add(token, agent));
    }

    /** Offers a {@link #foreign} attempt again: its agent may not have received it. */
    public void offerAgain(String agent, String workflow, Work work) {
        moved(effects -> remote.offerAgain(agent, workflow, work));
    }

    /** Whether any attempt is {@link #foreign}. */
    public boolean hasForeign() {
        return !neighbours.isEmpty();
    }

    /** The ends of these attempts are stored. Has no effect on those that agents of this node have. */
    public void ended(List<EndedAttempt> endings) {
        if (!endings.isEmpty()) {
            moved(effects -> endings.forEach(remote::ended));
        }
    }

    /**
     * Exactly these other nodes are alive. Attempts at agents of a node that has died are lost.
     *
     * @param nodes by the {@link SessionPrefix} of each
     */
    public void alive(Map<Integer, String> nodes) {
        asked(() -> neighbours.alive(nodes)).forEach(sink::orphaned);
    }

    /** Reserves a slot at this agent even if none is free; null if its session is over. */
    public @Nullable Slot reserveAt(String agent, String action) {
        return asked(() -> {
            AgentSession session = roster.find(agent);
            return session == null ? null : services.of(action).takeAgain(session);
        });
    }

    /**
     * The time since the agent's last heartbeat for this attempt; null if it does not hold the attempt. Zero for an
     * agent of another node, because only that node receives its heartbeats.
     */
    public @Nullable Duration silence(String agent, AttemptToken token) {
        return asked(() -> {
            HeldAttempt attempt = roster.held(agent, token);
            return attempt != null ? attempt.silence(clock.nanos()) : neighbours.have(agent) ? Duration.ZERO : null;
        });
    }

    /**
     * The time within which the agent must send a heartbeat for this attempt; null if none is required, or if the agent
     * does not hold the attempt.
     */
    public @Nullable Duration heartbeat(String agent, AttemptToken token) {
        return asked(() -> {
            HeldAttempt attempt = roster.held(agent, token);
            return attempt == null ? null : attempt.heartbeat;
        });
    }

    // Called by the transport

    /**
     * @throws NodeClosedException if the node is closed
     * @throws BusyNodeException if agents offer too many actions already
     */
    SessionId register(Registration registration) {
        Effects effects = new Effects();
        SessionId id;
        lock.lock();
        try {
            if (closed) {
                throw new NodeClosedException();
            }
            if (!services.hasRoomFor(registration.actions()) || !roster.hasRoomFor(registration)) {
                throw new BusyNodeException("the agents of this node offer too many actions", Duration.ofSeconds(30));
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
            checkpoints = handout.exchange(session, exchange, wait, promise, reports, effects);
        } finally {
            lock.unlock();
        }
        reporting.send(session, checkpoints, reports);
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
            gone = closed || lost.isEmpty() ? null : session.offline();
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

    // Called by the supervisor and the node

    /**
     * Answers expired exchanges, repeats requests that did not arrive, ends sessions of agents that were silent for
     * {@code silenceMax}, tries services again whose time is up, and repeats to other nodes that attempts are lost.
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
            handout.dropUnused(nanos);
        });
        silent.forEach(this::leave);
        if (neighbours.hasUnheard()) {
            asked(neighbours::takeUnheard).forEach(sink::lost);
        }
    }

    /** Sets a cheap callback for when {@link #tickLimits} becomes due earlier than {@link #restNanos} said. */
    public void onSooner(Runnable signal) {
        counting.onSooner(signal);
    }

    /** How long {@link #tickLimits} has nothing to do; {@link Long#MAX_VALUE} if indefinitely. */
    public long restNanos(long nanos) {
        long next = counting.nextNanos();
        return next == Long.MAX_VALUE ? next : Math.max(0, next - nanos);
    }

    /** Hands out steps whose rate limit allows them now. */
    public void tickLimits() {
        moved(handout::tickCounting);
    }

    /** Applies the collected verdicts, and sends them together. Called by a lane when its batch is done. */
    public void flushVerdicts() {
        if (reporting.hasVerdicts()) {
            moved(effects -> handout.judged(reporting.takeVerdicts(), effects));
        }
    }

    /** Closes the dispatcher. Agents are notified, and end. */
    public void close() {
        List<AgentSession.Poll> polls = asked(() -> {
            closed = true;
            handout.drain();
            return roster.takePolls();
        });
        polls.forEach(poll -> poll.promise().completeExceptionally(new NodeClosedException()));
    }

    /** Stops handing out new work. */
    public void drain() {
        moved(effects -> handout.drain());
    }

    /**
     * Stops handing out new work for now, or goes on.
     *
     * @param resting whether this node may not hand out work at present
     */
    public void rest(boolean resting) {
        moved(effects -> handout.rest(resting, effects));
    }

    /** Number of attempts that agents hold or are about to receive. */
    public int outstanding() {
        return asked(roster::outstanding);
    }

    /** As {@link #outstanding}, with those whose reports are not answered yet. */
    public int unfinished() {
        return asked(roster::unfinished);
    }

    /** The exchange with the dispatchers of other nodes. */
    public Correspondent correspondent() {
        return correspondent;
    }

    // Queries and commands of people

    /** Pauses an action. Attempts under way go on. */
    public void pause(ServicePause pause) {
        moved(effects -> services.pause(pause));
    }

    /** Resumes an action that a person paused or whose breaker is open. */
    public void resume(String action) {
        moved(effects -> handout.fill(services.resume(action), effects));
    }

    /** Makes exactly these pauses effective. */
    public void paused(List<ServicePause> pauses) {
        moved(effects -> services.paused(pauses).forEach(resumed -> handout.fill(resumed, effects)));
    }

    /** The status of each known action, by action. */
    public List<ServiceStatus> services() {
        return asked(services::statuses);
    }

    /** Attempts that take unusually long, the longest-running first. */
    public List<SuspectAttempt> suspects() {
        return asked(() -> roster.suspects(clock.nanos()));
    }

    /** Attempts of which an alert is to be raised because they take unusually long. Returns each of them once. */
    public List<SuspectAttempt> slow() {
        return asked(() -> roster.slow(clock.nanos()));
    }

    /** The status of the calls of an action that share this key; null if none is counted and none waits. */
    public @Nullable LimitStatus limit(String action, CallLimit limit) {
        return asked(() -> services.limit(action, limit));
    }

    /** Sets a callback for agents that go offline while they hold attempts. It must be cheap. */
    public void onOffline(Consumer<OfflineAgent> action) {
        offline = action;
    }

    /** How many steps wait for actions that no agent offers, by action; without actions that people have paused. */
    public SortedMap<String, Integer> unoffered() {
        return asked(services::unoffered);
    }

    /** Whether an agent offers the action. */
    public boolean isOffered(String action) {
        return asked(() -> services.isOffered(action));
    }

    /** The connected agents, and those that left a short while ago. */
    public List<AgentStatus> agents() {
        return asked(roster::statuses);
    }

    /** Service incidents since the node was opened, the oldest first. Open incidents come last. */
    public List<ServiceIncident> incidents() {
        return asked(services::incidents);
    }

    public void listen(ServiceListener listener) {
        services.listen(listener);
    }

    /**
     * Actions that are called and whose queue has not moved for longer than {@code patience}: the number of waiting
     * steps, and the number of agents that offer the action.
     */
    public List<StarvingAction> starving(Duration patience) {
        long nanos = clock.nanos();
        return asked(() -> services.starving(nanos, patience.toNanos()));
    }

    /** Applies a change under the lock, and sends its effects without the lock. */
    private void moved(Consumer<Effects> move) {
        send(changed(move));
    }

    private Effects changed(Consumer<Effects> move) {
        Effects effects = new Effects();
        lock.lock();
        try {
            move.accept(effects);
            effects.take(services);
        } finally {
            lock.unlock();
        }
        return effects;
    }

    private void send(Effects effects) {
        // In a loop: the next steps for these slots may have left, too.
        List<Slot> unused = effects.send(sink);
        while (!unused.isEmpty()) {
            List<Slot> free = unused;
            unused = changed(more -> handout.release(free, more)).send(sink);
        }
        counting.signal();
    }

    private <T extends @Nullable Object> T asked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }
}
