package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads made of simpler reads of the same store. A store without a better query uses them, and so does a decorator that
 * must see each simple read.
 */
public final class ComposedReads {

    private ComposedReads() {}

    /** {@link StoreReader#findAll} by one {@link StoreReader#find} for each execution. */
    public static List<ExecutionRow> findAll(StoreReader store, Set<ExecutionId> ids) {
        return store.together(
                () -> ids.stream().map(store::find).flatMap(Optional::stream).toList());
    }

    /** {@link StoreReader#histories} by one {@link StoreReader#history} for each execution. */
    public static Map<ExecutionId, List<JournalRow>> histories(
            StoreReader store, List<ExecutionId> ids, long lengthMax) {
        return store.together(() -> {
            Map<ExecutionId, List<JournalRow>> journals = new LinkedHashMap<>();
            long room = lengthMax;
            for (ExecutionId id : ids) {
                List<JournalRow> journal = store.history(id);
                for (JournalRow row : journal) {
                    room -= row.events().length();
                }
                if (room < 0 && !journals.isEmpty()) {
                    break;
                }
                journals.put(id, journal);
                if (room <= 0) {
                    break;
                }
            }
            return journals;
        });
    }

    /** {@link StoreReader#endedVersions} by reading every ended execution. */
    public static List<WorkflowVersion> endedVersions(StoreReader store, String namespace) {
        return EndedScan.versions(store, namespace);
    }
}
