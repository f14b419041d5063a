package dev.reeve.agent;

import dev.reeve.agent.transport.AgentTransport;
import dev.reeve.agent.transport.AttemptRequest;
import dev.reeve.agent.transport.Beat;
import dev.reeve.agent.transport.Exchange;
import dev.reeve.agent.transport.NodeClosedException;
import dev.reeve.agent.transport.Registration;
import dev.reeve.agent.transport.Reply;
import dev.reeve.agent.transport.Report;
import dev.reeve.agent.transport.SessionId;
import dev.reeve.agent.transport.UnknownSessionException;
import dev.reeve.agent.transport.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent's side of its session with a node: takes requests, starts handlers, sends reports and beats, registers anew when
 * the session is lost.
 *
 * <p>Everything is decided in {@link #runOnce()}, by one thread. What others have to tell it (handlers that are done,
 * answers of the transport) comes through queues and is followed by a ring of the bell. It waits for nothing and never ends
 * on a failure of the node: it tries again for ever, with backoff and full jitter (R20, R43).
 */
final class AgentSession implements Attempt.Host {

    /** How long the node may hold an answer back. */
    static final Duration POLL = Duration.ofSeconds(20);

    /** How much longer than it may take, an answer is waited for before it counts as lost (F12). */
    static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    /** How long the answer of an exchange may take after a newer one was sent. */
    static final long PATIENCE_SUPERSEDED = TimeUnit.SECONDS.toNanos(2);

    /** A poll, and one with news; what comes up meanwhile goes together with the next. */
    static final int OPEN_MAX = 2;

    /** While handlers run, exchanges are at least so far apart, so that reports gather when there are many. */
    static final long SPACING = TimeUnit.MICROSECONDS.toNanos(200);

    static final int REPORTS_MAX = 1_000;

    /** Characters of outputs and checkpoints in one exchange, unless a single one is longer (R41). */
    static final int EXCHANGE_LENGTH_MAX = 2 * 1024 * 1024;

    static final long BACKOFF_FIRST = TimeUnit.MILLISECONDS.toNanos(100);
    static final long BACKOFF_MAX = TimeUnit.SECONDS.toNanos(5);

    /** How long a closing agent waits for handlers that it interrupted, and then for its leaving to be answered. */
    static final long LAST_WORDS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger(AgentSession.class);

    private enum Phase {
        OPEN,
        /** No more work is taken; handlers may finish. */
        DRAINING,
        /** The time to drain is over; handlers were interrupted. */
        STOPPING,
        LEAVING,
        ENDED
    }

    private final Registration registration;
    private final Map<String, Action<?>> actions;
    private final AgentTransport transport;
    private final Surroundings surroundings;
    private final Doorbell bell;
    private final Holdings holdings;
    private final Beats beats = new Beats();

    // filled by any thread
    private final Queue<Attempt> finished = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();
    private volatile boolean beatWanted;
    private final AtomicReference<@Nullable Duration> closeWithin = new AtomicReference<>();
    private volatile Phase phase = Phase.OPEN;

    private @Nullable SessionId session;
    private final List<Call> open = new ArrayList<>(OPEN_MAX);
    private long registrationExpiresAt = Ticker.NEVER;
    private int registrations;
    private int failures;
    private long retryAt;
    private long lastSentAt = -SPACING;
    private boolean drainAnnounced;
    private boolean lingering;
    private long phaseEndsAt = Ticker.NEVER;

    AgentSession(
            Registration registration,
            Map<String, Action<?>> actions,
            AgentTransport transport,
            Surroundings surroundings,
            Doorbell bell) {
        this.registration = registration;
        this.actions = Map.copyOf(actions);
        this.transport = transport;
        this.surroundings = surroundings;
        this.bell = bell;
        this.holdings = new Holdings(registration.slots());
    }

    // ---- called by any thread

    @Override
    public long now() {
        return surroundings.ticker().nanos();
    }

    @Override
    public void finished(Attempt attempt) {
        finished.add(attempt);
        bell.ring();
    }

    @Override
    public void beatWanted() {
        beatWanted = true;
        bell.ring();
    }

    /** Stops taking work, gives handlers {@code drain} to finish, reports, leaves. Later calls change nothing. */
    void close(Duration drain) {
        closeWithin.compareAndSet(null, drain);
        bell.ring();
    }

    boolean ended() {
        return phase == Phase.ENDED;
    }

    // ---- the agent's thread

    /**
     * Does all there is to do.
     *
     * @return how long to wait for the bell before the next call, in nanoseconds
     */
    long runOnce() {
        long now = now();
        for (Runnable answer = answers.poll(); answer != null; answer = answers.poll()) {
            answer.run();
        }
        for (Attempt attempt = finished.poll(); attempt != null; attempt = finished.poll()) {
            holdings.finished(attempt);
        }
        holdings.sweep(now);
        startWaiting();
        if (beatWanted) {
            beatWanted = false;
            beats.wanted(now);
        }
        advanceClosing(now);
        if (phase != Phase.ENDED) {
            talk(now);
        }
        return Math.max(0, wakeAt() - now());
    }

    /** Whether the wait that was just asked for is there to let reports gather, and should not be cut short. */
    boolean lingering() {
        return lingering;
    }

    private void startWaiting() {
        for (Attempt attempt = holdings.next(); attempt != null; attempt = holdings.next()) {
            Thread handler = surroundings.handlers().newThread(attempt);
            holdings.started();
            attempt.start(Objects.requireNonNull(handler, "the thread factory made no thread"));
        }
    }

    // ---- talking to the node

    private void talk(long now) {
        lingering = false;
        expireCalls(now);
        if (now < retryAt || phase == Phase.LEAVING) {
            return;
        }
        SessionId current = session;
        if (current == null) {
            if (registrationExpiresAt == Ticker.NEVER) {
                register(now);
            }
        } else if (mayExchange(now)) {
            exchange(current, now);
        }
    }

    private boolean mayExchange(long now) {
        if (!open.isEmpty() && (open.size() >= OPEN_MAX || !hasNews(now))) {
            return false;
        }
        lingering = holdings.running() > 0 && now < lastSentAt + SPACING;
        return !lingering;
    }

    private boolean hasNews(long now) {
        return holdings.hasReports() || beats.due(now) || (phase != Phase.OPEN && !drainAnnounced);
    }

    private void register(long now) {
        int number = ++registrations;
        registrationExpiresAt = now + PATIENCE;
        promise(() -> transport.register(registration)).whenComplete((id, error) -> {
            answers.add(() -> registered(number, id, error));
            bell.ring();
        });
    }

    private void registered(int number, @Nullable SessionId id, @Nullable Throwable error) {
        boolean awaited = number == registrations && registrationExpiresAt != Ticker.NEVER;
        if (id == null) {
            Throwable cause = error == null ? null : Failures.unwrapped(error);
            if (cause instanceof NodeClosedException) {
                endWithNode();
            } else if (awaited) {
                registrationExpiresAt = Ticker.NEVER;
                backOff(now(), "registration failed", cause);
            }
            return;
        }
        if (!awaited) {
            LOG.debug("session {} was opened too late, another is used", id);
            leaveQuietly(id);
            return;
        }
        registrationExpiresAt = Ticker.NEVER;
        session = id;
        LOG.info(
                "agent registered: agent={} session={} actions={} slots={} held={}",
                registration.agent(),
                id,
                registration.actions(),
                registration.slots(),
                holdings.all().size());
        if (!holdings.isEmpty()) {
            holdings.resendAll();
            beats.announce(now());
        }
    }

    private void exchange(SessionId current, long now) {
        long sentAt = now();
        List<Attempt> reported = new ArrayList<>();
        List<Attempt> checkpointed = new ArrayList<>();
        Exchange exchange = collect(reported, checkpointed, now);
        for (Call older : open) {
            older.supersede(now + PATIENCE_SUPERSEDED);
        }
        Call call = new Call(current, sentAt, sentAt + POLL.toNanos() + PATIENCE, reported, checkpointed);
        open.add(call);
        lastSentAt = now;
        drainAnnounced |= exchange.draining();
        promise(() -> transport.exchange(current, exchange, POLL)).whenComplete((reply, error) -> {
            answers.add(() -> answered(call, reply, error));
            bell.ring();
        });
    }

    private Exchange collect(List<Attempt> reported, List<Attempt> checkpointed, long now) {
        List<Report> reports = new ArrayList<>();
        List<Beat> list = new ArrayList<>();
        int room = EXCHANGE_LENGTH_MAX;
        if (beats.due(now)) {
            beats.sent(holdings.all(), now);
            for (Attempt attempt : holdings.all()) {
                room -= addBeat(attempt, list, checkpointed, room);
            }
        }
        while (reports.size() < REPORTS_MAX) {
            Attempt attempt = holdings.takeReport(room, reports.isEmpty(), now);
            if (attempt == null) {
                break;
            }
            Report report = Objects.requireNonNull(attempt.report(), "a reported attempt has its report");
            reports.add(report);
            reported.add(attempt);
            room -= Holdings.length(report);
            if (attempt.hasNewCheckpoint()) {
                room -= addBeat(attempt, list, checkpointed, Integer.MAX_VALUE);
            }
        }
        return new Exchange(reports, list, phase != Phase.OPEN);
    }

    /**
     * @return the length of the checkpoint that was added
     */
    private int addBeat(Attempt attempt, List<Beat> list, List<Attempt> checkpointed, int room) {
        int length = attempt.newCheckpointLength();
        if (length > room && !checkpointed.isEmpty()) {
            list.add(new Beat(attempt.token(), null));
            beats.wanted(now());
            return 0;
        }
        if (length > 0) {
            checkpointed.add(attempt);
        }
        list.add(new Beat(attempt.token(), attempt.takeNewCheckpoint()));
        return length;
    }

    private void answered(Call call, @Nullable Reply reply, @Nullable Throwable error) {
        boolean awaited = open.remove(call);
        if (reply == null) {
            lost(call);
            if (awaited && call.session.equals(session)) {
                failed(error);
            }
            return;
        }
        if (failures > 0) {
            LOG.info("node answers again: agent={} failures={}", registration.agent(), failures);
            failures = 0;
        }
        long now = now();
        for (Verdict verdict : reply.verdicts()) {
            if (verdict.refused() != null) {
                LOG.info("report refused, it changes nothing: token={} reason={}", verdict.token(), verdict.refused());
            }
            holdings.settle(verdict.token());
        }
        for (AttemptRequest request : reply.requests()) {
            accept(request, call.sentAt, now);
        }
        reply.cancelled().forEach(holdings::cancel);
    }

    private void accept(AttemptRequest request, long sentAt, long now) {
        long deadline = Ticker.after(sentAt, request.remaining());
        if (deadline <= now) {
            LOG.info("request ignored, its complete-by has passed: token={}", request.token());
            return;
        }
        if (!holdings.admits(request.token(), now)) {
            return;
        }
        Action<?> action = actions.get(request.action());
        Attempt attempt = new Attempt(request, action, deadline, this);
        if (action == null) {
            LOG.warn("request for an action without a handler is reported as failed: {}", attempt);
            holdings.answer(
                    attempt,
                    new Report.Failed(
                            request.token(), Failures.unknownAction(request, registration.agent(), actions.keySet())));
        } else if (phase != Phase.OPEN) {
            holdings.answer(attempt, new Report.Failed(request.token(), Failures.agentClosing(registration.agent())));
        } else if (holdings.hasRoom()) {
            holdings.await(attempt);
        } else {
            LOG.warn(
                    "request ignored, twice as many are held as there are slots; the node offers it again: {}",
                    attempt);
            return;
        }
        beats.held(attempt, now);
    }

    // ---- failures

    private void failed(@Nullable Throwable error) {
        Throwable cause = error == null ? null : Failures.unwrapped(error);
        if (cause instanceof NodeClosedException) {
            endWithNode();
        } else if (cause instanceof UnknownSessionException) {
            loseSession();
            backOff(now(), "the node does not know the session", null);
        } else {
            backOff(now(), "exchange failed", cause);
        }
    }

    /** What the exchange carried goes with the next one. */
    private void lost(Call call) {
        call.reports.forEach(holdings::resend);
        if (!call.checkpoints.isEmpty()) {
            call.checkpoints.forEach(Attempt::checkpointLost);
            beats.wanted(now());
        }
    }

    private void loseSession() {
        session = null;
        open.clear();
    }

    /** After an exception where none was expected: start over with the node, keep what is held. */
    void stumbled(RuntimeException error) {
        LOG.error("agent starts its session anew after an unexpected exception: agent={}", registration.agent(), error);
        SessionId left = session;
        loseSession();
        if (left != null) {
            leaveQuietly(left);
        }
        backOff(now(), "unexpected exception", error);
    }

    private void expireCalls(long now) {
        if (now >= registrationExpiresAt) {
            registrationExpiresAt = Ticker.NEVER;
            backOff(now, "registration was not answered", null);
        }
        for (Call call : List.copyOf(open)) {
            if (now >= call.expiresAt) {
                open.remove(call);
                lost(call);
                if (!call.superseded) {
                    backOff(now, "exchange was not answered", null);
                }
            }
        }
    }

    private void backOff(long now, String what, @Nullable Throwable error) {
        failures++;
        long most = Math.min(BACKOFF_MAX, Math.max(BACKOFF_FIRST, beats.interval()));
        long bound = Math.min(most, BACKOFF_FIRST << Math.min(failures - 1, 10));
        retryAt = now + surroundings.random().nextLong(1, bound + 1);
        long millis = TimeUnit.NANOSECONDS.toMillis(retryAt - now);
        if (failures == 1) {
            LOG.warn("{}, retrying until it works: agent={} next in {} ms", what, registration.agent(), millis, error);
        } else {
            LOG.debug("{}: agent={} failures={} next in {} ms", what, registration.agent(), failures, millis, error);
        }
    }

    // ---- closing

    private void advanceClosing(long now) {
        switch (phase) {
            case OPEN -> {
                Duration drain = closeWithin.get();
                if (drain != null) {
                    phase = Phase.DRAINING;
                    phaseEndsAt = Ticker.after(now, drain);
                    holdings.giveBack(registration.agent());
                    advanceClosing(now);
                }
            }
            case DRAINING -> {
                if (holdings.isEmpty() && (noWorkIsUnderWay() || now >= phaseEndsAt)) {
                    leave(now);
                } else if (now >= phaseEndsAt) {
                    phase = Phase.STOPPING;
                    phaseEndsAt = now + LAST_WORDS;
                    holdings.cutOff();
                }
            }
            case STOPPING -> {
                if (holdings.isEmpty() || now >= phaseEndsAt) {
                    leave(now);
                }
            }
            case LEAVING -> {
                if (now >= phaseEndsAt) {
                    phase = Phase.ENDED;
                }
            }
            case ENDED -> {}
        }
    }

    /** The node knows that nothing more is taken, and what it had handed out before that has arrived; or it is away. */
    private boolean noWorkIsUnderWay() {
        return session == null
                || failures > 0
                || (drainAnnounced && open.stream().noneMatch(call -> call.superseded));
    }

    private void leave(long now) {
        if (!holdings.isEmpty()) {
            LOG.warn(
                    "agent leaves with {} attempts unfinished, the node will see to them: agent={}",
                    holdings.all().size(),
                    registration.agent());
        }
        holdings.giveUpAll(now);
        SessionId left = session;
        if (left == null) {
            phase = Phase.ENDED;
            return;
        }
        phase = Phase.LEAVING;
        phaseEndsAt = now + LAST_WORDS;
        promise(() -> transport.leave(left)).whenComplete((nothing, error) -> {
            answers.add(() -> left(error));
            bell.ring();
        });
    }

    private void left(@Nullable Throwable error) {
        if (error != null) {
            LOG.info("agent ended, but the node could not be told: agent={}", registration.agent(), error);
        }
        phase = Phase.ENDED;
    }

    private void leaveQuietly(SessionId id) {
        promise(() -> transport.leave(id)).whenComplete((nothing, error) -> {
            if (error != null) {
                LOG.debug("unused session {} could not be left, the node will end it", id, error);
            }
        });
    }

    /** Nothing that is still held could be delivered to anybody. */
    private void endWithNode() {
        LOG.info(
                "agent ends with its node: agent={} unfinished={}",
                registration.agent(),
                holdings.all().size());
        abandon();
    }

    /** The agent cannot go on: nothing more is said, and its handlers are told to stop. */
    void abandon() {
        holdings.giveUpAll(now());
        phase = Phase.ENDED;
    }

    // ---- waiting

    private long wakeAt() {
        if (phase == Phase.ENDED || !answers.isEmpty() || !finished.isEmpty()) {
            return 0;
        }
        long wake = Math.min(holdings.nextDue(), Math.min(phaseEndsAt, registrationExpiresAt));
        for (Call call : open) {
            wake = Math.min(wake, call.expiresAt);
        }
        if (lingering) {
            return Math.min(wake, lastSentAt + SPACING);
        }
        if (phase == Phase.LEAVING) {
            return wake;
        }
        if (session == null) {
            return registrationExpiresAt == Ticker.NEVER ? Math.min(wake, retryAt) : wake;
        }
        if (open.size() < OPEN_MAX) {
            boolean pending = open.isEmpty() || holdings.hasReports() || (phase != Phase.OPEN && !drainAnnounced);
            wake = Math.min(wake, Math.max(retryAt, pending ? 0 : beats.dueAt()));
        }
        return wake;
    }

    private static <T> CompletionStage<T> promise(Supplier<CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** For tests. */
    Holdings holdings() {
        return holdings;
    }
}
