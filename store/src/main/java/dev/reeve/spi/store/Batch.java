package dev.reeve.spi.store;

import java.util.List;

/**
 * The writes of one transaction. An execution appears at most once in each of the first three lists, and not both in
 * {@code started} and in {@code changed}.
 *
 * @param journal one row for each execution that moved
 * @param started new executions
 * @param changed executions whose status or wake time changed
 * @param messages the messages that this transaction causes; see {@link Outbox}
 */
public record Batch(
        List<JournalRow> journal, List<ExecutionRow> started, List<ExecutionChange> changed, List<OutboxRow> messages) {

    /** A batch without messages. */
    public Batch(List<JournalRow> journal, List<ExecutionRow> started, List<ExecutionChange> changed) {
        this(journal, started, changed, List.of());
    }
}
