package dev.reeve.agent;

import dev.reeve.agent.transport.AgentTransport;
import dev.reeve.agent.transport.AttemptRequest;
import dev.reeve.agent.transport.NodeClosedException;
import dev.reeve.agent.transport.Registration;
import dev.reeve.agent.transport.Reply;
import dev.reeve.agent.transport.SessionId;
import dev.reeve.agent.transport.UnknownSessionException;
import dev.reeve.agent.transport.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an agent and its node say to each other: registers, exchanges, and registers anew when the session is lost. Used by the agent's
 * thread only; answers of the transport come to it by {@link Agent#later}.
 */
final class Conversation {

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

    private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

    /** Whose conversation it is. */
    interface Agent {
        long now();

        /** Has the agent's thread do this. Called by any thread. */
        void later(Runnable answer);

        /** Whether no work is taken any more. */
        boolean isClosing();

        /** The node has closed, and nothing that is still held could be delivered to anybody. */
        void nodeEnded();
    }

    private final Registration registration;
    private final AgentTransport transport;
    private final Agent agent;
    private final Holdings holdings;
    private final Beats beats;
    private final Intake intake;
    private final Backoff backoff;

    private @Nullable SessionId session;
    private final List<Call> open = new ArrayList<>(OPEN_MAX);
    private long registrationExpiresAt = Ticker.NEVER;
    private int registrations;
    private long lastSentAt = -SPACING;
    private boolean drainAnnounced;
    private boolean lingering;

    Conversation(
            Registration registration,
            AgentTransport transport,
            Agent agent,
            Holdings holdings,
            Beats beats,
            Intake intake,
            Backoff backoff) {
        this.registration = registration;
        this.transport = transport;
        this.agent = agent;
        this.holdings = holdings;
        this.beats = beats;
        this.intake = intake;
        this.backoff = backoff;
    }

    /** Gives up what was not answered in time. */
    void expire(long now) {
        lingering = false;
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

    /** Says what there is to say, if it may. */
    void talk(long now) {
        if (now < backoff.retryAt()) {
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
        if (!open.isEmpty() && (open.size() >= OPEN_MAX || !(hasNews() || beats.due(now)))) {
            return false;
        }
        lingering = holdings.running() > 0 && now < lastSentAt + SPACING;
        return !lingering;
    }

    private boolean hasNews() {
        return holdings.hasReports() || (agent.isClosing() && !drainAnnounced);
    }

    private void register(long now) {
        int number = ++registrations;
        registrationExpiresAt = now + PATIENCE;
        promise(() -> transport.register(registration))
                .whenComplete((id, error) -> agent.later(() -> registered(number, id, error)));
    }

    private void registered(int number, @Nullable SessionId id, @Nullable Throwable error) {
        boolean awaited = number == registrations && registrationExpiresAt != Ticker.NEVER;
        if (id == null) {
            Throwable cause = error == null ? null : Failures.unwrapped(error);
            if (cause instanceof NodeClosedException) {
                agent.nodeEnded();
            } else if (awaited) {
                registrationExpiresAt = Ticker.NEVER;
                backOff(agent.now(), "registration failed", cause);
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
            beats.announce(agent.now());
        }
    }

    private void exchange(SessionId current, long now) {
        long sentAt = agent.now();
        Outgoing outgoing = Outgoing.collect(holdings, beats, agent.isClosing(), now);
        for (Call older : open) {
            older.supersede(now + PATIENCE_SUPERSEDED);
        }
        Call call = new Call(current, sentAt, sentAt + POLL.toNanos() + PATIENCE, outgoing);
        open.add(call);
        lastSentAt = now;
        drainAnnounced |= agent.isClosing();
        promise(() -> transport.exchange(current, outgoing.exchange(), POLL))
                .whenComplete((reply, error) -> agent.later(() -> answered(call, reply, error)));
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
        backoff.answered();
        long now = agent.now();
        for (Verdict verdict : reply.verdicts()) {
            if (verdict.refused() != null) {
                LOG.info("report refused, it changes nothing: token={} reason={}", verdict.token(), verdict.refused());
            }
            holdings.settle(verdict.token());
        }
        for (AttemptRequest request : reply.requests()) {
            intake.accept(request, call.sentAt, agent.isClosing(), now);
        }
        reply.cancelled().forEach(holdings::cancel);
    }

    private void failed(@Nullable Throwable error) {
        Throwable cause = error == null ? null : Failures.unwrapped(error);
        if (cause instanceof NodeClosedException) {
            agent.nodeEnded();
        } else if (cause instanceof UnknownSessionException) {
            loseSession();
            backOff(agent.now(), "the node does not know the session", null);
        } else {
            backOff(agent.now(), "exchange failed", cause);
        }
    }

    /** What the exchange carried goes with the next one. */
    private void lost(Call call) {
        call.outgoing.reported().forEach(holdings::resend);
        if (!call.outgoing.checkpointed().isEmpty()) {
            call.outgoing.checkpointed().forEach(Attempt::checkpointLost);
            beats.wanted(agent.now());
        }
    }

    private void backOff(long now, String what, @Nullable Throwable error) {
        backoff.failed(now, beats.interval(), what, error);
    }

    private void loseSession() {
        session = null;
        open.clear();
    }

    /** Starts over with the node, and keeps what is held. */
    void startOver(RuntimeException error) {
        SessionId left = session;
        loseSession();
        if (left != null) {
            leaveQuietly(left);
        }
        backOff(agent.now(), "unexpected exception", error);
    }

    /** The node knows that nothing more is taken, and what it had handed out before that has arrived; or it is away. */
    boolean noWorkIsUnderWay() {
        return session == null
                || backoff.isFailing()
                || (drainAnnounced && open.stream().noneMatch(call -> call.superseded));
    }

    /**
     * Ends the session.
     *
     * @param told is given null, or why the node could not be told
     * @return whether there was one
     */
    boolean leave(Consumer<@Nullable Throwable> told) {
        SessionId left = session;
        if (left == null) {
            return false;
        }
        promise(() -> transport.leave(left)).whenComplete((nothing, error) -> agent.later(() -> told.accept(error)));
        return true;
    }

    private void leaveQuietly(SessionId id) {
        promise(() -> transport.leave(id)).whenComplete((nothing, error) -> {
            if (error != null) {
                LOG.debug("unused session {} could not be left, the node will end it", id, error);
            }
        });
    }

    /** Whether the wait that was just asked for is there to let reports gather, and should not be cut short. */
    boolean lingering() {
        return lingering;
    }

    /** When something is not answered in time; or to be sent, unless the agent only waits for its leaving to be answered. */
    long wakeAt(boolean leaving) {
        long wake = registrationExpiresAt;
        for (Call call : open) {
            wake = Math.min(wake, call.expiresAt);
        }
        if (lingering) {
            return Math.min(wake, lastSentAt + SPACING);
        }
        if (leaving) {
            return wake;
        }
        if (session == null) {
            return registrationExpiresAt == Ticker.NEVER ? Math.min(wake, backoff.retryAt()) : wake;
        }
        if (open.size() < OPEN_MAX) {
            boolean pending = open.isEmpty() || hasNews();
            wake = Math.min(wake, Math.max(backoff.retryAt(), pending ? 0 : beats.dueAt()));
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
}
