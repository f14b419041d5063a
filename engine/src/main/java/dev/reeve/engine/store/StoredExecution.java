package dev.reeve.engine.store;

import java.util.List;

/**
 * @param journal in the order of seq
 */
public record StoredExecution(ExecutionRow row, List<JournalRow> journal) {

    /** How much text the journal is, in characters. */
    public long journalLength() {
        long length = 0;
        for (JournalRow entry : journal) {
            length += entry.events().length();
        }
        return length;
    }
}
