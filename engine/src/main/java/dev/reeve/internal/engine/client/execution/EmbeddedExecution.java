package dev.reeve.internal.engine.client.execution;

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
import dev.reeve.Json;
import dev.reeve.NotCompletedException;
import dev.reeve.PastExecution;
import dev.reeve.RecoveryOperations;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.Conversion;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** An execution of the engine in this process. */
public final class EmbeddedExecution implements Execution {

    private final EngineAccess engine;
    private final ExecutionId id;

    public EmbeddedExecution(EngineAccess engine, ExecutionId id) {
        this.engine = engine;
        this.id = id;
    }

    @Override
    public ExecutionId id() {
        return id;
    }

    @Override
    public EmbeddedExecution actingAs(Actor actor) {
        return new EmbeddedExecution(engine.actingAs(actor), id);
    }

    @Override
    public RecoveryOperations recovery() {
        return new EmbeddedRecovery(engine, id, rerun -> new EmbeddedExecution(engine, rerun));
    }

    @Override
    public ExecutionStatus status() {
        return engine.reader().summary(id).status();
    }

    @Override
    public ExecutionSummary summary() {
        return engine.reader().summary(id);
    }

    @Override
    public ExecutionDescription describe() {
        return engine.reader().describe(id);
    }

    @Override
    public List<HistoryEntry> history() {
        return engine.reader().history(id);
    }

    @Override
    public PastExecution asOf(int seq) {
        return engine.reader().asOf(id, seq);
    }

    @Override
    public Explanation explain() {
        return engine.reader().explain(id);
    }

    @Override
    public Forecast whatIf(String step, Failure failure) {
        return engine.reader().whatIf(id, step, failure);
    }

    @Override
    public <T> T await(Class<T> type, Duration patience) {
        ExecutionResult result = awaitEnd(patience);
        Json output = result.output();
        if (result.status() != ExecutionStatus.COMPLETED || output == null) {
            throw new NotCompletedException(result);
        }
        return Conversion.read(output, type);
    }

    @Override
    public ExecutionResult awaitEnd(Duration patience) {
        return EngineCalls.await(result(), patience, "for the end of execution " + id);
    }

    @Override
    public CompletionStage<ExecutionResult> result() {
        return engine.result(id);
    }

    @Override
    public void cancel(String reason) {
        engine.ask(id, new Command.Cancel(engine.actor(), Arguments.text("reason", reason)));
    }

    @Override
    public void signal(String name, Object data) {
        engine.ask(
                id,
                new Command.Signal(Arguments.name("name", name), null, Conversion.write("data", data), engine.actor()));
    }

    @Override
    public void signalOnce(String name, Object data, String signal) {
        engine.ask(
                id,
                new Command.Signal(
                        Arguments.name("name", name),
                        Arguments.name("id", signal),
                        Conversion.write("data", data),
                        engine.actor()));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EmbeddedExecution execution && execution.id.equals(id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "execution " + id;
    }
}
