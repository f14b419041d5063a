package dev.reeve.test;

import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.agent.Handler;
import dev.reeve.internal.agent.Rehearsal;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.test.Turn.Manner;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Registers handlers and scripts for the actions of a workflow. A later registration of an action
 * replaces an earlier one. Not thread-safe.
 *
 * <pre>{@code
 * services.handle("payment.charge", Charge.class, payments::charge)
 *         .handle("payment.refund", payments::refund);
 * services.on("shipping.create").fails("NO_CARRIER");
 * }</pre>
 *
 * <p>Handlers run on the test's thread and take no virtual time. A handler that waits for virtual time to pass, or for
 * a thread that waits for it, blocks forever.
 */
public final class Services {

    private final Outside outside;
    private final Consumer<String> added;
    private final Map<String, Rehearsal> handlers = new HashMap<>();
    private final Map<String, Script> scripts = new HashMap<>();
    private final Set<String> nobody = new HashSet<>();

    /** @param added receives each action that can be performed from now on */
    Services(Outside outside, Consumer<String> added) {
        this.outside = outside;
        this.added = added;
    }

    /**
     * Registers a handler for an action, as {@link dev.reeve.agent.Agent.Builder#action(String, Class,
     * Handler)} does.
     */
    public <I> Services handle(String action, Class<I> input, Handler<I, ?> handler) {
        handlers.put(action, Rehearsal.of(action, input, Objects.requireNonNull(handler, "handler")));
        scripts.remove(action);
        nobody.remove(action);
        added.accept(action);
        return this;
    }

    /** For input of any shape. */
    public Services handle(String action, Handler<JsonNode, ?> handler) {
        return handle(action, JsonNode.class, handler);
    }

    /**
     * Begins the script of an action. As long as the script has no entry, a default service performs the action: it
     * answers {@code {}}, has each effect once, and undoes its effects. As a probe it answers truthfully.
     */
    public Script on(String action) {
        Script script = new Script(action);
        handlers.remove(action);
        nobody.remove(action);
        scripts.put(action, script);
        added.accept(action);
        return script;
    }

    /**
     * Declares that no agent performs this action, as when its service was not started: its steps wait. Without this
     * call, a step whose action is not registered is reported as a mistake of the test.
     *
     * @throws IllegalStateException if a handler or a script performs it already
     */
    public Services nobodyPerforms(String action) {
        if (handlers.containsKey(action) || scripts.containsKey(action)) {
            throw new IllegalStateException("'%s' is performed already; say so before".formatted(action));
        }
        nobody.add(action);
        return this;
    }

    /** Whether the action is registered, or declared as not performed. */
    boolean isSaid(String action) {
        return handlers.containsKey(action) || scripts.containsKey(action) || nobody.contains(action);
    }

    /** Whether no handler performs the action, so that nobody can forget to store an output. */
    boolean isScripted(String action) {
        return !handlers.containsKey(action);
    }

    Turn turn(AttemptRequest request) {
        Rehearsal handler = handlers.get(request.action());
        if (handler != null) {
            return new Turn(handler, Manner.REPORTS, Duration.ZERO);
        }
        Script script = scripts.get(request.action());
        Turn turn = script == null ? null : script.next();
        return turn != null ? turn : Turn.scripted(request.action(), (input, step) -> well(request), Manner.REPORTS);
    }

    private @Nullable Object well(AttemptRequest request) {
        return request.token().purpose() == Purpose.PROBE ? outside.ask(request.token()) : Map.of();
    }

    /** Records a successful call of a handler or script. */
    void performed(AttemptRequest request, Json output) {
        Script script = scripts.get(request.action());
        outside.performed(request, output, script != null && script.repeatsEffects());
    }
}
