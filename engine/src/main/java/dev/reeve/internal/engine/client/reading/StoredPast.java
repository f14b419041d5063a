package dev.reeve.internal.engine.client.reading;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.Explanation;
import dev.reeve.HistoryEntry;
import dev.reeve.PastExecution;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreReader;
import java.util.List;

/** The past of an execution: the fold of the rows up to one of them, which are read once for each call. Immutable. */
record StoredPast(StoreReader store, StoredExecutions executions, ExecutionId id, int seq) implements PastExecution {

    @Override
    public ExecutionDescription describe() {
        ExecutionRow row = executions.row(id);
        List<JournalRow> journal = journal();
        return Descriptions.past(executions.fold(row, journal), journal);
    }

    @Override
    public List<HistoryEntry> history() {
        executions.row(id);
        return Descriptions.history(journal());
    }

    @Override
    public Explanation explain() {
        StoredExecutions.Story story = executions.story(executions.row(id), journal());
        return Descriptions.explain(story.state(), story.escalatedAt());
    }

    private List<JournalRow> journal() {
        if (seq < 1) {
            throw Arguments.invalid("the number of an event: expected 1 or more, found " + seq);
        }
        List<JournalRow> journal = EngineCalls.reading(() -> store.history(id, seq));
        if (journal.isEmpty()) {
            executions.row(id); // removed meanwhile
        }
        if (journal.size() < seq) {
            throw ReeveException.of(
                    ErrorCode.NOT_FOUND,
                    "execution %s has no event %d: its last one has the number %d".formatted(id, seq, journal.size()));
        }
        return journal;
    }
}
