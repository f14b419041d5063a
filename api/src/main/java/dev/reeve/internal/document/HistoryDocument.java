package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import dev.reeve.HistoryEntry;
import java.time.Instant;
import java.util.List;

/**
 * The history of an execution.
 *
 * @param execution its id
 * @param entries the oldest first
 */
public record HistoryDocument(ExecutionId execution, List<Entry> entries) implements Document {

    /**
     * One event of a history.
     *
     * @param seq its number; events of one decision have the same
     * @param at when it was stored
     * @param event the event
     */
    public record Entry(int seq, Instant at, EventDocument event) implements Document {}

    public static HistoryDocument of(ExecutionId execution, List<HistoryEntry> history) {
        return new HistoryDocument(
                execution,
                history.stream()
                        .map(entry -> new Entry(entry.seq(), entry.at(), EventDocument.of(entry.event())))
                        .toList());
    }

    /** The entries. Nonces and seeds are 0, because they are not in the document. */
    public List<HistoryEntry> history() {
        return entries.stream()
                .map(entry ->
                        new HistoryEntry(entry.seq(), entry.at(), entry.event().event()))
                .toList();
    }
}
