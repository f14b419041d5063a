package dev.reeve.internal.engine.client.execution;

import dev.reeve.Actor;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.start.Reruns;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.Conversion;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.boundary.OwnActions;
import dev.reeve.internal.engine.client.reading.DirectReader;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.scheduler.RerunStarts;
import dev.reeve.internal.engine.scheduler.message.Known;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.ExecutionRow;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One actor's access to one namespace of the engine in this process: reads, starts, commands and results. Thread-safe.
 */
public final class EngineAccess {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Node node;
    private final String namespace;
    private final DirectReader reader;
    private final StartRequests requests;
    private final EndedSignals endedSignals;
    private final KeyTurns turns;
    private final Actor actor;

    public EngineAccess(Node node, String namespace) {
        this(
                node,
                namespace,
                new DirectReader(node, namespace),
                new StartRequests(node, new Ids(node.surroundings().random()), namespace),
                new EndedSignals(),
                new KeyTurns(),
                Actor.APPLICATION);
    }

    private EngineAccess(
            Node node,
            String namespace,
            DirectReader reader,
            StartRequests requests,
            EndedSignals endedSignals,
            KeyTurns turns,
            Actor actor) {
        this.node = node;
        this.namespace = namespace;
        this.reader = reader;
        this.requests = requests;
        this.endedSignals = endedSignals;
        this.turns = turns;
        this.actor = actor;
    }

    public EngineAccess actingAs(Actor other) {
        Arguments.name("actor", other.name());
        return new EngineAccess(node, namespace, reader, requests, endedSignals, turns, other);
    }

    public String namespace() {
        return namespace;
    }

    /** The actions of the namespace. */
    public OwnActions actions() {
        return new OwnActions(namespace);
    }

    /** The actor. */
    public Actor acting() {
        return actor;
    }

    /** The name of the actor. */
    public String actor() {
        return actor.name();
    }

    /** Refuses the call if the engine is closed or has ended. */
    public void check() {
        node.check();
    }

    /** Read-only access to the store. */
    public DirectReader reader() {
        node.check();
        return reader;
    }

    /** Checks the arguments of a start without starting anything. */
    public StartRequest request(String workflow, Object input, Start how) {
        node.check();
        return request(reader.plan(workflow, how.version()), input, how);
    }

    /**
     * Checks the arguments of a start that an SQL function has stored.
     *
     * @param id the id that the function returned
     * @throws dev.reeve.ReeveException also if the key of the start gives another id
     */
    StartRequest request(String workflow, Json input, Start how, ExecutionId id) {
        node.check();
        return requests.request(reader.plan(workflow, how.version()), input, how, id);
    }

    /** Checks the arguments of a start on this definition without starting anything. */
    public StartRequest request(Plan plan, Object input, Start how) {
        return requests.request(plan, Conversion.write("input", input), how);
    }

    /**
     * The execution with the same key that is the answer to this start; null if there is none in the store.
     *
     * @throws dev.reeve.ReeveException if the key belongs to another start
     */
    @Nullable ExecutionId existing(StartRequest request) {
        ExecutionRow row =
                EngineCalls.reading(() -> node.store().newest(request.id())).orElse(null);
        if (row == null || !request.isAnsweredBy(row)) {
            return null;
        }
        ReeveException conflict = request.conflict(Known.of(row));
        if (conflict != null) {
            throw conflict;
        }
        return row.id();
    }

    /** The id of the first execution of a key. */
    ExecutionId first(String key) {
        return Ids.ofKey(namespace, key);
    }

    /** The newest execution of a key; null if there is none. */
    @Nullable ExecutionRow newest(String key) {
        return EngineCalls.reading(() -> node.store().newest(first(key))).orElse(null);
    }

    /** The row of an execution; null if there is none. */
    @Nullable ExecutionRow row(ExecutionId id) {
        return EngineCalls.reading(() -> node.store().find(id)).orElse(null);
    }

    /** The executions of a key before its newest one. */
    EarlierExecutions earlier(ExecutionId first) {
        return new EarlierExecutions(node.store(), first);
    }

    /** The signals of ended executions that this engine has read. */
    EndedSignals endedSignals() {
        return endedSignals;
    }

    /**
     * Runs a step of a caller after the turns of those that asked before it for the same key.
     *
     * @param turn of this caller, which ends when it is complete
     */
    void afterOthers(String key, CompletableFuture<?> turn, Runnable step) {
        turns.take(key, turn, node.surroundings()::callback, step);
    }

    /**
     * The execution that an earlier try of this start began, if other executions of the key have followed it since;
     * null if there is none.
     *
     * @throws dev.reeve.ReeveException if that was another start
     */
    public @Nullable ExecutionId earlier(StartRequest request) {
        String key = request.started().key();
        String wish = request.started().labels().get(StartRequest.REQUEST);
        if (key == null || wish == null || !StartRequest.startsAnew(request.keyPolicy())) {
            return null;
        }
        ExecutionRow row = earlier(first(key))
                .find(
                        request.id(),
                        now(),
                        rows -> rows.stream()
                                .filter(each -> StartRequest.isRequest(wish, each.labels()))
                                .findFirst()
                                .orElse(null));
        ReeveException conflict = row == null ? null : request.conflict(Known.of(row));
        if (conflict != null) {
            throw conflict;
        }
        return row == null ? null : row.id();
    }

    /** The time of the store. */
    Instant now() {
        return node.clock().now();
    }

    /** Begins to store a start. */
    CompletionStage<Started> begun(StartRequest request) {
        node.check();
        return handedOver(node.lanes().start(request), started -> started);
    }

    /** Sends a command. The future completes with the id of the execution. */
    CompletionStage<ExecutionId> asked(ExecutionId id, Command command) {
        node.check();
        return handedOver(node.lanes().ask(id, command), nothing -> id);
    }

    /** Starts an execution, and waits until the start is stored. */
    public ExecutionId start(StartRequest request) {
        ExecutionId earlier = earlier(request);
        if (earlier != null) {
            return earlier;
        }
        Started known = EngineCalls.await(
                node.lanes().start(request),
                PATIENCE,
                "for the start of %s to be stored".formatted(request.started().workflow()));
        return known.id();
    }

    /**
     * @param handle makes the value of the future from the id
     */
    public <R> CompletionStage<R> startAsync(StartRequest request, Function<ExecutionId, R> handle) {
        ExecutionId earlier = earlier(request);
        if (earlier != null) {
            return CompletableFuture.completedFuture(handle.apply(earlier));
        }
        return handedOver(node.lanes().start(request), known -> handle.apply(known.id()));
    }

    /** Starts the execution that re-runs this one: an existing one, or a new one. */
    ExecutionId rerun(ExecutionId of, Reruns.Wish wish) {
        node.check();
        StartRequest request = EngineCalls.reading(() -> new RerunStarts(node.store(), node.definitions(), namespace)
                .request(of, wish, node.clock().now()));
        EngineCalls.await(
                node.lanes().start(request), PATIENCE, "for the start of %s to be stored".formatted(request.id()));
        return request.id();
    }

    /** Sends a command, and waits until its effect is stored. */
    void ask(ExecutionId id, Command command) {
        node.check();
        EngineCalls.await(node.lanes().ask(id, command), PATIENCE, "for the answer of execution " + id);
    }

    CompletionStage<ExecutionResult> result(ExecutionId id) {
        node.check();
        return handedOver(
                node.lanes().awaitEnd(id),
                ended -> new ExecutionResult(
                        ended.id(), ended.status(), ended.output(), ended.failure(), ended.failedStep()));
    }

    /** A future for callers. Its dependent stages run outside the lanes, so they may block. */
    public <T, R> CompletionStage<R> handedOver(CompletionStage<T> promise, Function<T, R> told) {
        CompletableFuture<R> callers = new CompletableFuture<>();
        promise.whenComplete((value, error) -> node.surroundings().callback(() -> {
            if (error != null) {
                callers.completeExceptionally(error);
                return;
            }
            try {
                callers.complete(told.apply(value));
            } catch (RuntimeException | Error e) {
                callers.completeExceptionally(e);
            }
        }));
        // A caller that cancels must not stay registered with the lane until the execution ends, which may take a year.
        CompletableFuture<R> unused = callers.whenComplete((value, error) -> {
            if (error instanceof CancellationException) {
                promise.toCompletableFuture().cancel(false);
            }
        });
        return callers;
    }
}
