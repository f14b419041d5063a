package dev.reeve.internal.access;

import dev.reeve.BulkOperations;
import dev.reeve.BulkRequest;
import dev.reeve.ExecutionId;
import java.util.function.Predicate;

/** Bulk operations that can count for a reader who is not shown everything. Thread-safe. */
public interface ShownBulks extends BulkOperations {

    /**
     * As {@link #count(BulkRequest)}, without some executions.
     *
     * @param shown whether the reader is shown, in this execution, the texts that the request asks for
     */
    int count(BulkRequest request, Predicate<ExecutionId> shown);
}
