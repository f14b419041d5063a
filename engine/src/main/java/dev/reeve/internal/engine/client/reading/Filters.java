package dev.reeve.internal.engine.client.reading;

import dev.reeve.ExecutionQuery;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ListPosition;

/** Translates queries of callers for the store. */
final class Filters {

    private Filters() {}

    static ExecutionFilter of(String namespace, ExecutionQuery query) {
        ExecutionQuery.Position after = query.after();
        return new ExecutionFilter(
                namespace,
                query.workflow(),
                query.statuses(),
                query.labels(),
                query.startedFrom(),
                query.startedBefore(),
                after == null ? null : new ListPosition(after.startedAt(), after.id()),
                query.limit());
    }
}
