package dev.reeve.internal.document;

import dev.reeve.Bulk;
import dev.reeve.BulkProgress;
import dev.reeve.BulkRequest;
import dev.reeve.ExecutionStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bulk operation, with its request.
 *
 * @param status of the execution that runs it
 * @param reason the actor's reason
 * @param order the request
 * @param operation its id and its progress
 * @param last the last examined execution
 * @param lastStartedAt when that execution was started
 */
public record BulkStateDocument(
        ExecutionStatus status,
        String reason,
        BulkOrderDocument order,
        BulkDocument operation,
        @Nullable String last,
        @Nullable Instant lastStartedAt)
        implements Document {

    /**
     * Bulk operations.
     *
     * @param operations the newest first
     */
    public record Listing(List<BulkStateDocument> operations) implements Document {
        public static Listing of(List<Bulk> bulks) {
            return new Listing(bulks.stream().map(BulkStateDocument::of).toList());
        }
    }

    public static BulkStateDocument of(Bulk bulk) {
        BulkRequest.Order order = bulk.order();
        BulkProgress progress = bulk.progress();
        return new BulkStateDocument(
                bulk.status(),
                order.reason(),
                BulkOrderDocument.of(order.request(), order.reason()),
                BulkDocument.of(bulk.id(), order.request().verb(), order.actor(), progress),
                progress.last(),
                progress.lastStartedAt());
    }

    public BulkRequest.Order requested() {
        return new BulkRequest.Order(order.request(), operation.actor(), reason);
    }

    public BulkProgress progress() {
        return operation.progress(last, lastStartedAt);
    }
}
