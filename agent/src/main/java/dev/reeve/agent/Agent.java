package dev.reeve.agent;

import dev.reeve.agent.transport.AgentTransport;
import dev.reeve.agent.transport.Registration;
import dev.reeve.core.Times;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Performs actions for one node, until it is closed. Thread-safe.
 *
 * <pre>{@code
 * record Charge(String card, BigDecimal amount) {}
 * record Receipt(String payment) {}
 *
 * try (Agent agent = Agent.named("payments")
 *         .action("payment.charge", Charge.class, (charge, step) -> new Receipt(bank.charge(charge, step.idempotencyKey())))
 *         .action("payment.refund", refunds)
 *         .slots(20)
 *         .transport(transport)
 *         .start()) {
 *     …
 * }
 * }</pre>
 *
 * <p>Every handler runs on a virtual thread of its own, at most {@link Builder#slots} at once. One more thread talks to the
 * node; it is a daemon, so an agent alone does not keep the process running. While the node is away the agent tries again
 * for ever, keeps what it holds, and delivers the results when it is back, as long as they count. It ends by itself only with
 * a node in its own process that is closed for good.
 */
public final class Agent implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    /** After an unexpected exception, so that it is not thrown a million times a second. */
    private static final long STUMBLE = TimeUnit.MILLISECONDS.toNanos(100);

    /** What closing may take beyond the time to drain: the last words of handlers, and the leaving. */
    private static final Duration CLOSE_MARGIN = Duration.ofSeconds(3);

    private final String name;
    private final Duration drain;
    private final AgentSession session;
    private final Doorbell bell;
    private final Thread thread;

    private Agent(String name, Duration drain, AgentSession session, Doorbell bell) {
        this.name = name;
        this.drain = drain;
        this.session = session;
        this.bell = bell;
        this.thread = Thread.ofPlatform().daemon().name("reeve-agent-" + name).unstarted(this::run);
    }

    /**
     * Begins to describe an agent.
     *
     * @param name for people and for the history; 1 to 255 characters. Agents may share one
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    public String name() {
        return name;
    }

    private void run() {
        try {
            while (!session.ended()) {
                runOnce();
            }
        } catch (Error e) {
            // R45: nothing that goes on after this could be trusted; the node sees the attempts as lost
            LOG.error("agent ends after an error, its process should be started again: agent={}", name, e);
            session.abandon();
            throw e;
        }
    }

    private void runOnce() {
        try {
            long wait = session.runOnce();
            if (session.lingering()) {
                bell.pause(wait);
            } else {
                bell.await(wait);
            }
        } catch (RuntimeException e) {
            session.stumbled(e);
            bell.pause(STUMBLE);
        }
    }

    /** Closes the agent, with the time to drain that was set when it was built. */
    @Override
    public void close() {
        close(drain);
    }

    /**
     * Takes no more work, gives back what has not begun, lets running handlers finish, delivers their reports, and leaves.
     * Handlers that run longer than {@code drain} are interrupted; whatever they still answer within a second is reported,
     * and the node takes the others for lost, which uses up no attempt of their steps. Returns when all this is done, or
     * when the calling thread is interrupted, which then has its flag set. Closing again waits for the same end.
     *
     * @param drain how long handlers may take; zero to interrupt them at once
     */
    public void close(Duration drain) {
        Duration patience = Duration.ofNanos(Times.nanos(drain)).plus(CLOSE_MARGIN);
        session.close(drain);
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        try {
            if (!thread.join(patience)) {
                LOG.warn("agent still closes after {}: agent={}", patience, name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Collects what an agent can do. Not thread-safe. */
    public static final class Builder {

        private static final int NAME_LENGTH_MAX = 255;

        private static final int SLOTS_MAX = 100_000;

        private final String name;
        private final Map<String, Action<?>> actions = new LinkedHashMap<>();
        private int slots = 100;
        private Duration drain = Duration.ofSeconds(10);
        private @Nullable AgentTransport transport;

        private Builder(String name) {
            this.name = checked("agent's name", name);
        }

        /**
         * Adds an action with its handler.
         *
         * @param action what the handler performs, as workflows name it; 1 to 255 characters
         * @param input what the step's input is bound to: a record, a bean, a {@code Map}, {@code JsonNode}, or
         *     {@link dev.reeve.model.Json} for the text as it is. Input that does not fit fails the step for good, with code
         *     {@code INPUT_MISMATCH}; properties that the type does not have are ignored
         */
        public <I> Builder action(String action, Class<I> input, Handler<I> handler) {
            Objects.requireNonNull(input, "input");
            Objects.requireNonNull(handler, "handler");
            Action<?> before = actions.putIfAbsent(checked("action", action), Action.of(action, input, handler));
            if (before != null) {
                throw new IllegalArgumentException(
                        "agent %s has two handlers for action %s: remove one".formatted(name, action));
            }
            return this;
        }

        /** For input of any shape. */
        public Builder action(String action, Handler<JsonNode> handler) {
            return action(action, JsonNode.class, handler);
        }

        /**
         * How many handlers run at once. Default 100. Set it to what the service behind the agent can take: handlers run
         * on virtual threads, so waiting ones cost next to nothing here.
         */
        public Builder slots(int slots) {
            if (slots < 1 || slots > SLOTS_MAX) {
                throw new IllegalArgumentException("slots: expected 1 to %d, found %d".formatted(SLOTS_MAX, slots));
            }
            this.slots = slots;
            return this;
        }

        /** How long {@link Agent#close()} lets handlers finish. Default 10 seconds. */
        public Builder drain(Duration drain) {
            if (drain.isNegative()) {
                throw new IllegalArgumentException("drain: expected zero or more, found %s".formatted(drain));
            }
            this.drain = drain;
            return this;
        }

        /** The way to the node. */
        public Builder transport(AgentTransport transport) {
            this.transport = Objects.requireNonNull(transport, "transport");
            return this;
        }

        /**
         * Starts the agent, and returns without waiting for the node, which may well come later.
         *
         * @throws IllegalStateException if there is no action or no transport
         */
        public Agent start() {
            if (actions.isEmpty()) {
                throw new IllegalStateException("agent %s has no action: add one with action(…)".formatted(name));
            }
            if (transport == null) {
                throw new IllegalStateException("agent %s has no transport: set one with transport(…)".formatted(name));
            }
            Doorbell bell = new Doorbell();
            AgentSession session = new AgentSession(
                    new Registration(name, actions.keySet(), slots), actions, transport, Surroundings.real(name), bell);
            Agent agent = new Agent(name, drain, session, bell);
            agent.thread.start();
            return agent;
        }

        private static String checked(String what, String text) {
            if (text.isBlank() || text.length() > NAME_LENGTH_MAX) {
                throw new IllegalArgumentException("%s: expected 1 to %d characters, found %s"
                        .formatted(what, NAME_LENGTH_MAX, text.isBlank() ? "none" : text.length()));
            }
            return text;
        }
    }
}
