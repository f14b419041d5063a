package dev.reeve.internal.engine.audit;

import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ListPosition;
import dev.reeve.spi.store.StoreReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Goes once through all executions of a namespace, the newest first, page by page. Not thread-safe. */
final class Walk {

    private final StoreReader store;
    private final String namespace;

    /** The last row of the previous page; null at the beginning. */
    private @Nullable ListPosition last;

    Walk(StoreReader store, String namespace) {
        this.store = store;
        this.namespace = namespace;
    }

    boolean isAtBeginning() {
        return last == null;
    }

    /** The next page; empty at the end. After an exception the same page can be requested again. */
    List<ExecutionRow> next(int limit) {
        List<ExecutionRow> page =
                store.list(new ExecutionFilter(namespace, null, Set.of(), Map.of(), null, null, last, limit));
        if (!page.isEmpty()) {
            last = page.getLast().position();
        }
        return page;
    }
}
