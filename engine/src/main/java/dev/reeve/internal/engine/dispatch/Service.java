package dev.reeve.internal.engine.dispatch;

import dev.reeve.CallLimit;
import dev.reeve.ExecutionId;
import dev.reeve.ServicePause;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import dev.reeve.internal.engine.dispatch.breaker.Breaker;
import dev.reeve.internal.engine.dispatch.breaker.Latency;
import dev.reeve.internal.engine.dispatch.breaker.Outcome;
import dev.reeve.internal.engine.dispatch.breaker.RetryBudget;
import dev.reeve.internal.engine.dispatch.queue.ReadyQueue;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.runtime.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One action as the dispatcher knows it: its waiting steps, its agents, and whether it is called at present. Guarded by
 * the dispatcher's lock.
 */
final class Service {

    /** Enough agents to find one that is little used, without a look at all of them. */
    private static final int COMPARED = 8;

    /** How long the outcomes of attempts say something about the next ones. */
    private static final long LEARNT_NANOS = Duration.ofMinutes(15).toNanos();

    final String action;
    final ReadyQueue queue;

    /** Sessions of agents that offer the action. */
    final List<AgentSession> able = new ArrayList<>();

    /** The agent at which the next comparison begins, if there are many. */
    private int turn;

    /** Durations of its answered attempts. */
    final Latency latency;

    private final Breaker breaker;
    private final RetryBudget budget;
    private boolean everChanged;

    /** Whether an attempt has ended since the service became known, and when the last one did. */
    private boolean learnt;

    private long learntNanos;

    /** The breaker has closed, and the steps that accumulated meanwhile have not been looked at yet. */
    private boolean released;

    private @Nullable ServicePause pause;

    /** Whether the action is not called at present; readable without the lock. */
    private volatile boolean stopped;

    Service(String action, ReadyQueue queue, Breaker breaker, RetryBudget budget, Latency latency) {
        this.action = action;
        this.queue = queue;
        this.latency = latency;
        this.breaker = breaker;
        this.budget = budget;
    }

    /** Whether a waiting step may be handed out. */
    boolean hasNext() {
        return queue.hasNext(budget.allowsRetry()) && breaker.permits();
    }

    /**
     * Whether this action's next step goes before the other action's.
     *
     * @param fair whether to ignore priority
     */
    boolean goesBefore(Service other, boolean fair) {
        int mine = fair ? 0 : queue.priority(budget.allowsRetry());
        int theirs = fair ? 0 : other.queue.priority(other.budget.allowsRetry());
        // Among equals, the queue that was not served for longest goes first, so that no action starves another.
        return mine != theirs ? mine > theirs : queue.waitingSinceNanos() - other.queue.waitingSinceNanos() < 0;
    }

    /** Removes and returns the next step. The caller takes its slot at once. */
    @Nullable ReadyStep poll(long nanos) {
        return queue.poll(nanos, budget.allowsRetry());
    }

    /**
     * Whether a step that has just become ready goes ahead at once: no waiting step may go, and the service is called.
     */
    boolean takesAtOnce(boolean retry, @Nullable CallLimit limit, long nanos) {
        boolean allowed = budget.allowsRetry();
        return (!retry || allowed)
                && !queue.hasNext(allowed)
                && breaker.permits()
                && (limit == null || queue.allows(limit, nanos));
    }

    /** Whether the end of an attempt at any agent, or the passing of time, may let waiting steps begin. */
    boolean isLimited() {
        return !queue.isEmpty() && (isHeldBack() || queue.retries() > 0);
    }

    /** Whether the service is not called freely, or was not until now. */
    boolean isHeldBack() {
        return released || breaker.state() != ServiceState.CLOSED;
    }

    /** All waiting steps have been looked at. */
    void lookedAt() {
        released = false;
    }

    /** Whether an agent of this node offers the action. A busy agent counts, and one that is closing does not. */
    boolean hasOwnAgent() {
        for (AgentSession session : able) {
            if (session.isBorrowed()) {
                return false; // the others are, too
            }
            if (!session.isDraining()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the action is offered, but only by agents of other nodes. */
    boolean isBorrowing() {
        return !hasOwnAgent() && able.stream().anyMatch(AgentSession::isBorrowed);
    }

    /** Adds an agent. Those of this node come first, so that their slots are filled first. */
    void add(AgentSession session) {
        int index = able.size();
        while (!session.isBorrowed() && index > 0 && able.get(index - 1).isBorrowed()) {
            index--;
        }
        able.add(index, session);
    }

    /**
     * Finds an agent with a free slot. Prefers the agents of this node. Compares up to {@link #COMPARED} agents with
     * free slots, and takes the one with the most. The comparison goes on where the last one ended, so that the slots
     * of all agents are used.
     *
     * @return the agent; null if none has a free slot
     */
    @Nullable AgentSession freeAgent() {
        int own = ownAgents();
        AgentSession free = freeAgent(0, own);
        return free == null ? freeAgent(own, able.size()) : free;
    }

    /** How many agents are of this node. They come first. */
    private int ownAgents() {
        int own = 0;
        int end = able.size();
        while (own < end) {
            int middle = (own + end) >>> 1;
            if (able.get(middle).isBorrowed()) {
                end = middle;
            } else {
                own = middle + 1;
            }
        }
        return own;
    }

    private @Nullable AgentSession freeAgent(int begin, int end) {
        int count = end - begin;
        int from = count > COMPARED ? turn % count : 0;
        int found = 0;
        AgentSession best = null;
        for (int i = 0; i < count && found < COMPARED; i++) {
            AgentSession session = able.get(begin + (from + i) % count);
            turn = from + i + 1;
            if (session.hasFreeSlot()) {
                found++;
                best = best == null || session.free() > best.free() ? session : best;
            }
        }
        return best;
    }

    /**
     * Whether nothing uses the service: no agent offers it, no step waits for it, no attempt is under way, and nobody
     * has paused it.
     */
    boolean isUnused() {
        return able.isEmpty() && queue.isIdle() && breaker.isIdle();
    }

    /** Whether the outcomes of its last attempts are worth keeping. */
    boolean hasLearnt(long nanos) {
        return learnt && nanos - learntNanos < LEARNT_NANOS;
    }

    /** Whether the service is called at present, so that another node may call it from here. */
    boolean isCalled() {
        return breaker.permits();
    }

    /** A slot for an attempt that began before: it does not count as another call of the service. */
    Slot takeAgain(AgentSession session) {
        session.reserve();
        return new Slot(session, this, Breaker.UNCOUNTED, false);
    }

    /**
     * A slot at this agent for one attempt.
     *
     * @param retry whether the attempt follows a failed one
     * @param limit the limit that the call respects; null for none
     */
    Slot take(AgentSession session, boolean retry, @Nullable CallLimit limit, long nanos) {
        session.reserve();
        budget.begin(retry);
        return new Slot(
                session,
                this,
                session.isBorrowed() ? Breaker.UNCOUNTED : breaker.begin(),
                retry,
                limit,
                limit == null ? null : queue.begin(limit, nanos));
    }

    /** An attempt is over, or did not take place. */
    void over(Slot slot) {
        breaker.over(slot.epoch);
    }

    /** A slot was given back unused. */
    void unused(Slot slot) {
        over(slot);
        if (slot.retry) {
            budget.giveBack();
        }
    }

    /** A retry at an agent of another node did not fail. */
    void retrySucceeded() {
        budget.giveBack();
    }

    /** @return whether the state of the service changes */
    boolean ended(HeldAttempt attempt, Outcome outcome, ExecutionId execution, long nanos) {
        Slot slot = attempt.slot;
        learnt = true;
        learntNanos = nanos;
        if (outcome instanceof Outcome.Answered) {
            latency.answered(attempt.tookNanos(nanos), nanos);
        }
        if (slot.retry && (outcome instanceof Outcome.Answered || outcome instanceof Outcome.Unknown)) {
            budget.giveBack();
        }
        ServiceState before = breaker.state();
        breaker.ended(slot.epoch, outcome, execution, nanos, before == ServiceState.CLOSED ? 0 : slots());
        return changed(before);
    }

    /**
     * Time has passed.
     *
     * @return whether the state of the service changes
     */
    boolean tick(long nanos) {
        budget.tick(nanos);
        ServiceState before = breaker.state();
        breaker.tick(nanos);
        return changed(before);
    }

    /** @return whether the state of the service changes */
    boolean pause(ServicePause word, long nanos) {
        ServiceState before = breaker.state();
        pause = word;
        breaker.pause(nanos);
        return changed(before);
    }

    /** @return whether the state of the service changes */
    boolean resume(long nanos) {
        ServiceState before = breaker.state();
        pause = null;
        breaker.resume(nanos);
        return changed(before);
    }

    private boolean changed(ServiceState before) {
        if (breaker.state() == before) {
            return false;
        }
        everChanged = true;
        released = breaker.state() == ServiceState.CLOSED;
        stopped = breaker.state() == ServiceState.OPEN || breaker.state() == ServiceState.PAUSED;
        return true;
    }

    private int slots() {
        int slots = 0;
        for (AgentSession session : able) {
            slots += session.registration().slots();
        }
        return slots;
    }

    boolean isStopped() {
        return stopped;
    }

    ServiceState state() {
        return breaker.state();
    }

    String why() {
        return breaker.why();
    }

    Instant since(Clock clock) {
        return ago(clock, breaker.sinceNanos());
    }

    ServiceStatus status(Clock clock) {
        ServiceState state = breaker.state();
        ServicePause word = pause;
        Instant since = word != null ? word.since() : everChanged ? since(clock) : null;
        String why = word != null ? word.reason() : breaker.why().isEmpty() ? null : breaker.why();
        return new ServiceStatus(
                action,
                state,
                since,
                why,
                word == null ? null : word.actor(),
                state == ServiceState.OPEN ? ago(clock, breaker.untilNanos()) : null,
                breaker.failureShare(),
                queue.size(),
                queue.retries(),
                queue.limited(),
                queue.hasNext(true) ? Duration.ofNanos(clock.nanos() - queue.waitingSinceNanos()) : Duration.ZERO,
                breaker.underWay(),
                state == ServiceState.CLOSED ? null : breaker.limit(),
                able.size());
    }

    /** In milliseconds, so that repeated queries give the same value. */
    private static Instant ago(Clock clock, long nanos) {
        return Instant.ofEpochMilli(clock.now().plusNanos(nanos - clock.nanos()).toEpochMilli());
    }
}
