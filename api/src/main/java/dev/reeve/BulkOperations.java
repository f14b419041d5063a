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

    /**
     * As {@link #start(BulkRequest, String)}, if it would change as many steps or executions now as the person has seen
     * who decides.
     *
     * @param expected as {@link #count} told it
     * @throws ReeveException {@link ErrorCode#REFUSED} if it is another number; nothing is done then
     */
    Bulk start(BulkRequest request, int expected, String reason);

    /**
     * The number of steps that an operation would change now, if its verb applies to steps; otherwise the number of
     * executions. Changes nothing. Examines all executions that the verb can apply to, so it takes its time with very
     * many of them.
     */
    int count(BulkRequest request);

    /** The bulk operations in the store, the newest first; at most 1,000. */
    List<Bulk> list();
}
