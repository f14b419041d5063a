package dev.reeve.testkit;

import dev.reeve.agent.Handler;
import dev.reeve.agent.Rehearsal;
import dev.reeve.agent.transport.AttemptRequest;
import dev.reeve.core.Purpose;
import dev.reeve.model.Json;
import dev.reeve.testkit.Turn.Manner;
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
 * What performs the actions of a workflow: your own handlers, or scripts. What is said of an action replaces what was said
 * before. Not thread-safe.
 *
 * <pre>{@code
 * services.handle("payment.charge", Charge.class, payments::charge)
 *         .handle("payment.refund", payments::refund);
 * services.on("shipping.create").fails("NO_CARRIER");
 * }</pre>
 *
 * <p>Handlers run on the test's thread, and take no time in virtual time, however long they work. One that waits for the
 * time to pass, or for another thread that does, waits for ever.
 */
public final class Services {

    private final Outside outside;
    private final Consumer<String> added;
    private final Map<String, Rehearsal> handlers = new HashMap<>();
    private final Map<String, Script> scripts = new HashMap<>();
    private final Set<String> nobody = new HashSet<>();

    /** @param added told of each action that can be performed from now on */
    Services(Outside outside, Consumer<String> added) {
        this.outside = outside;
        this.added = added;
    }

    /** Has a handler perform an action, as {@link dev.reeve.agent.Agent.Builder#action(String, Class, Handler)} has it. */
    public <I> Services handle(String action, Class<I> input, Handler<I> handler) {
        handlers.put(action, Rehearsal.of(action, input, Objects.requireNonNull(handler, "handler")));
        scripts.remove(action);
        nobody.remove(action);
        added.accept(action);
        return this;
    }

    /** For input of any shape. */
    public Services handle(String action, Handler<JsonNode> handler) {
        return handle(action, JsonNode.class, handler);
    }

    /**
     * Begins the script of an action. Until it says something, the action is performed by a service that does well whatever
     * it is asked: it answers {@code {}}, has each effect once, undoes what it did, and as a probe says the truth.
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
     * No agent performs this action, as when its service was not started: its steps wait. Without this a step whose action nothing
     * was said of is a mistake of the test.
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

    /** Whether something was said of it. */
    boolean isSaid(String action) {
        return handlers.containsKey(action) || scripts.containsKey(action) || nobody.contains(action);
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

    /** A handler or script has succeeded. */
    void performed(AttemptRequest request, Json output) {
        Script script = scripts.get(request.action());
        outside.performed(request, output, script != null && script.repeatsEffects());
    }
}
