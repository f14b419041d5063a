package dev.reeve.agent;

import dev.reeve.internal.provider.AgentProvider;
import dev.reeve.internal.provider.Providers;
import dev.reeve.internal.values.OptionChecks;
import dev.reeve.spi.AttemptObserver;
import dev.reeve.spi.transport.AgentTransport;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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
 *         .servers(URI.create("https://reeve.example.com"))
 *         .apiKey(System.getenv("REEVE_API_KEY"))
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
public interface Agent extends AutoCloseable {

    /**
     * Returns a builder for an agent.
     *
     * @param name shown to people and kept in the history; 1 to 255 characters. Several agents may share a name
     */
    static Builder named(String name) {
        return new Builder(name);
    }

    /** The name, as given to {@link #named}. */
    String name();

    /** Closes the agent with the drain time that was set on the builder. */
    @Override
    void close();

    /**
     * Closes the agent. It takes no more work, returns attempts that have not started, lets running handlers finish,
     * delivers their reports, and ends the session. After {@code drain} the remaining handlers are interrupted.
     * Results within another second are reported. The node treats the other attempts as lost, which uses up no
     * attempt of their steps. The method returns when the agent has ended, or when the calling thread is interrupted;
     * the thread's interrupt flag is then set. A second call waits for the same end.
     *
     * @param drain how long handlers may take; zero interrupts them at once
     */
    void close(Duration drain);

    /**
     * Builds an {@link Agent}. Not thread-safe. Each method throws {@link dev.reeve.InvalidException} for an argument
     * that is out of range.
     */
    final class Builder {

        private static final int NAME_LENGTH_MAX = 255;

        private static final int SLOTS_MAX = 100_000;

        private final String name;
        private final Map<String, AgentProvider.Action<?>> actions = new LinkedHashMap<>();
        private int slots = 100;
        private Duration drain = Duration.ofSeconds(10);
        private @Nullable AgentTransport transport;
        private List<URI> servers = List.of();
        private Supplier<String> apiKey = () -> "";
        private @Nullable AttemptObserver observer;

        private Builder(String name) {
            this.name = checked("agent's name", name);
        }

        /**
         * Adds an action with its handler.
         *
         * @param action the action's name, as workflows write it; 1 to 255 characters
         * @param input the type that the step's input is bound to: a record, a bean, a {@code Map}, {@code JsonNode},
         *     or {@link dev.reeve.Json} for the unparsed text. Input that does not fit fails the step with a business
         *     error with code {@code INPUT_MISMATCH}. Properties that the type does not have are ignored
         */
        public <I> Builder action(String action, Class<I> input, Handler<I, ?> handler) {
            Objects.requireNonNull(input, "input");
            Objects.requireNonNull(handler, "handler");
            AgentProvider.Action<?> before =
                    actions.putIfAbsent(checked("action", action), new AgentProvider.Action<>(action, input, handler));
            if (before != null) {
                throw OptionChecks.invalid(
                        "agent %s has two handlers for action %s: remove one".formatted(name, action));
            }
            return this;
        }

        /** Adds an action that accepts input of any shape. */
        public Builder action(String action, Handler<JsonNode, ?> handler) {
            return action(action, JsonNode.class, handler);
        }

        /**
         * Sets the maximum number of handlers that run concurrently, 1 to 100,000 (default 100). Set it to what the
         * service behind the agent can take. Handlers run on virtual threads, so waiting handlers cost the agent almost
         * nothing.
         */
        public Builder slots(int slots) {
            if (slots < 1 || slots > SLOTS_MAX) {
                throw OptionChecks.invalid("slots: expected 1 to %d, found %d".formatted(SLOTS_MAX, slots));
            }
            this.slots = slots;
            return this;
        }

        /** Sets how long {@link Agent#close()} lets handlers finish (default 10 seconds). */
        public Builder drain(Duration drain) {
            if (drain.isNegative()) {
                throw OptionChecks.invalid("drain: expected zero or more, found %s".formatted(drain));
            }
            this.drain = drain;
            return this;
        }

        /**
         * Connects the agent to a server by HTTP. With several servers that share a store, the agent begins at a random
         * one and goes on to the next one when it does not answer. It keeps its attempts meanwhile.
         *
         * @param servers their addresses, such as {@code https://reeve.example.com}: {@code http} or {@code https},
         *     without a query
         */
        public Builder servers(URI... servers) {
            if (servers.length == 0) {
                throw OptionChecks.invalid("servers: expected at least one address");
            }
            for (URI server : servers) {
                boolean http =
                        "http".equalsIgnoreCase(server.getScheme()) || "https".equalsIgnoreCase(server.getScheme());
                if (!http
                        || server.getHost() == null
                        || server.getRawQuery() != null
                        || server.getRawUserInfo() != null) {
                    throw OptionChecks.invalid(
                            "servers: expected an address such as https://reeve.example.com, found a %s address of host %s"
                                    .formatted(server.getScheme(), server.getHost()));
                }
            }
            this.servers = List.of(servers);
            return this;
        }

        /** Sets the key with which the agent proves to a server who it is (default: none). */
        public Builder apiKey(String apiKey) {
            String key = Objects.requireNonNull(apiKey, "apiKey");
            return apiKey(() -> key);
        }

        /** As {@link #apiKey(String)}, with a key that can be renewed: it is asked for before each request. */
        public Builder apiKey(Supplier<String> apiKey) {
            this.apiKey = Objects.requireNonNull(apiKey, "apiKey");
            return this;
        }

        /** Sets an observer of the attempts, such as {@code ReeveObservations} of reeve-micrometer (default: none). */
        public Builder observer(AttemptObserver observer) {
            this.observer = Objects.requireNonNull(observer, "observer");
            return this;
        }

        /** Sets the transport to the node, instead of {@link #servers}. */
        public Builder transport(AgentTransport transport) {
            this.transport = Objects.requireNonNull(transport, "transport");
            return this;
        }

        /**
         * Starts the agent. Returns without waiting for the node, which may start later.
         *
         * @throws IllegalStateException if no action was set, or neither a server nor a transport
         */
        public Agent start() {
            if (actions.isEmpty()) {
                throw new IllegalStateException("agent %s has no action: add one with action(…)".formatted(name));
            }
            AgentProvider provider = Providers.agent();
            AgentTransport way = transport;
            if (way == null && servers.isEmpty()) {
                throw new IllegalStateException(
                        "agent %s has no server: name one with servers(…), or set a transport with transport(…)"
                                .formatted(name));
            }
            if (way == null) {
                way = provider.connect(servers, apiKey);
            }
            return provider.start(name, observed(), slots, drain, way);
        }

        private List<AgentProvider.Action<?>> observed() {
            AttemptObserver around = observer;
            List<AgentProvider.Action<?>> all = new ArrayList<>();
            actions.values().forEach(action -> all.add(around == null ? action : observed(action, around)));
            return List.copyOf(all);
        }

        private static <I> AgentProvider.Action<I> observed(AgentProvider.Action<I> action, AttemptObserver around) {
            return new AgentProvider.Action<>(action.name(), action.input(), around.observed(action.handler()));
        }

        private static String checked(String what, String text) {
            if (text.isBlank() || text.length() > NAME_LENGTH_MAX) {
                throw OptionChecks.invalid("%s: expected 1 to %d characters, found %s"
                        .formatted(what, NAME_LENGTH_MAX, text.isBlank() ? "none" : text.length()));
            }
            return text;
        }
    }
}
