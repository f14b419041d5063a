package dev.reeve.internal.engine.client;

import dev.reeve.Actor;
import dev.reeve.ErrorCode;
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
import dev.reeve.RecoveryOperations;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** An execution of the engine in this process. */
final class EmbeddedExecution implements Execution {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final EmbeddedReeve reeve;
    private final ExecutionId id;

    EmbeddedExecution(EmbeddedReeve reeve, ExecutionId id) {
        this.reeve = reeve;
        this.id = id;
    }

    @Override
    public ExecutionId id() {
        return id;
    }

    @Override
    public EmbeddedExecution actingAs(Actor actor) {
        return new EmbeddedExecution(reeve.actingAs(actor), id);
    }

    private String actor() {
        return reeve.actor().name();
    }

    @Override
    public RecoveryOperations recovery() {
        return new EmbeddedRecovery(reeve, this);
    }

    @Override
    public ExecutionStatus status() {
        return reeve.reader().summary(id).status();
    }

    @Override
    public ExecutionSummary summary() {
        return reeve.reader().summary(id);
    }

    @Override
    public ExecutionDescription describe() {
        return reeve.reader().describe(id);
    }

    @Override
    public List<HistoryEntry> history() {
        return reeve.reader().history(id);
    }

    @Override
    public Explanation explain() {
        return reeve.reader().explain(id);
    }

    @Override
    public Forecast whatIf(String step, Failure failure) {
        return reeve.reader().whatIf(id, step, failure);
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
        return Waiting.await(result(), patience, "for the end of execution " + id);
    }

    @Override
    public CompletionStage<ExecutionResult> result() {
        return reeve.result(id);
    }

    @Override
    public void cancel(String reason) {
        ask(new Command.Cancel(actor(), Checks.text("reason", reason)));
    }

    @Override
    public void signal(String name, Object data) {
        ask(new Command.Signal(Checks.name("name", name), null, Conversion.write("data", data), actor()));
    }

    @Override
    public void signalOnce(String name, Object data, String id) {
        ask(new Command.Signal(
                Checks.name("name", name), Checks.name("id", id), Conversion.write("data", data), actor()));
    }

    static StepPath path(String step) {
        try {
            return StepPath.parse(Objects.requireNonNull(step, "step"));
        } catch (IllegalArgumentException e) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    void ask(Command command) {
        Waiting.await(reeve.ask(id, command), PATIENCE, "for the answer of execution " + id);
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
