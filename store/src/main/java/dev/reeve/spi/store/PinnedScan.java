package dev.reeve.spi.store;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts what is pinned to a definition by reading all executions of the namespace. For stores that have nothing
 * better.
 */
final class PinnedScan {

    private static final int PAGE = 1_000;

    private PinnedScan() {}

    static Undeployment.Pinned of(StoreReader store, String namespace, String name, int version) {
        long open = 0;
        long kept = 0;
        ListPosition last = null;
        List<ExecutionRow> page;
        do {
            page = store.list(new ExecutionFilter(namespace, null, Set.of(), Map.of(), null, null, last, PAGE));
            for (ExecutionRow row : page) {
                boolean isPinned = row.version() == version
                        && (row.workflow().equals(name) || row.workflow().startsWith(name + "."));
                open += isPinned && row.endedAt() == null ? 1 : 0;
                kept += isPinned && row.endedAt() != null ? 1 : 0;
            }
            last = page.isEmpty() ? null : page.getLast().position();
        } while (page.size() == PAGE);
        return new Undeployment.Pinned(open, kept);
    }
}
