package dev.reeve.test;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Explanation;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.StepDescription;
import dev.reeve.StepPath;
import dev.reeve.internal.agent.PayloadException;
import dev.reeve.internal.agent.Payloads;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.start.Reruns;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.scheduler.Rerunning;
import dev.reeve.internal.engine.scheduler.Started;
import dev.reeve.internal.values.Limits;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * An execution in virtual time. Where {@link Execution} blocks in real time, this class moves virtual time as far as
 * needed and no further. Not thread-safe.
 */
public final class VirtualExecution {

    /** Longer than any test waits. */
    private static final Duration PATIENCE = Duration.ofDays(400);

    private final Rig rig;
    private final ExecutionId id;

    VirtualExecution(Rig rig, ExecutionId id) {
        this.rig = rig;
        this.id = id;
    }

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
        return new VirtualExecution(rig, child);
    }

    /** The executions that its steps have started, in the order of the steps. */
    public List<VirtualExecution> children() {
        return describe().steps().stream()
                .map(StepDescription::child)
                .filter(Objects::nonNull)
                .map(child -> new VirtualExecution(rig, child))
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

    /** As {@link Execution#cancel}. */
    public void cancel(String by, String reason) {
        ask(new Command.Cancel(by, reason));
    }

    /** As {@link Execution#signal(String, Object, String)}. */
    public void signal(String name, Object data, String by) {
        ask(new Command.Signal(name, null, written(data), by));
    }

    /** As {@link Execution#compensate}. */
    public void compensate(String by, String why) {
        ask(new Command.Compensate(by, why));
    }

    /** As {@link Execution#pause}. */
    public void pause(String by, String why) {
        ask(new Command.Pause(by, why));
    }

    /** As {@link Execution#resume}. */
    public void resume(String by, String why) {
        ask(new Command.Resume(by, why));
    }

    /** As {@link Execution#moveTo}. */
    public void moveTo(int version, String by, String why) {
        String workflow = rig.look(id, Execution::summary).workflow();
        rig.ask(node -> moved(node.node(), workflow, version, by, why), "moving to version " + version);
    }

    private CompletionStage<Void> moved(Node node, String workflow, int version, String by, String why) {
        return node.definitions()
                .find(Node.DEFAULT_NAMESPACE, workflow, version)
                .map(plan -> node.lanes().ask(id, new Command.Move(plan, by, why)))
                .orElseGet(() -> CompletableFuture.failedStage(new ReeveException(
                        ErrorCode.WORKFLOW_UNKNOWN, "workflow '%s' has no version %d".formatted(workflow, version))));
    }

    /** As {@link Execution#probe}. */
    public void probe(String step, String by, String why) {
        ask(new Command.ProbeStep(StepPath.parse(step), by, why));
    }

    /** As {@link Execution#retry(String, String)}. */
    public void retry(String step, String by) {
        ask(new Command.RetryStep(StepPath.parse(step), by));
    }

    /** As {@link Execution#retry(String, Object, String, String)}. */
    public void retry(String step, Object input, String by, String why) {
        ask(new Command.RetryStep(StepPath.parse(step), by, why, written(input)));
    }

    /** As {@link Execution#resolve}. */
    public void resolve(String step, Object output, String by) {
        ask(new Command.ResolveStep(StepPath.parse(step), written(output), by));
    }

    /** As {@link Execution#skip}. */
    public void skip(String step, String by) {
        ask(new Command.SkipStep(StepPath.parse(step), by));
    }

    /**
     * As {@link Execution#rerunFrom(String, String, String)}.
     *
     * @return the re-run
     */
    public VirtualExecution rerunFrom(String step, String by, String why) {
        return rerun(new Reruns.Wish(StepPath.parse(step), by, why, null));
    }

    /** As {@link Execution#rerunFrom(String, Object, String, String)}. */
    public VirtualExecution rerunFrom(String step, Object input, String by, String why) {
        return rerun(new Reruns.Wish(StepPath.parse(step), by, why, written(input)));
    }

    private VirtualExecution rerun(Reruns.Wish wish) {
        Started started = rig.ask(node -> begun(node.node(), wish), wish.toString());
        return rig.known(started.id());
    }

    private CompletionStage<Started> begun(Node node, Reruns.Wish wish) {
        try {
            Rerunning rerunning = new Rerunning(node.store(), node.definitions(), Node.DEFAULT_NAMESPACE);
            return node.lanes().start(rerunning.request(id, wish, node.clock().now()));
        } catch (ReeveException | StoreException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private static Json written(Object value) {
        try {
            return Payloads.write(value, Limits.DEFAULT.payloadBytes());
        } catch (PayloadException e) {
            throw new IllegalArgumentException("not a payload: " + e.getMessage(), e);
        }
    }

    private void ask(Command command) {
        rig.ask(node -> node.node().lanes().ask(id, command), command.toString());
    }

    @Override
    public String toString() {
        return "execution " + id;
    }
}
