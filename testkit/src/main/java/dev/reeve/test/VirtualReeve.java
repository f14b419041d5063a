package dev.reeve.test;

import dev.reeve.Actor;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionSummary;
import dev.reeve.Inbox;
import dev.reeve.JobOptions;
import dev.reeve.ScheduleOperations;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.agent.Handler;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * An engine in virtual time, on an in-memory store. It runs the production code with a clock that the test moves.
 * Thirty days take milliseconds, nothing sleeps, and each test is deterministic. Not thread-safe: everything runs on
 * the test's thread, inside {@link #advance} and the methods that wait.
 *
 * <pre>{@code
 * VirtualReeve reeve = VirtualReeve.open();
 * reeve.deploy(workflow);
 * reeve.on("payment.charge").failsWithTransientError("NO_CONNECTION").answers(Map.of("payment", "p-1"));
 * reeve.handle("payment.refund", refunds);
 *
 * VirtualExecution order = reeve.start("order", Map.of("id", "o-1"));
 * reeve.advance(Duration.ofMinutes(5));
 *
 * assertThat(order.status()).isEqualTo(ExecutionStatus.COMPLETED);
 * assertThat(reeve.calls("payment.charge")).extracting(ActionCall::idempotencyKey).hasSize(2).containsOnly(key);
 * }</pre>
 *
 * <p>Register each action: with a {@linkplain #handle handler}, with a {@linkplain #on script}, or with
 * {@link #otherActionsSucceed}. Waiting for an execution that waits for an unregistered action fails at once with an
 * {@link AssertionError}, unless {@link #nobodyPerforms} was called for the action.
 */
public final class VirtualReeve implements AutoCloseable {

    private static final int STARTED_MAX = 1_000;

    private final Rig rig;
    private final Outage outage;
    private final Actor actor;

    private VirtualReeve(Rig rig, Outage outage, Actor actor) {
        this.rig = rig;
        this.outage = outage;
        this.actor = actor;
    }

    /** Opens an engine with an empty store. Its time begins at noon on 1 March 2026, UTC. */
    public static VirtualReeve open() {
        Outage outage = new Outage();
        Rig rig = outage.rig();
        rig.open();
        return new VirtualReeve(rig, outage, Actor.APPLICATION);
    }

    /** As {@link dev.reeve.Reeve#deploy}. */
    public VirtualReeve deploy(Workflow workflow) {
        rig.deploy(DefinitionReader.of(workflow));
        return this;
    }

    /** As {@link dev.reeve.Reeve#deploy(java.util.Collection)}: all together, in any order. */
    public VirtualReeve deploy(Collection<? extends Workflow> workflows) {
        rig.deploy(workflows.stream().map(DefinitionReader::of).toList());
        return this;
    }

    /** Begins the script of an action. It replaces an earlier registration of the action. */
    public Script on(String action) {
        return rig.services.on(action);
    }

    /** Registers one of your own handlers for an action. */
    public <I> VirtualReeve handle(String action, Class<I> input, Handler<I, ?> handler) {
        rig.services.handle(action, input, handler);
        return this;
    }

    /** For input of any shape. */
    public VirtualReeve handle(String action, Handler<JsonNode, ?> handler) {
        return handle(action, JsonNode.class, handler);
    }

    /**
     * Declares that no agent performs this action, as when its service was not started: its steps wait. See
     * {@link Services#nobodyPerforms}.
     */
    public VirtualReeve nobodyPerforms(String action) {
        rig.services.nobodyPerforms(action);
        return this;
    }

    /** Lets all actions of a workflow that are not registered succeed: see {@link Services#on}. */
    public VirtualReeve otherActionsSucceed(Workflow workflow) {
        rig.otherActionsSucceed(DefinitionReader.of(workflow));
        return this;
    }

    /** Starts the highest deployed version, without a key. */
    public VirtualExecution start(String workflow, Object input) {
        return start(workflow, input, Start.plain());
    }

    /** As {@link dev.reeve.Reeve#start(String, Object, Start)}. */
    public VirtualExecution start(String workflow, Object input, Start how) {
        return known(rig.ask(node -> node.reeve().startAsync(workflow, input, how), "the start of " + workflow)
                .id());
    }

    /** As {@link dev.reeve.Reeve#signalWithStart}. */
    public VirtualExecution signalWithStart(String workflow, Object input, Start how, Signal signal) {
        return known(rig.ask(
                        node -> node.reeve().actingAs(actor).signalWithStartAsync(workflow, input, how, signal),
                        "the signal for " + workflow)
                .id());
    }

    /** As {@link dev.reeve.Reeve#run(String, Object, Start)}. */
    public VirtualExecution run(String action, Object input, Start how) {
        return run(action, input, how, JobOptions.defaults());
    }

    /** As {@link dev.reeve.Reeve#run(String, Object, Start, JobOptions)}. */
    public VirtualExecution run(String action, Object input, Start how, JobOptions options) {
        ExecutionId id = rig.ask(node -> node.reeve().runAsync(action, input, how, options), "the start of " + action)
                .id();
        rig.calls(action, options.probe());
        return known(id);
    }

    /**
     * Finds an execution by an id from elsewhere, such as {@link dev.reeve.StepDescription#child}.
     *
     * @throws AssertionError if there is no such execution
     */
    public VirtualExecution execution(ExecutionId id) {
        rig.look(id, Execution::status);
        return known(id);
    }

    /** As {@link dev.reeve.Reeve#actingAs(Actor)}. */
    public VirtualReeve actingAs(String name) {
        return new VirtualReeve(rig, outage, Actor.of(name));
    }

    /**
     * The schedules, in virtual time. They survive a {@link #crash}. See {@link #startedBy} for the executions that
     * they start.
     */
    public ScheduleOperations schedules() {
        return new VirtualSchedules(rig, rig.reeve().actingAs(actor).schedules());
    }

    private VirtualExecution known(ExecutionId id) {
        rig.started(id);
        return new VirtualExecution(rig, id, actor);
    }

    /**
     * The executions that a schedule has started, in the order of their nominal times: the newest
     * {@value #STARTED_MAX}.
     */
    public List<VirtualExecution> startedBy(String schedule) {
        return rig.reeve().list(ExecutionQuery.all().label("schedule", schedule).limit(STARTED_MAX)).stream()
                .sorted(Comparator.comparing(ExecutionSummary::startedAt))
                .map(summary -> known(summary.id()))
                .toList();
    }

    /** Moves virtual time forward and runs everything that is due by then. */
    public void advance(Duration time) {
        rig.runUntil(() -> false, time);
    }

    /** Virtual time. */
    public Instant now() {
        return rig.now();
    }

    /** A clock for handlers that need the time. */
    public InstantSource clock() {
        return rig::now;
    }

    /** All calls of handlers and scripts, in order. */
    public List<ActionCall> calls() {
        return rig.calls();
    }

    /** The calls of one action, in order. */
    public List<ActionCall> calls(String action) {
        return calls().stream().filter(call -> call.action().equals(action)).toList();
    }

    /** Effects of steps on the world outside, as far as handlers and scripts reported success. */
    public List<Effect> effects() {
        return rig.outside.effects();
    }

    /** The recovery inbox: executions that need a person. */
    public Inbox inbox() {
        return rig.reeve().inbox();
    }

    /**
     * Kills the process with the engine and all agents immediately. A new process starts a second later. Unstored work
     * is lost.
     */
    public void crash() {
        rig.tell("the process dies");
        rig.crash();
    }

    /**
     * Makes the store unavailable for reads and writes for this time. Results that the kit itself reports stay
     * available.
     */
    public void storeIsAwayFor(Duration time) {
        rig.tell("the store is away for " + time);
        outage.begin(time);
    }

    /** The story so far, in words, in the order of time. */
    public List<String> story() {
        return rig.whatHappened();
    }

    @Override
    public void close() {
        rig.close();
    }
}
