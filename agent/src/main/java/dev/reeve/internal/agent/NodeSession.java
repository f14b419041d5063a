package dev.reeve.internal.agent;

import dev.reeve.AttemptToken;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.Registration;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's side of its session with a node: starts handlers for the requests that the {@link Conversation} receives,
 * passes their reports to it, and closes.
 *
 * <p>One thread makes every decision in {@link #runOnce()}. Other threads (finished handlers, answers of the transport)
 * add to queues and ring the bell afterwards. The session never blocks. A failure of the node never ends it: it retries
 * without limit, with backoff and full jitter (R20, R43).
 */
final class NodeSession implements Attempt.Host, Conversation.Agent {

    /** How long a closing agent waits for interrupted handlers, and then for the answer to its leave request. */
    static final long LAST_WORDS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger(NodeSession.class);

    private enum Phase {
        OPEN,
        /** Takes no more work; handlers may finish. */
        DRAINING,
        /** The drain time is over; handlers were interrupted. */
        STOPPING,
        LEAVING,
        ENDED
    }

    private final String agent;
    private final AgentTransport transport;
    private final AgentSurroundings surroundings;
    private final Doorbell bell;
    private final Holdings holdings;
    private final Beats beats = new Beats();
    private final Conversation conversation;

    // filled by any thread
    private final Queue<Attempt> finished = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();
    private volatile boolean beatWanted;
    private final AtomicReference<@Nullable Duration> closeWithin = new AtomicReference<>();
    private volatile Phase phase = Phase.OPEN;

    private long phaseEndsAt = Ticker.NEVER;

    NodeSession(
            Registration registration,
            Map<String, BoundAction<?>> actions,
            AgentTransport transport,
            AgentSurroundings surroundings,
            Doorbell bell) {
        this.agent = registration.agent();
        this.transport = transport;
        this.surroundings = surroundings;
        this.bell = bell;
        this.holdings = new Holdings(registration.slots());
        Intake intake = new Intake(agent, actions, holdings, beats, this);
        ReconnectBackoff backoff = new ReconnectBackoff(agent, surroundings);
        this.conversation = new Conversation(registration, transport, this, holdings, beats, intake, backoff);
    }

    // ---- called by any thread

    @Override
    public long now() {
        return surroundings.ticker().nanos();
    }

    @Override
    public String schema() {
        return transport.schema();
    }

    @Override
    public CompletionStage<String> completionToken(AttemptToken token, Duration remaining) {
        return transport.completionToken(token, remaining);
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

    @Override
    public void later(Runnable answer) {
        answers.add(answer);
        bell.ring();
    }

    /**
     * Stops taking work, gives handlers {@code drain} to finish, delivers their reports, and ends the session. Later
     * calls have no effect.
     */
    void close(Duration drain) {
        closeWithin.compareAndSet(null, drain);
        bell.ring();
    }

    boolean ended() {
        return phase == Phase.ENDED;
    }

    // ---- the agent's thread

    /**
     * Does all pending work.
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
            conversation.expire(now);
            if (phase != Phase.LEAVING) {
                conversation.talk(now);
            }
        }
        return Math.max(0, wakeAt() - now());
    }

    /** Whether the requested wait lets reports gather and should not be cut short. */
    boolean lingering() {
        return conversation.lingering();
    }

    private void startWaiting() {
        for (Attempt attempt = holdings.next(); attempt != null; attempt = holdings.next()) {
            Thread handler = surroundings.handlers().newThread(attempt);
            holdings.started();
            attempt.start(Objects.requireNonNull(handler, "the thread factory made no thread"));
        }
    }

    private long wakeAt() {
        if (phase == Phase.ENDED || !answers.isEmpty() || !finished.isEmpty()) {
            return 0;
        }
        long wake = Math.min(holdings.nextDue(), phaseEndsAt);
        return Math.min(wake, conversation.wakeAt(phase == Phase.LEAVING));
    }

    /** After an unexpected exception: opens a new session with the node and keeps the held attempts. */
    void stumbled(RuntimeException error) {
        LOG.error("agent restarts its session after an unexpected exception: agent={}", agent, error);
        conversation.startOver(error);
    }

    // ---- closing

    @Override
    public boolean isClosing() {
        return phase != Phase.OPEN;
    }

    private void advanceClosing(long now) {
        switch (phase) {
            case OPEN -> {
                Duration drain = closeWithin.get();
                if (drain != null) {
                    phase = Phase.DRAINING;
                    phaseEndsAt = Ticker.after(now, drain);
                    holdings.giveBack(agent);
                    advanceClosing(now);
                }
            }
            case DRAINING -> {
                if (holdings.isEmpty() && (conversation.noWorkIsUnderWay() || now >= phaseEndsAt)) {
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

    private void leave(long now) {
        if (!holdings.isEmpty()) {
            LOG.warn(
                    "agent leaves with {} attempts unfinished, the node will see to them: agent={}",
                    holdings.all().size(),
                    agent);
        }
        holdings.giveUpAll(now);
        phase = conversation.leave(this::left) ? Phase.LEAVING : Phase.ENDED;
        phaseEndsAt = now + LAST_WORDS;
    }

    private void left(@Nullable Throwable error) {
        if (error != null) {
            LOG.info("agent ended, but the node could not be notified: agent={}", agent, error);
        }
        phase = Phase.ENDED;
    }

    @Override
    public void nodeEnded() {
        LOG.info(
                "agent ends with its node: agent={} unfinished={}",
                agent,
                holdings.all().size());
        abandon();
    }

    /** Ends the agent at once: sends nothing more and interrupts its handlers. */
    void abandon() {
        holdings.giveUpAll(now());
        phase = Phase.ENDED;
    }

    /** For tests. */
    Holdings holdings() {
        return holdings;
    }
}
