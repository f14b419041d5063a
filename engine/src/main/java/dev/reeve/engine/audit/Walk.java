package dev.reeve.engine.audit;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.store.ExecutionFilter;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.StoreReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Once through all executions of a namespace, the newest first, a page at a time. Not thread-safe. */
final class Walk {

    private final StoreReader store;
    private final String namespace;

    /** The last row of the page before; null at the beginning. */
    private @Nullable ExecutionRow last;

    private @Nullable Instant startedBefore;

    Walk(StoreReader store, String namespace) {
        this.store = store;
        this.namespace = namespace;
    }

    boolean isAtBeginning() {
        return last == null;
    }

    /** Empty at the end. After an exception the same page can be asked for again. */
    List<ExecutionRow> next(int limit) {
        ExecutionRow before = last;
        List<ExecutionRow> page = page(before == null ? null : before.id(), limit);
        if (page.isEmpty() && before != null && store.find(before.id()).isEmpty()) {
            // The row to go on from was removed meanwhile, so it goes on from its time.
            startedBefore = before.startedAt();
            page = page(null, limit);
        }
        if (!page.isEmpty()) {
            last = page.getLast();
        }
        return page;
    }

    private List<ExecutionRow> page(@Nullable ExecutionId before, int limit) {
        return store.list(new ExecutionFilter(namespace, null, Set.of(), Map.of(), null, startedBefore, before, limit));
    }
}
