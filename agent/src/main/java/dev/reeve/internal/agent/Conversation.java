package dev.reeve.internal.agent;

import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.NodeClosedException;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.UnknownSessionException;
import dev.reeve.spi.transport.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The message exchange between an agent and its node: registers, exchanges, and registers again when the session is
 * lost. Used by the agent's thread only. Answers of the transport reach it through {@link Agent#later}.
 */
final class Conversation {

    /** How long the node may delay an answer. */
    static final Duration POLL = Duration.ofSeconds(20);

    /** Grace period beyond the permitted delay before an answer counts as lost (F12). */
    static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    /** How long the answer of an exchange may take after a newer one was sent. */
    static final long PATIENCE_SUPERSEDED = TimeUnit.SECONDS.toNanos(2);

    /** One poll and one exchange with news. Later news waits for the next exchange. */
    static final int OPEN_MAX = 2;

    /** Minimum time between exchanges while handlers run, so that many reports gather in one. */
    static final long SPACING = TimeUnit.MICROSECONDS.toNanos(200);

    private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

    /** The agent that owns this conversation. */
    interface Agent {
        long now();

        /** Runs this on the agent's thread. Called by any thread. */
        void later(Runnable answer);

        /** Whether the agent has stopped taking work. */
        boolean isClosing();

        /** The node has closed: the held attempts can no longer be delivered. */
        void nodeEnded();
    }

    private final Registration registration;
    private final AgentTransport transport;
    private final Agent agent;
    private final Holdings holdings;
    private final Beats beats;
    private final Intake intake;
    private final ReconnectBackoff backoff;

    private @Nullable SessionId session;
    private final List<OpenExchange> open = new ArrayList<>(OPEN_MAX);
    private long registrationExpiresAt = Ticker.NEVER;
    private int registrations;
    private long lastSentAt = -SPACING;
    private boolean drainAnnounced;
    private boolean lingering;

    /** The slots that the last exchange named. */
    private @Nullable Integer toldSlots;

    Conversation(
            Registration registration,
            AgentTransport transport,
            Agent agent,
            Holdings holdings,
            Beats beats,
            Intake intake,
            ReconnectBackoff backoff) {
        this.registration = registration;
        this.transport = transport;
        this.agent = agent;
        this.holdings = holdings;
        this.beats = beats;
        this.intake = intake;
        this.backoff = backoff;
    }

    /** Gives up exchanges and registrations that were not answered in time. */
    void expire(long now) {
        lingering = false;
        if (now >= registrationExpiresAt) {
            registrationExpiresAt = Ticker.NEVER;
            backOff(now, "registration was not answered", null);
        }
        for (OpenExchange call : List.copyOf(open)) {
            if (now >= call.expiresAt) {
                open.remove(call);
                lost(call);
                if (!call.superseded) {
                    backOff(now, "exchange was not answered", null);
                }
            }
        }
    }

    /** Sends what is due, if the backoff permits it. */
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
        return holdings.hasReports()
                || (agent.isClosing() && !drainAnnounced)
                || !Objects.equals(holdings.usableSlots(), toldSlots);
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
            Throwable cause = error == null ? null : ReportedFailures.unwrapped(error);
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
        OutgoingExchange outgoing = OutgoingExchange.collect(holdings, beats, agent.isClosing(), now);
        for (OpenExchange older : open) {
            older.supersede(now + PATIENCE_SUPERSEDED);
        }
        OpenExchange call = new OpenExchange(current, sentAt, sentAt + POLL.toNanos() + PATIENCE, outgoing);
        open.add(call);
        lastSentAt = now;
        drainAnnounced |= agent.isClosing();
        toldSlots = outgoing.exchange().slots();
        promise(() -> transport.exchange(current, outgoing.exchange(), POLL))
                .whenComplete((reply, error) -> agent.later(() -> answered(call, reply, error)));
    }

    private void answered(OpenExchange call, @Nullable Reply reply, @Nullable Throwable error) {
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
                LOG.info("report refused, without effect: token={} reason={}", verdict.token(), verdict.refused());
            }
            holdings.settle(verdict.token());
        }
        for (AttemptRequest request : reply.requests()) {
            intake.accept(request, call.sentAt, agent.isClosing(), now);
        }
        reply.cancelled().forEach(holdings::cancel);
    }

    private void failed(@Nullable Throwable error) {
        Throwable cause = error == null ? null : ReportedFailures.unwrapped(error);
        if (cause instanceof NodeClosedException) {
            agent.nodeEnded();
        } else if (cause instanceof UnknownSessionException) {
            loseSession();
            backOff(agent.now(), "the node does not know the session", null);
        } else {
            backOff(agent.now(), "exchange failed", cause);
        }
    }

    /** Queues the content of the lost exchange for the next one. */
    private void lost(OpenExchange call) {
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

    /** Opens a new session with the node and keeps the held attempts. */
    void startOver(RuntimeException error) {
        SessionId left = session;
        loseSession();
        if (left != null) {
            leaveQuietly(left);
        }
        backOff(agent.now(), "unexpected exception", error);
    }

    /**
     * True if the node knows that the agent takes no more work and all requests sent before that have arrived, or if
     * the node is unreachable.
     */
    boolean noWorkIsUnderWay() {
        return session == null
                || backoff.isFailing()
                || (drainAnnounced && open.stream().noneMatch(call -> call.superseded));
    }

    /**
     * Ends the session.
     *
     * @param told receives null, or the error if the node could not be notified
     * @return whether a session was open
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

    /** Whether the requested wait lets reports gather and should not be cut short. */
    boolean lingering() {
        return lingering;
    }

    /** When the next answer times out, or when the next message is due. A leaving agent waits only for answers. */
    long wakeAt(boolean leaving) {
        long wake = registrationExpiresAt;
        for (OpenExchange call : open) {
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
