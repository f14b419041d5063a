package dev.reeve.testkit;

import dev.reeve.agent.Handler;
import dev.reeve.core.ExecutionId;
import dev.reeve.engine.client.Execution;
import dev.reeve.engine.client.ExecutionQuery;
import dev.reeve.engine.client.ExecutionSummary;
import dev.reeve.engine.client.Inbox;
import dev.reeve.engine.client.Start;
import dev.reeve.engine.schedule.Schedule;
import dev.reeve.engine.schedule.ScheduleStatus;
import dev.reeve.model.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * An engine in virtual time, on a store in memory: the code that runs in production, with a clock that the test moves. Thirty
 * days take milliseconds, nothing ever sleeps, and the same test does the same each time. Not thread-safe: all happens on
 * the test's thread, in {@link #advance} and wherever something is waited for.
 *
 * <pre>{@code
 * VirtualReeve reeve = VirtualReeve.open();
 * reeve.deploy(workflow);
 * reeve.on("payment.charge").failsForNow("NO_CONNECTION").answers(Map.of("payment", "p-1"));
 * reeve.handle("payment.refund", refunds);
 *
 * VirtualExecution order = reeve.start("order", Map.of("id", "o-1"));
 * reeve.advance(Duration.ofMinutes(5));
 *
 * assertThat(order.status()).isEqualTo(ExecutionStatus.COMPLETED);
 * assertThat(reeve.calls("payment.charge")).extracting(ActionCall::idempotencyKey).hasSize(2).containsOnly(key);
 * }</pre>
 *
 * <p>Every action has to be performed: by a {@linkplain #handle handler}, a {@linkplain #on script}, or as one of those that
 * {@linkplain #otherActionsSucceed do well}. Who waits for an execution that waits for another one is told so at once, unless {@link
 * #nobodyPerforms} it.
 */
public final class VirtualReeve implements AutoCloseable {

    private static final int STARTED_MAX = 1_000;

    private final Rig rig;
    private final Outage outage;

    private VirtualReeve(Rig rig, Outage outage) {
        this.rig = rig;
        this.outage = outage;
    }

    /** A new one, with an empty store. Its time begins at noon on 1 March 2026, UTC. */
    public static VirtualReeve open() {
        Outage outage = new Outage();
        Rig rig = outage.rig();
        rig.open();
        return new VirtualReeve(rig, outage);
    }

    /** As {@link dev.reeve.engine.client.Reeve#deploy}. */
    public VirtualReeve deploy(Workflow workflow) {
        rig.deploy(workflow);
        return this;
    }

    /** Begins the script of an action, which replaces what was said of it before. */
    public Script on(String action) {
        return rig.services.on(action);
    }

    /** Has one of your own handlers perform an action. */
    public <I> VirtualReeve handle(String action, Class<I> input, Handler<I> handler) {
        rig.services.handle(action, input, handler);
        return this;
    }

    /** For input of any shape. */
    public VirtualReeve handle(String action, Handler<JsonNode> handler) {
        return handle(action, JsonNode.class, handler);
    }

    /** No agent performs this action, as when its service was not started: its steps wait. See {@link Services#nobodyPerforms}. */
    public VirtualReeve nobodyPerforms(String action) {
        rig.services.nobodyPerforms(action);
        return this;
    }

    /** All actions of a workflow of which nothing was said are done well: see {@link Services#on}. */
    public VirtualReeve otherActionsSucceed(Workflow workflow) {
        rig.otherActionsSucceed(workflow);
        return this;
    }

    /** Starts the highest deployed version, without a key. */
    public VirtualExecution start(String workflow, Object input) {
        return start(workflow, input, Start.plain());
    }

    /** As {@link dev.reeve.engine.client.Reeve#start(String, Object, Start)}. */
    public VirtualExecution start(String workflow, Object input, Start how) {
        return rig.known(rig.ask(node -> node.reeve().startAsync(workflow, input, how), "the start of " + workflow)
                .id());
    }

    /**
     * One that is known from elsewhere, such as {@link dev.reeve.engine.client.StepDescription#child}.
     *
     * @throws AssertionError if there is none
     */
    public VirtualExecution execution(ExecutionId id) {
        rig.look(id, Execution::status);
        return rig.known(id);
    }

    /**
     * As {@link dev.reeve.engine.client.Reeve#schedule}, in virtual time; a crash does not make it forget. What it starts {@link
     * #startedBy} tells.
     */
    public VirtualReeve schedule(String name, Object input, Schedule schedule) {
        rig.reeve().schedule(name, input, schedule);
        return this;
    }

    /** All schedules, by name. */
    public List<ScheduleStatus> schedules() {
        return rig.reeve().schedules();
    }

    /** As {@link dev.reeve.engine.client.Reeve#pauseSchedule}. */
    public void pauseSchedule(String name, String by, String why) {
        rig.reeve().pauseSchedule(name, by, why);
    }

    /** As {@link dev.reeve.engine.client.Reeve#resumeSchedule}. */
    public void resumeSchedule(String name, String by, String why) {
        rig.reeve().resumeSchedule(name, by, why);
    }

    /** As {@link dev.reeve.engine.client.Reeve#deleteSchedule}. */
    public void deleteSchedule(String name, String by, String why) {
        rig.reeve().deleteSchedule(name, by, why);
    }

    /** What a schedule has started, in the order of its nominal times: the newest {@value #STARTED_MAX}. */
    public List<VirtualExecution> startedBy(String schedule) {
        return rig.reeve().list(ExecutionQuery.all().label("schedule", schedule).limit(STARTED_MAX)).stream()
                .sorted(Comparator.comparing(ExecutionSummary::startedAt))
                .map(summary -> rig.known(summary.id()))
                .toList();
    }

    /** Has this much time pass, and everything happen that is due by then. */
    public void advance(Duration time) {
        rig.runUntil(() -> false, time);
    }

    /** Virtual time. */
    public Instant now() {
        return rig.now();
    }

    /** For handlers that want to know the time. */
    public InstantSource clock() {
        return rig::now;
    }

    /** All calls of handlers and scripts, in order. */
    public List<ActionCall> calls() {
        return rig.calls();
    }

    /** Those of one action. */
    public List<ActionCall> calls(String action) {
        return calls().stream().filter(call -> call.action().equals(action)).toList();
    }

    /** What steps did to the world outside, as far as handlers and scripts have said that they succeeded. */
    public List<Effect> effects() {
        return rig.outside.effects();
    }

    /** What needs a person. */
    public Inbox inbox() {
        return rig.reeve().inbox();
    }

    /**
     * The process with the engine and all agents dies, at this very moment, and another is started a second later. What had
     * not been stored is lost.
     */
    public void crash() {
        rig.tell("the process dies");
        rig.crash();
    }

    /** From now on nothing can be read from the store or written to it, for as long as this. What this kit tells it tells. */
    public void storeIsAwayFor(Duration time) {
        rig.tell("the store is away for " + time);
        outage.begin(time);
    }

    /** What happened so far, in words, in the order of time. */
    public List<String> story() {
        return rig.whatHappened();
    }

    @Override
    public void close() {
        rig.close();
    }
}
