package dev.reeve.engine.archive;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.JournalRow;
import dev.reeve.engine.store.StoreReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Reads the histories of many executions, as many at a time as fit into little memory. */
public final class Histories {

    /** How many are read at once. */
    private static final int COUNT_MAX = 200;

    /** How long they may be together; a longer one is read by itself. */
    private static final long LENGTH_MAX = 2 << 20;

    private Histories() {}

    /** Takes one execution after the other. */
    public interface Consumer {
        /** @param journal empty if the execution is not in the store any more */
        void accept(ExecutionRow row, List<JournalRow> journal) throws IOException;
    }

    /** Hands over each of the executions with its history, in their order. Throws what the store throws. */
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
