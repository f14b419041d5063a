package dev.reeve.internal.engine.audit;

import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ListPosition;
import dev.reeve.spi.store.StoreReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Goes once through all executions, one namespace after the other, the newest first, page by page. Not thread-safe.
 */
final class Walk {

    private final StoreReader store;

    /** The namespaces that are left, the present one first; null before they are read. */
    private @Nullable Deque<String> namespaces;

    /** The last row of the previous page; null at the beginning of a namespace. */
    private @Nullable ListPosition last;

    Walk(StoreReader store) {
        this.store = store;
    }

    boolean isAtBeginning() {
        return namespaces == null;
    }

    /** The next page; empty at the end. After an exception the same page can be requested again. */
    List<ExecutionRow> next(int limit) {
        Deque<String> left = namespaces == null ? new ArrayDeque<>(store.namespaces()) : namespaces;
        List<ExecutionRow> page = List.of();
        while (page.isEmpty() && !left.isEmpty()) {
            page = store.list(new ExecutionFilter(left.getFirst(), null, Set.of(), Map.of(), null, null, last, limit));
            last = page.isEmpty() ? null : page.getLast().position();
            if (page.isEmpty()) {
                left.removeFirst();
            }
        }
        namespaces = left;
        return page;
    }
}
