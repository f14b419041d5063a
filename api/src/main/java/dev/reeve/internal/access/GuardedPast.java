package dev.reeve.internal.access;

import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.Explanation;
import dev.reeve.HistoryEntry;
import dev.reeve.PastExecution;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The past of an execution as one caller may see it. It is part of the history, so a caller who may not see that sees
 * none of it. Immutable.
 */
record GuardedPast(PastExecution past, Gate gate, @Nullable String workflow) implements PastExecution {

    @Override
    public ExecutionId id() {
        return past.id();
    }

    @Override
    public int seq() {
        return past.seq();
    }

    @Override
    public ExecutionDescription describe() {
        return read(Operation.SHOW, past::describe);
    }

    @Override
    public List<HistoryEntry> history() {
        return read(Operation.HISTORY, past::history);
    }

    @Override
    public Explanation explain() {
        return read(Operation.EXPLAIN, past::explain);
    }

    private <T> T read(Operation operation, Supplier<T> call) {
        gate.check(operation, workflow);
        return gate.read(Operation.HISTORY, workflow, call);
    }
}
