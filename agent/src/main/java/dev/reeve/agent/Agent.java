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
 * Performs actions for one node until it is closed. Thread-safe.
 *
 * <pre>{@code
 * record Charge(String card, BigDecimal amount) {}
 * record Receipt(String payment) {}
 *
 * try (Agent agent = Agent.named("payments")
 *         .action("payment.charge", Charge.class,
 *                 (charge, step) -> new Receipt(bank.charge(charge, step.idempotencyKey())))
 *         .action("payment.refund", refunds)
 *         .slots(20)
 *         .transport(transport)
 *         .start()) {
 *     …
 * }
 * }</pre>
 *
 * <p>Each handler runs on its own virtual thread. At most {@link Builder#slots} handlers run concurrently. One more
 * thread talks to the node. It is a daemon thread, so an agent alone does not keep the process running. While the node
 * is unreachable, the agent retries without limit and keeps its attempts. After a reconnect it delivers the results
 * that still count. The agent ends by itself only when a node in the same process is closed.
 */
public final class Agent implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    /** Pause after an unexpected exception, so that a repeated one does not spin. */
    private static final long STUMBLE = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * Extra time that closing may take beyond the drain time: for interrupted handlers to answer, and for leaving the
     * session.
     */
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
     * Returns a builder for an agent.
     *
     * @param name shown to people and kept in the history; 1 to 255 characters. Several agents may share a name
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
            // R45: the process cannot be trusted after an Error; the node treats the attempts as lost
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

    /** Closes the agent with the drain time that was set on the builder. */
    @Override
    public void close() {
        close(drain);
    }

    /**
     * Closes the agent. It takes no more work, returns attempts that have not started, lets running handlers finish,
     * delivers their reports, and ends the session. After {@code drain} the remaining handlers are interrupted. What
     * they return within a second after that is reported. The node treats the other attempts as lost, which uses up no
     * attempt of their steps. The method returns when the agent has ended, or when the calling thread is interrupted;
     * the thread's interrupt flag is then set. A second call waits for the same end.
     *
     * @param drain how long handlers may take; zero interrupts them at once
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

    /** Builds an {@link Agent}. Not thread-safe. */
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
         * @param action the action's name, as workflows write it; 1 to 255 characters
         * @param input the type that the step's input is bound to: a record, a bean, a {@code Map}, {@code JsonNode},
         *     or {@link dev.reeve.model.Json} for the unparsed text. Input that does not fit fails the step permanently
         *     with code {@code INPUT_MISMATCH}. Properties that the type does not have are ignored
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

        /** Adds an action that accepts input of any shape. */
        public Builder action(String action, Handler<JsonNode> handler) {
            return action(action, JsonNode.class, handler);
        }

        /**
         * Sets the maximum number of handlers that run concurrently, 1 to 100,000 (default 100). Set it to what the
         * service behind the agent can take. Handlers run on virtual threads, so waiting handlers cost the agent almost
         * nothing.
         */
        public Builder slots(int slots) {
            if (slots < 1 || slots > SLOTS_MAX) {
                throw new IllegalArgumentException("slots: expected 1 to %d, found %d".formatted(SLOTS_MAX, slots));
            }
            this.slots = slots;
            return this;
        }

        /** Sets how long {@link Agent#close()} lets handlers finish (default 10 seconds). */
        public Builder drain(Duration drain) {
            if (drain.isNegative()) {
                throw new IllegalArgumentException("drain: expected zero or more, found %s".formatted(drain));
            }
            this.drain = drain;
            return this;
        }

        /** Sets the transport to the node. */
        public Builder transport(AgentTransport transport) {
            this.transport = Objects.requireNonNull(transport, "transport");
            return this;
        }

        /**
         * Starts the agent. Returns without waiting for the node, which may start later.
         *
         * @throws IllegalStateException if no action or no transport was set
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
