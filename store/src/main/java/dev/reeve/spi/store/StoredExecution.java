package dev.reeve.spi.store;

import java.util.List;

/**
 * An execution with its journal.
 *
 * @param row the index entry
 * @param journal all rows, in the order of {@link JournalRow#seq}; at least one
 */
public record StoredExecution(ExecutionRow row, List<JournalRow> journal) {

    /** The length of the journal, in characters. */
    public long journalLength() {
        long length = 0;
        for (JournalRow entry : journal) {
            length += entry.events().length();
        }
        return length;
    }
}
