package dev.reeve.internal.spring.transaction;

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
import dev.reeve.Reeve;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.springframework.transaction.IllegalTransactionStateException;

/**
 * An execution that was started in a transaction. Until the commit it has an id, and every other call fails at once:
 * waiting for it would last until the caller's patience ends, because it begins after the commit. Thread-safe.
 */
final class JoinedExecution implements Execution {

    private final Execution execution;
    private final Reeve reeve;
    private final TransactionOutcome outcome;

    JoinedExecution(Execution execution, Reeve reeve, TransactionOutcome outcome) {
        this.execution = execution;
        this.reeve = reeve;
        this.outcome = outcome;
    }

    private Execution committed() {
        return switch (outcome.state()) {
            case COMMITTED -> execution;
            case ROLLED_BACK ->
                throw new IllegalTransactionStateException(
                        "%s was never stored: %s, in which it was started, rolled back"
                                .formatted(execution, outcome.transaction()));
            case OPEN -> {
                // an earlier start with the same key is there already
                if (reeve.find(execution.id()).isPresent()) {
                    yield execution;
                }
                throw new IllegalTransactionStateException(
                        "%s is not stored yet: it begins when %s commits. Keep its id, and use it after the commit"
                                .formatted(execution, outcome.transaction()));
            }
        };
    }

    @Override
    public ExecutionId id() {
        return execution.id();
    }

    @Override
    public Execution actingAs(Actor actor) {
        return new JoinedExecution(execution.actingAs(actor), reeve, outcome);
    }

    @Override
    public ExecutionStatus status() {
        return committed().status();
    }

    @Override
    public ExecutionSummary summary() {
        return committed().summary();
    }

    @Override
    public ExecutionDescription describe() {
        return committed().describe();
    }

    @Override
    public List<HistoryEntry> history() {
        return committed().history();
    }

    @Override
    public PastExecution asOf(int seq) {
        return committed().asOf(seq);
    }

    @Override
    public Explanation explain() {
        return committed().explain();
    }

    @Override
    public Forecast whatIf(String step, Failure failure) {
        return committed().whatIf(step, failure);
    }

    @Override
    public <T> T await(Class<T> type, Duration patience) {
        return committed().await(type, patience);
    }

    @Override
    public ExecutionResult awaitEnd(Duration patience) {
        return committed().awaitEnd(patience);
    }

    @Override
    public CompletionStage<ExecutionResult> result() {
        return committed().result();
    }

    @Override
    public void cancel(String reason) {
        committed().cancel(reason);
    }

    @Override
    public void signal(String name, Object data) {
        committed().signal(name, data);
    }

    @Override
    public void signalOnce(String name, Object data, String id) {
        committed().signalOnce(name, data, id);
    }

    @Override
    public RecoveryOperations recovery() {
        return committed().recovery();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Execution started && started.id().equals(id());
    }

    @Override
    public int hashCode() {
        return id().hashCode();
    }

    @Override
    public String toString() {
        return execution.toString();
    }
}
