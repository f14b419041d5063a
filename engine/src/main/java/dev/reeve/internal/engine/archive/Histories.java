package dev.reeve.internal.engine.archive;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Reads the histories of many executions in batches of bounded size. */
public final class Histories {

    /** Maximum number of histories per batch. */
    private static final int COUNT_MAX = 200;

    /** Maximum total length of a batch. A longer history is read alone. */
    private static final long LENGTH_MAX = 2 << 20;

    private Histories() {}

    /** Receives the executions one after the other. */
    public interface Consumer {
        /**
         * @param journal empty if the execution is no longer in the store
         */
        void accept(ExecutionRow row, List<JournalRow> journal) throws IOException;
    }

    /**
     * Passes each execution with its history to the consumer, in the order of {@code rows}. Exceptions of the store are
     * passed on.
     */
    public static void forEach(StoreReader store, List<ExecutionRow> rows, Consumer consumer) throws IOException {
        int done = 0;
        while (done < rows.size()) {
            List<ExecutionRow> some = rows.subList(done, Math.min(done + COUNT_MAX, rows.size()));
            List<ExecutionId> ids = some.stream().map(ExecutionRow::id).toList();
            Map<ExecutionId, List<JournalRow>> journals = store.histories(ids, LENGTH_MAX);
            for (ExecutionRow row : some.subList(0, journals.size())) {
                consumer.accept(row, journals.getOrDefault(row.id(), List.of()));
            }
            done += journals.size();
        }
    }
}
