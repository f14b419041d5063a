package dev.reeve.internal.access;

import dev.reeve.Actor;
import dev.reeve.Execution;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Explanation;
import dev.reeve.Failure;
import dev.reeve.Forecast;
import dev.reeve.HistoryEntry;
import dev.reeve.PastExecution;
import dev.reeve.RecoveryOperations;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An execution as one caller may use it. Immutable. */
final class GuardedExecution implements Execution {

    private final Execution execution;
    private final Gate gate;
    private final @Nullable String workflow;

    /**
     * @param workflow null if it is not known
     */
    private GuardedExecution(Execution execution, Gate gate, @Nullable String workflow) {
        this.execution = execution;
        this.gate = gate;
        this.workflow = workflow;
    }

    /** Checks whether the caller may see the execution, if access depends on its workflow. */
    static GuardedExecution of(Execution execution, Gate gate) {
        return new GuardedExecution(execution, gate, gate.seen(execution));
    }

    @Override
    public ExecutionId id() {
        return execution.id();
    }

    @Override
    public Execution actingAs(Actor actor) {
        if (!actor.name().equals(gate.who().name())) {
            throw gate.otherActor(actor.name());
        }
        return this;
    }

    @Override
    public ExecutionStatus status() {
        return gate.read(Operation.SHOW, workflow, execution::status);
    }

    @Override
    public ExecutionSummary summary() {
        return gate.read(Operation.SHOW, workflow, execution::summary);
    }

    @Override
    public ExecutionDescription describe() {
        return gate.read(Operation.SHOW, workflow, execution::describe);
    }

    @Override
    public List<HistoryEntry> history() {
        return gate.read(Operation.HISTORY, workflow, execution::history);
    }

    @Override
    public PastExecution asOf(int seq) {
        return new GuardedPast(execution.asOf(seq), gate, workflow);
    }

    @Override
    public Explanation explain() {
        return gate.read(Operation.EXPLAIN, workflow, execution::explain);
    }

    @Override
    public Forecast whatIf(String step, Failure failure) {
        return gate.read(Operation.FORECAST, workflow, () -> execution.whatIf(step, failure));
    }

    @Override
    public <T> T await(Class<T> type, Duration patience) {
        return gate.read(Operation.AWAIT, workflow, () -> execution.await(type, patience));
    }

    @Override
    public ExecutionResult awaitEnd(Duration patience) {
        return gate.read(Operation.AWAIT, workflow, () -> execution.awaitEnd(patience));
    }

    @Override
    public CompletionStage<ExecutionResult> result() {
        return gate.read(Operation.AWAIT, workflow, execution::result);
    }

    @Override
    public void cancel(String reason) {
        gate.run(
                Operation.CANCEL,
                workflow,
                gate.decided(Operation.CANCEL, workflow, execution, "", reason),
                reason,
                () -> execution.cancel(reason));
    }

    @Override
    public void signal(String name, Object data) {
        gate.checkData(workflow, Subject.of(id(), " " + name), data);
        gate.run(Operation.SIGNAL, workflow, Subject.of(id(), " " + name), null, () -> execution.signal(name, data));
    }

    @Override
    public void signalOnce(String name, Object data, String id) {
        gate.checkData(workflow, Subject.of(id(), " " + name), data);
        gate.run(
                Operation.SIGNAL,
                workflow,
                Subject.of(id(), " " + name),
                null,
                () -> execution.signalOnce(name, data, id));
    }

    @Override
    public RecoveryOperations recovery() {
        return new GuardedRecovery(execution, gate, workflow, rerun -> of(rerun, gate));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GuardedExecution guarded && guarded.execution.equals(execution);
    }

    @Override
    public int hashCode() {
        return execution.hashCode();
    }

    @Override
    public String toString() {
        return execution.toString();
    }
}
