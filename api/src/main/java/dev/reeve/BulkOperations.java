package dev.reeve;

import java.util.List;

/**
 * Operations on many executions at once. Thread-safe.
 *
 * <pre>{@code
 * Bulk retry = reeve.actingAs("alice")
 *         .bulk()
 *         .start(BulkRequest.of(Verb.RETRY).action("payment.charge").code("UNAVAILABLE"), "the bank is back");
 * retry.await(Duration.ofMinutes(5));
 * }</pre>
 */
public interface BulkOperations {

    /**
     * Starts a bulk operation on many executions, such as a whole group of the inbox. The operation is stored when this
     * method returns. It continues at the requested pace, survives a crash, and does nothing twice.
     */
    Bulk start(BulkRequest request, String reason);

    /** The bulk operations in the store, the newest first; at most 1,000. */
    List<Bulk> list();
}
