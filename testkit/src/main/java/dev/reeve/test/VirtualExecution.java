package dev.reeve.test;

import dev.reeve.Actor;
import dev.reeve.Execution;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Explanation;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.StepDescription;
import dev.reeve.StepPath;
import dev.reeve.internal.agent.PayloadException;
import dev.reeve.internal.agent.Payloads;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.values.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * An execution in virtual time. Where {@link Execution} blocks in real time, this class moves virtual time as far as
 * needed and no further. Not thread-safe.
 */
public final class VirtualExecution {

    /** Longer than any test waits. */
    private static final Duration PATIENCE = Duration.ofDays(400);

    private final Rig rig;
    private final ExecutionId id;
    private final Actor actor;

    VirtualExecution(Rig rig, ExecutionId id, Actor actor) {
        this.rig = rig;
        this.id = id;
        this.actor = actor;
    }

    /** The id of the execution. */
    public ExecutionId id() {
        return id;
    }

    /** Its status. */
    public ExecutionStatus status() {
        return rig.look(id, Execution::status);
    }

    /** Its full state, step by step. */
    public ExecutionDescription describe() {
        return rig.look(id, Execution::describe);
    }

    /**
     * The execution that a step started last. Use it to inspect the child or to act on it, for example to send the
     * {@linkplain #signal signal} that it waits for.
     *
     * @param step as in {@code ship}, or {@code ship[3]} for an item of a list
     * @throws AssertionError if the step has not started an execution
     */
    public VirtualExecution child(String step) {
        StepPath path = StepPath.parse(step);
        ExecutionId child = describe().steps().stream()
                .filter(it -> it.step().equals(path))
                .map(StepDescription::child)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError(
                        "step '%s' has not started an execution (yet): %s".formatted(step, explain())));
        return new VirtualExecution(rig, child, actor);
    }

    /** The executions that its steps have started, in the order of the steps. */
    public List<VirtualExecution> children() {
        return describe().steps().stream()
                .map(StepDescription::child)
                .filter(Objects::nonNull)
                .map(child -> new VirtualExecution(rig, child, actor))
                .toList();
    }

    /** All its events, the oldest first. */
    public List<HistoryEntry> history() {
        return rig.look(id, Execution::history);
    }

    /** For each open step: what it waits for, what happens next, and when. */
    public Explanation explain() {
        return rig.look(id, Execution::explain);
    }

    /**
     * Moves time until the execution has ended, in any status.
     *
     * @throws AssertionError if the execution needs a person first, or has not ended after 400 days. The message says
     *     what it waits for
     */
    public ExecutionResult awaitEnd() {
        boolean settled = rig.runUntilSettled(id, PATIENCE);
        if (!settled || !status().isTerminal()) {
            throw new AssertionError(
                    (settled ? "it does not end by itself: " : "it has not ended after 400 days: ") + explain());
        }
        return rig.ask(node -> rig.look(id, Execution::result), "how it ended");
    }

    /**
     * Moves time until the execution has ended, and returns its output.
     *
     * @param output the type of the result
     * @throws AssertionError if it did not complete
     */
    public <T> T await(Class<T> output) {
        ExecutionResult result = awaitEnd();
        Json json = result.output();
        if (json == null) {
            throw new AssertionError(
                    "it was not completed, it ended %s: %s".formatted(result.status(), result.failure()));
        }
        try {
            return Payloads.reader(output).read(json);
        } catch (PayloadException e) {
            throw new AssertionError("its output is no %s: %s".formatted(output.getSimpleName(), e.getMessage()), e);
        }
    }

    /** Moves time until the execution has ended, or makes no progress without a person. */
    public ExecutionStatus awaitRest() {
        rig.runUntilSettled(id, PATIENCE);
        return status();
    }

    /** The same execution, with another actor; see {@link Execution#actingAs(Actor)}. */
    public VirtualExecution actingAs(String name) {
        return new VirtualExecution(rig, id, Actor.of(name));
    }

    /** As {@link Execution#cancel}. */
    public void cancel(String reason) {
        ask(new Command.Cancel(actor.name(), reason));
    }

    /** As {@link Execution#signal(String, Object)}. */
    public void signal(String name, Object data) {
        ask(new Command.Signal(name, null, written(data), actor.name()));
    }

    /** As {@link Execution#recovery()}. */
    public VirtualRecovery recovery() {
        return new VirtualRecovery(rig, this, actor);
    }

    static Json written(Object value) {
        try {
            return Payloads.write(value, Limits.DEFAULT.payloadBytes());
        } catch (PayloadException e) {
            throw new IllegalArgumentException("not a payload: " + e.getMessage(), e);
        }
    }

    void ask(Command command) {
        rig.ask(node -> node.node().lanes().ask(id, command), command.toString());
    }

    @Override
    public String toString() {
        return "execution " + id;
    }
}
