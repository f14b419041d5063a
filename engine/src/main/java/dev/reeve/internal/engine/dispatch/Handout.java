package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.CallLimit;
import dev.reeve.internal.core.codec.Notice;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.dispatch.breaker.Outcome;
import dev.reeve.internal.engine.dispatch.queue.CallCounter;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.values.Times;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides which step gets which slot: finds slots for steps and steps for slots, and handles the beginning and end of
 * attempts. Guarded by the dispatcher's lock.
 */
final class Handout {

    /** Time until a request that did not arrive is sent again. Agents confirm a request within a second (L4). */
    private static final long OFFER_PATIENCE_NANOS = Duration.ofSeconds(4).toNanos();

    /** How long an agent keeps the slot of an overdue attempt whose execution another node owns. */
    private static final Duration OVERDUE_MARGIN = Duration.ofSeconds(10);

    /** A lane's verdict on a report. {@code refused} is why the report does not count; null if it counts. */
    record Judged(
            AgentSession session, Report report, @Nullable String refused) {}

    private final Clock clock;
    private final Roster roster;
    private final KnownServices services;
    private final CallCounter counting;
    private final RemoteAgents remote;
    private boolean draining;
    private boolean resting;

    /** Whether other nodes may consider this one dead at this moment. */
    private BooleanSupplier silent = () -> false;

    Handout(Clock clock, Roster roster, KnownServices services, CallCounter counting, RemoteAgents remote) {
        this.counting = counting;
        this.remote = remote;
        this.clock = clock;
        this.roster = roster;
        this.services = services;
    }

    /** Stops handing out new work. */
    void drain() {
        draining = true;
        remote.end();
    }

    void onSilence(BooleanSupplier question) {
        silent = question;
    }

    boolean isHandingOut() {
        return !draining && !resting;
    }

    /** Hands out no work for now, or goes on. */
    void rest(boolean wanted, Effects effects) {
        boolean before = resting;
        resting = wanted;
        if (before && !wanted) {
            services.all().forEach(service -> fillIfAny(service, effects));
            roster.all().forEach(session -> {
                fill(session, effects); // other nodes may have asked for slots meanwhile
                flush(session, effects);
            });
        }
    }

    /** This node has lost its registration: what has not left yet counts as lost. */
    void dropUnsent() {
        roster.all().forEach(AgentSession::dropUnsent);
    }

    @Nullable Slot reserve(String action, boolean retry, @Nullable CallLimit limit) {
        Service service = services.find(action);
        long nanos = limit == null ? 0 : clock.nanos();
        return service != null && service.takesAtOnce(retry, limit, nanos)
                ? freeSlot(service, retry, limit, nanos)
                : null;
    }

    /**
     * @param nanos the present time; needed only with a limit
     */
    private @Nullable Slot freeSlot(Service service, boolean retry, @Nullable CallLimit limit, long nanos) {
        if (draining || resting) {
            return null;
        }
        AgentSession free = service.freeAgent();
        return free == null ? null : service.take(free, retry, limit, nanos);
    }

    void release(Collection<Slot> slots, Effects effects) {
        Set<Service> freed = new LinkedHashSet<>(0);
        for (Slot slot : slots) {
            if (slot.claim != null) {
                slot.claim.giveBack(clock.nanos());
                freed.add(slot.service);
            }
        }
        giveBack(slots, effects);
        freed.forEach(service -> fillIfAny(service, effects));
    }

    /** As {@link #release}, but it is unknown whether the attempts for these slots are stored, so their calls count. */
    void doubt(int lane, Collection<Slot> slots, Effects effects) {
        for (Slot slot : slots) {
            if (slot.claim != null) {
                counting.doubt(lane, slot.claim);
            }
        }
        giveBack(slots, effects);
    }

    private void giveBack(Collection<Slot> slots, Effects effects) {
        Set<AgentSession> touched = new LinkedHashSet<>();
        Set<Service> offered = new LinkedHashSet<>();
        for (Slot slot : slots) {
            slot.giveBack();
            touched.add(slot.session);
            offered.add(slot.service);
        }
        touched.forEach(session -> fill(session, effects));
        offered.forEach(service -> fillLimited(service, effects));
    }

    // Counted calls

    /** The ends of the attempts are stored. */
    void uncount(List<AttemptToken> tokens, Effects effects) {
        long nanos = clock.nanos();
        fillAll(tokens, token -> counting.over(token, nanos), effects);
    }

    /** The keys with which the attempts were found last are stored. */
    void leave(List<AttemptToken> tokens, Effects effects) {
        long nanos = clock.nanos();
        fillAll(tokens, token -> counting.left(token, nanos), effects);
    }

    private void fillAll(List<AttemptToken> tokens, Function<AttemptToken, @Nullable String> touch, Effects effects) {
        Set<Service> touched = new LinkedHashSet<>();
        for (AttemptToken token : tokens) {
            String action = touch.apply(token);
            if (action != null) {
                touched.add(services.of(action));
            }
        }
        touched.forEach(service -> fillIfAny(service, effects));
    }

    void found(AttemptToken token, String action, CallLimit limit) {
        if (!counting.counts(token, limit.key())) {
            counting.found(token, services.of(action).queue.count(limit, clock.nanos()));
        }
    }

    void settled(int lane, ShardSet shards, Set<AttemptToken> underWay, Effects effects) {
        long nanos = clock.nanos();
        boolean before = counting.isComplete();
        Collection<Service> touched = counting.settled(lane, shards, underWay, nanos).stream()
                .map(services::of)
                .toList();
        if (!before && counting.isComplete()) {
            touched = services.all();
            touched.forEach(service -> service.queue.lookAtAll(nanos));
        }
        touched.forEach(service -> fillIfAny(service, effects));
    }

    /** Time has passed for steps that wait for a rate. */
    void tickCounting(Effects effects) {
        counting.tick(clock.nanos());
        services.all().forEach(service -> fillIfAny(service, effects));
    }

    void fillIfAny(Service service, Effects effects) {
        if (service.hasNext()) {
            fill(service, effects);
            remote.queued(service);
        }
    }

    /**
     * @param lost receives the attempts whose agents have gone meanwhile
     */
    void deliver(List<Delivery> deliveries, List<AttemptToken> lost, Effects effects) {
        long nanos = clock.nanos();
        Set<AgentSession> touched = new LinkedHashSet<>();
        for (Delivery delivery : deliveries) {
            AgentSession session = delivery.slot().session;
            counting.delivered(delivery.token(), delivery.slot().claim, nanos);
            if (!session.isOpen()) {
                delivery.slot().giveBack();
                lost.add(delivery.token());
            } else if (session instanceof BorrowedSlots borrowed) {
                if (!borrowed.send(delivery)) {
                    lost.add(delivery.token());
                }
            } else if (session.request(delivery, nanos)) {
                session.unreserve();
                touched.add(session);
            } else {
                delivery.slot().giveBack(); // the lane before this one has sent it
            }
        }
        touched.forEach(session -> flush(session, effects));
    }

    /**
     * An attempt for an agent of this node, whose execution another node owns.
     *
     * @param lent the slot that was lent for it; null if there is none
     */
    void take(Notice.HandOut attempt, @Nullable Slot lent, Effects effects) {
        Work work = attempt.work();
        AttemptToken token = Objects.requireNonNull(work.token());
        Instant completeBy = Objects.requireNonNull(work.completeBy());
        AgentSession session = roster.find(attempt.agent());
        boolean isNews = session != null && !session.knows(token) && clock.now().isBefore(completeBy);
        if (session != null && isNews) {
            Slot slot =
                    lent == null ? services.of(session.qualified(work.action())).takeAgain(session) : lent;
            long nanos = clock.nanos();
            session.request(new Delivery(slot, token, work, attempt.workflow(), completeBy), nanos);
            session.unreserve();
            session.moved(token);
            flush(session, effects);
        } else if (lent != null) {
            release(List.of(lent), effects);
        }
        if (session == null) {
            effects.lost(token);
        }
    }

    void enqueue(List<ReadyStep> steps, Effects effects) {
        long nanos = clock.nanos();
        Set<Service> touched = new LinkedHashSet<>();
        for (ReadyStep ready : steps) {
            Service service = services.of(ready.action());
            service.queue.add(ready, nanos);
            touched.add(service);
        }
        touched.forEach(service -> fill(service, effects));
        touched.forEach(remote::queued);
    }

    void withdraw(List<ReadyStep> steps, Effects effects) {
        long nanos = clock.nanos();
        Set<Service> touched = new LinkedHashSet<>();
        for (ReadyStep waiting : steps) {
            Service service = services.of(waiting.action());
            service.queue.remove(waiting, nanos);
            touched.add(service);
        }
        touched.forEach(service -> fillIfAny(service, effects));
    }

    void drop(ShardSet shards, Effects effects) {
        long nanos = clock.nanos();
        services.all().forEach(service -> service.queue.removeAll(shards, nanos));
        counting.drop(shards, nanos);
        roster.all().forEach(session -> session.moved(shards));
        services.all().forEach(service -> fillIfAny(service, effects));
    }

    void forget(List<AttemptToken> tokens, List<String> agents, Effects effects) {
        for (int i = 0; i < tokens.size(); i++) {
            forget(tokens.get(i), agents.get(i), effects);
        }
    }

    private void forget(AttemptToken token, String agent, Effects effects) {
        AgentSession session = roster.find(agent);
        HeldAttempt attempt = session == null ? null : session.held().get(token);
        if (session != null && attempt != null) {
            over(session, token, attempt, attempt.givenUp(), clock.nanos(), effects);
            session.cancel(token);
            fill(session, effects);
            flush(session, effects);
        } else if (session == null) {
            remote.forget(token, agent);
        }
    }

    void cancel(List<AttemptToken> tokens, List<String> agents, Effects effects) {
        for (int i = 0; i < tokens.size(); i++) {
            AgentSession session = roster.find(agents.get(i));
            if (session != null) {
                session.cancel(tokens.get(i));
                flush(session, effects);
            } else {
                remote.cancel(tokens.get(i), agents.get(i));
            }
        }
    }

    /**
     * A message of an agent.
     *
     * @param reports receives the reports that no lane has
     * @return the heartbeats whose checkpoints are to be stored now
     */
    List<Beat> exchange(
            AgentSession session,
            Exchange exchange,
            Duration wait,
            CompletableFuture<Reply> promise,
            List<Report> reports,
            Effects effects) {
        long nanos = clock.nanos();
        boolean hasMoreRoom = session.exchanged(exchange, nanos);
        List<Beat> checkpoints = session.beat(exchange.beats(), nanos);
        for (Report report : exchange.reports()) {
            if (session.reported(report.token())) {
                reports.add(report);
            }
        }
        AgentSession.Poll before = session.poll(new AgentSession.Poll(promise, clock.now(), nanos + Times.nanos(wait)));
        if (before != null) {
            effects.answer(before, session.takeReply(before.received(), silent));
        }
        if (wait.isZero() || session.hasNews(silent)) {
            answer(session, effects);
        }
        boolean isBack = session.isSuspect() && session.judge(nanos, Long.MAX_VALUE);
        if (isBack || hasMoreRoom || !exchange.reports().isEmpty()) {
            fill(session, effects);
        }
        return checkpoints;
    }

    /** Applies the lanes' verdicts on reports: ends the attempts, and notifies their agents. */
    void judged(List<Judged> verdicts, Effects effects) {
        long nanos = clock.nanos();
        Set<AgentSession> touched = new LinkedHashSet<>();
        for (Judged verdict : verdicts) {
            AgentSession session = verdict.session();
            touched.add(session);
            AttemptToken token = verdict.report().token();
            session.reportDone(token);
            session.verdict(new Verdict(token, verdict.refused()));
            HeldAttempt attempt = session.held().get(token);
            if (attempt != null) {
                over(session, token, attempt, outcome(verdict), nanos, effects);
            }
        }
        touched.forEach(session -> flush(session, effects));
    }

    private static Outcome outcome(Judged verdict) {
        if (verdict.refused() != null) {
            return Outcome.UNKNOWN;
        }
        return switch (verdict.report()) {
            case Report.Completed completed -> Outcome.ANSWERED;
            case Report.Failed failed -> Outcome.of(failed.failure());
            case Report.LeftOpen open -> Outcome.ANSWERED;
        };
    }

    /** The agent's session is over. */
    void left(AgentSession session, Effects effects) {
        answer(session, effects);
        remote.left(session);
        for (Service service : session.services()) {
            if (service.isLimited() || remote.lacks(service.action)) {
                fillAnew(service, effects); // another agent lends its slot instead of this one's
            }
        }
        services.dropUnused(session.services(), remote::wants, clock.nanos());
    }

    /** Time has passed for services that nothing uses. */
    void dropUnused(long nanos) {
        services.dropUnused(remote::wants, nanos);
    }

    /**
     * Time has passed.
     *
     * @param silenceNanos the silence after which an agent's session is over
     * @return whether this agent was silent for longer
     */
    boolean tick(AgentSession session, long nanos, long silenceNanos, Effects effects) {
        if (session.judge(nanos, silenceNanos / 3)) {
            fill(session, effects);
        }
        session.overdueElsewhere(clock.now().minus(OVERDUE_MARGIN))
                .forEach(token -> forget(token, session.reference(), effects));
        session.silentElsewhere(nanos).forEach(effects::silent);
        if (session.isDraining()) {
            remote.recall(session);
        }
        session.offerAgain(nanos, OFFER_PATIENCE_NANOS);
        flush(session, effects);
        AgentSession.Poll poll = session.poll();
        if (poll != null && poll.expiresNanos() - nanos <= 0) {
            answer(session, effects);
        }
        return poll == null && nanos - session.lastExchangeNanos() > silenceNanos;
    }

    void tick(Service service, long nanos, Effects effects) {
        if (service.tick(nanos)) {
            services.changed(service);
        }
        fillLimited(service, effects);
    }

    void fill(Service service, Effects effects) {
        boolean isLacked = remote.lacks(service.action);
        for (AgentSession session : service.able) {
            if (!isLacked && !service.hasNext()) {
                return;
            }
            fill(session, effects);
        }
    }

    /** Whether a step may begin if there is a slot, also one of another node. */
    private boolean mayBegin(Service service) {
        return service.hasNext() || (service.isHeldBack() && service.isCalled() && remote.lacks(service.action));
    }

    /** Under a limit, an unused slot or the passing of time may let steps begin at any agent, also for another node. */
    private void fillLimited(Service service, Effects effects) {
        if (service.isLimited() || (service.isHeldBack() && remote.lacks(service.action))) {
            fillAnew(service, effects);
        }
    }

    private void fillAnew(Service service, Effects effects) {
        service.lookedAt();
        fill(service, effects);
    }

    /** Hands waiting steps to the session while it has free slots: the most urgent step of all its actions first. */
    void fill(AgentSession session, Effects effects) {
        while (!draining && !resting && session.hasFreeSlot()) {
            Service next = null;
            boolean fair = session.isFairTurn();
            if (fair && remote.lend(session)) {
                continue; // so that the steps of this node do not keep those of the others from their turn
            }
            for (Service service : session.services()) {
                if (service.hasNext() && (next == null || service.goesBefore(next, fair))) {
                    next = service;
                }
            }
            long nanos = clock.nanos();
            ReadyStep ready = next == null ? null : next.poll(nanos);
            if (next == null && !remote.lend(session)) {
                return;
            }
            if (next != null && ready != null) {
                effects.grant(ready, next.take(session, ready.retry(), ready.limit(), nanos));
            }
        }
    }

    /** Ends the attempt, and records what its outcome says about the service. */
    private void over(
            AgentSession session,
            AttemptToken token,
            HeldAttempt attempt,
            Outcome outcome,
            long nanos,
            Effects effects) {
        Service service = attempt.slot.service;
        boolean couldBegin = mayBegin(service);
        if (service.ended(attempt, outcome, token.execution(), nanos)) {
            services.changed(service);
        }
        session.drop(token);
        // Steps that could begin before have found all free slots. Without this, each end would cost a look at all
        // agents.
        if (!couldBegin && mayBegin(service)) {
            fill(session, effects);
            fillAnew(service, effects);
        }
    }

    private void flush(AgentSession session, Effects effects) {
        if (session.poll() != null && session.hasNews(silent)) {
            answer(session, effects);
        }
    }

    void answer(AgentSession session, Effects effects) {
        AgentSession.Poll poll = session.poll(null);
        if (poll != null) {
            session.answered(clock.nanos());
            effects.answer(poll, session.takeReply(poll.received(), silent));
        }
    }
}
